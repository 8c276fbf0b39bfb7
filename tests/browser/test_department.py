"""The pages of a department in a browser: its people and its joint list, searched without a server."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from bench.synthetic import HEADER, rows, write_csv
from tests.browser.conftest import titles
from tests.support.browser import needs_chromium, watched
from tests.support.department import make_department, write_department
from tests.support.static_site import file_server
from tests.support.waiting import free_port

pytestmark = needs_chromium


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The department, in which one person has more publications than the page of the list."""
    folder, port = tmp_path_factory.mktemp("department"), free_port()
    sources = make_department(folder / "sources")
    write_csv(sources / "people" / "dana" / "publications.csv", HEADER, rows(220))
    done = write_department(sources, base_url=f"http://127.0.0.1:{port}")
    assert done.code == 0, done.err
    with file_server(folder / "public", port) as address:
        yield address


def people(page: Page) -> list[str]:
    return page.locator(".people li:not([hidden]) h2").all_inner_texts()


@pytest.mark.parametrize(("query", "found"), [
    ("", ["Prof. Yael Ben-Ami", "Dr. Dana Sample"]), ("?q=BEN+ya", ["Prof. Yael Ben-Ami"]),
    ("?q=נוירולוגיה", ["Prof. Yael Ben-Ami"]), ("?q=ערבית", ["Prof. Yael Ben-Ami"]),
    ("?q=internal+medicine", ["Dr. Dana Sample"]), ("?q=nobody", []),
], ids=["all", "name", "specialty in Hebrew", "spoken language in Hebrew", "specialty", "none"])  # fmt: skip
def test_people_are_found_by_address(address: str, page: Page, query: str, found: list[str]) -> None:
    seen = watched(page)
    page.goto(f"{address}/{query}", wait_until="networkidle")
    assert (people(page), seen.errors) == (found, [])


def test_the_search_of_people_is_in_the_address(address: str, page: Page) -> None:
    page.goto(f"{address}/he/")
    page.fill("#q", "dana")
    expect(page.locator(".found")).to_have_text("איש צוות אחד")
    assert page.url == f"{address}/he/?q=dana"
    page.get_by_role("link", name="Dr. Dana Sample").click()
    assert page.url == f"{address}/dana/"


def test_without_the_script_everyone_is_listed(address: str, plain: Page) -> None:
    plain.goto(f"{address}/?q=dana")
    assert people(plain) == ["Prof. Yael Ben-Ami", "Dr. Dana Sample"]
    expect(plain.locator("form")).to_be_hidden()


def test_the_search_finds_publications_that_the_page_lacks(address: str, page: Page) -> None:
    seen = watched(page)
    page.goto(f"{address}/publications/", wait_until="networkidle")
    assert page.locator("ol.publications > li").count() == 200
    page.fill("#q", "ultrasound 1980")
    expect(page.locator("ol.publications > li")).to_have_count(223)
    expect(page.locator(".found")).not_to_have_text("223 publications")
    assert titles(page)
    assert {page.locator("ol.publications > li:not([hidden])").locator("xpath=../..").first.get_attribute("id")} == {"1980"}
    assert page.url == f"{address}/publications/?q=ultrasound+1980"
    assert seen.errors == []
