"""The static site on a host that only serves files, in a real browser: searched without a server."""

from collections.abc import Iterator
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Page, expect

from bench.programs import free_port
from tests.browser.conftest import matching, titles
from tests.conftest import Server
from tests.support.browser import needs_chromium, open_whole, watched
from tests.support.static_site import file_server, write_site

pytestmark = needs_chromium
PAGES = ("/", "/he/publications/", "/he/cv/", "/publications/10.5555/msk.2021.001/", "/api/docs/")


@pytest.fixture(scope="module")
def address(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder, port = tmp_path_factory.mktemp("host"), free_port()
    address = f"http://127.0.0.1:{port}/profile"
    assert write_site(server.database, folder / "profile", address).code == 0
    with file_server(folder, port):
        yield address


def test_every_page_loads_all_it_needs(address: str, page: Page) -> None:
    seen = watched(page)
    for path in PAGES:
        open_whole(page, address + path)
        assert page.title(), path
    expect(page.locator("#operations .opblock").nth(10)).to_be_visible()  # the console shows the description of the files
    assert (seen.errors, {urlsplit(url).netloc for url in seen.requests} - {urlsplit(address).netloc}) == ([], set())


def test_the_list_is_searched_without_a_request(address: str, page: Page, server: Server) -> None:
    open_whole(page, f"{address}/publications/")
    seen = watched(page)
    page.fill("#q", "sorensen ultraso")
    page.keyboard.press("Enter")
    assert titles(page) == matching(server, "q=sorensen+ultraso")
    assert [url for url in seen.requests if "icon" not in url] == []  # a new address may load the icon of the tab again
    page.goto(f"{address}/he/publications/?year=2021")
    assert titles(page) == matching(server, "year=2021")


def test_the_script_moves_nothing(address: str, page: Page) -> None:
    """The search has its room before the script shows it."""
    top = "document.querySelector('.title').getBoundingClientRect().top"
    page.route("**/publications.js*", lambda route: route.abort())
    page.goto(f"{address}/publications/")
    before = page.evaluate(top)
    page.unroute("**/publications.js*")
    open_whole(page, f"{address}/publications/")
    assert page.evaluate(top) == before


def test_a_research_area_leads_to_its_publications(address: str, page: Page, server: Server) -> None:
    """The form has its title."""
    page.goto(f"{address}/")
    page.locator("#research a").first.click()
    keywords = page.get_by_label("Research")
    assert keywords.evaluate("menu => menu.selectedOptions[0].text") == "Ultrasound of peripheral nerves (3)"
    assert titles(page) == matching(server, f"keywords={quote(keywords.input_value())}")
    assert len(titles(page)) == 3
    page.get_by_role("link", name="Show all").click()
    assert (len(titles(page)), keywords.input_value()) == (13, "")


def test_without_scripts_there_is_no_form_that_nobody_answers(address: str, plain: Page) -> None:
    plain.goto(f"{address}/publications/")
    assert len(titles(plain)) == 13
    assert [form.is_visible() for form in plain.locator("form").all()] == [False]
    plain.goto(f"{address}/404.html")
    assert plain.locator("form").count() == 0
