"""The pages in a real browser: what a reader does, what comes over the network, and what another site may do."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import Server
from tests.support.browser import Seen, chromium, needs_chromium, watched
from tests.support.messages import HEADER
from tests.support.own import serving_own, write_csv

pytestmark = needs_chromium
PUBLICATION = "/publications/10.5555%2Fmsk.2021.001"
MOST_REQUESTS = 4
MOST_BYTES = 60_000


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture
def opened(browser: Browser, server: Server) -> Iterator[tuple[Page, Seen]]:
    """The profile page of the example, and all that it asked for; nothing may have gone wrong in the end."""
    context = browser.new_context()
    page = context.new_page()
    seen = watched(page)
    page.goto(server.address)
    yield page, seen
    assert seen.errors == []
    assert [address for address in seen.requests if not address.startswith(f"{server.address}/")] == []
    context.close()


def titles(page: Page) -> list[str]:
    return [title.strip() for title in page.locator("ol.publications h3").all_inner_texts()]


def wanted(server: Server, query: str) -> list[str]:
    return [row["title"] for row in server.json(f"/api/publications?{query}")["publications"]]


# What loads


@pytest.mark.parametrize("path", ["/", "/he", PUBLICATION])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_is_light(browser: Browser, server: Server, path: str, scheme: Any) -> None:
    """Fewer than 5 requests, less than 60 kB compressed, none to anybody else, nothing kept in the browser."""
    context = browser.new_context(color_scheme=scheme)
    page = context.new_page()
    seen = watched(page)
    page.goto(f"{server.address}{path}")
    page.wait_for_load_state("networkidle")
    assert seen.errors == []
    assert [address for address in seen.requests if not address.startswith(f"{server.address}/")] == []
    assert 0 < len(seen.requests) <= MOST_REQUESTS
    assert 0 < seen.received < MOST_BYTES
    assert context.cookies() == []
    assert page.evaluate("[localStorage.length, sessionStorage.length]") == [0, 0]
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert dark == ("rgb(18, 24, 26)" if scheme == "dark" else "rgb(251, 250, 247)")
    context.close()


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
@pytest.mark.parametrize("path", ["/", "/he", PUBLICATION])
def test_nothing_is_wider_than_the_screen(browser: Browser, server: Server, path: str, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.goto(f"{server.address}{path}")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.close()


def test_on_paper_stands_what_can_be_read(browser: Browser, server: Server) -> None:
    page = browser.new_page()
    page.goto(server.address)
    page.emulate_media(media="print")
    for gone in ("header nav", "form", "figure svg", "details"):
        expect(page.locator(gone).first).to_be_hidden()
    assert len(titles(page)) == 13
    page.close()


# The list follows what is typed


def test_words_are_searched_as_they_are_typed(opened: tuple[Page, Seen], server: Server) -> None:
    page, seen = opened
    page.locator("#q").press_sequentially("ulnar")
    expect(page.locator(".found")).to_have_text("1 publication")
    assert titles(page) == wanted(server, "q=ulnar")
    assert page.url == f"{server.address}/?q=ulnar"
    asked = [address.removeprefix(server.address) for address in seen.requests if "/api/" in address]
    assert asked[-1] == "/api/publications?q=ulnar&limit=50"
    assert seen.requests.count(f"{server.address}/") == 1  # no page was loaded for it


def test_all_filters_together(opened: tuple[Page, Seen], server: Server) -> None:
    page, _ = opened
    page.locator("#year").select_option("2021")
    expect(page.locator(".found")).to_have_text("2 publications")
    page.locator("#journal").select_option("Journal of Example Radiology")
    expect(page.locator(".found")).to_have_text("1 publication")
    assert titles(page) == wanted(server, "year=2021&journal=Journal+of+Example+Radiology")
    page.locator("#q").fill("hamstring")
    expect(page.locator(".found")).to_have_text("No publication fits. Search for less, or show all.")
    page.get_by_role("link", name="Show all").click()
    expect(page.locator(".found")).to_have_text("13 publications")
    assert titles(page) == wanted(server, "")
    assert page.url == f"{server.address}/"


def test_a_bar_is_a_filter(opened: tuple[Page, Seen], server: Server) -> None:
    page, _ = opened
    page.get_by_role("link", name="2023 (2)").click()
    expect(page.locator(".found")).to_have_text("2 publications")
    assert titles(page) == wanted(server, "year=2023")
    assert page.locator("#year").input_value() == "2023"


def test_what_the_script_shows_is_what_the_server_shows(opened: tuple[Page, Seen]) -> None:
    """The same elements, texts and addresses, for every publication."""
    page, _ = opened
    shown = """[...document.querySelectorAll("ol.publications > li")].map((item) =>
        [...item.querySelectorAll("*")].map((element) =>
        [element.localName, element.className, element.children.length ? "" : element.textContent.trim(),
         element.href ? decodeURIComponent(element.href) : "", element.lang]))"""
    before = page.evaluate(shown)
    page.get_by_role("button", name="Search").click()
    expect(page.locator("ol.publications.waiting")).to_have_count(0)
    page.locator("#q").fill("nerve")
    expect(page.locator(".found")).to_have_text("4 publications")
    page.locator("#q").fill("")
    expect(page.locator(".found")).to_have_text("13 publications")
    assert len(before) == 13
    assert page.evaluate(shown) == before


def test_when_the_api_cannot_be_reached(browser: Browser, server: Server) -> None:
    """A sentence in the place of the number; the list stays; the next search may succeed."""
    page = browser.new_page()
    page.goto(server.address)
    page.route("**/api/publications?*", lambda route: route.abort())
    page.locator("#q").fill("nerve")
    expect(page.locator(".found")).to_have_text("The list could not be fetched. Press Search to try again.")
    assert len(titles(page)) == 13
    page.unroute("**/api/publications?*")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".found")).to_have_text("4 publications")
    page.close()


def test_the_latest_question_is_answered(browser: Browser, server: Server) -> None:
    """An answer that comes late does not replace that to a later question."""
    page = browser.new_page()
    page.goto(server.address)
    held: list[Any] = []
    page.route("**/api/publications?q=nerve&*", lambda route: held.append(route))
    with page.expect_request("**/api/publications?q=nerve&*"):
        page.locator("#q").fill("nerve")
    page.locator("#q").fill("ulnar")
    expect(page.locator(".found")).to_have_text("1 publication")
    assert len(held) == 1
    with page.expect_response("**/api/publications?q=nerve&*"):
        held[0].continue_()
    page.evaluate("new Promise((resolve) => setTimeout(resolve))")  # what it sets off has been done by then
    assert titles(page) == wanted(server, "q=ulnar")
    page.close()


def test_a_citation_is_copied(browser: Browser, server: Server) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(server.address)
    first = page.locator("ol.publications li").nth(6)
    first.locator("summary").click()
    first.get_by_role("link", name="APA").click()
    expect(page.locator(".found")).to_have_text("The citation is copied.")
    expected = server.get("/api/publications/10.5555%2Fmsk.2021.001?format=citation&style=apa").text.strip()
    assert page.evaluate("navigator.clipboard.readText()") == expected
    context.close()


def test_the_language_is_switched(opened: tuple[Page, Seen], server: Server) -> None:
    page, _ = opened
    page.get_by_role("link", name="עברית").click()
    assert page.url == f"{server.address}/he"
    assert page.evaluate("getComputedStyle(document.body).direction") == "rtl"
    page.locator("#q").fill("ulnar")
    expect(page.locator(".found")).to_have_text("פרסום אחד")
    assert page.url == f"{server.address}/he?q=ulnar"
    page.get_by_role("link", name="English").click()
    assert page.url == f"{server.address}/"


# Without JavaScript


def test_the_form_works_without_javascript(browser: Browser, server: Server) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server.address)
    page.locator("#q").fill("nerve")
    page.locator("#year").select_option("2021")
    page.get_by_role("button", name="Search").click()
    assert page.url == f"{server.address}/?q=nerve&year=2021&journal=#publications"
    assert titles(page) == wanted(server, "q=nerve&year=2021")
    page.get_by_role("link", name="Show all").click()
    assert len(titles(page)) == 13
    page.get_by_role("link", name="2023 (2)").click()
    assert titles(page) == wanted(server, "year=2023")
    context.close()


# Data of any kind


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Sixty publications whose titles are markup, half of them without a DOI."""
    hostile = "<img src=x onerror=\"document.title='hacked'\"> & \"q\" 'a' {n}"
    rows = [
        [hostile.format(n=n), "<b>Example</b> N", "J <i>x</i>", 2020, "", "", "", f"10.5555/<{n}>&?#%" if n % 2 else "", "", ""]
        for n in range(60)
    ]

    def edit(folder: Path) -> None:
        write_csv(folder / "publications.csv", HEADER.split(","), rows)

    with serving_own(tmp_path_factory.mktemp("odd"), edit) as running:
        yield running


def test_text_stays_text_in_the_browser(browser: Browser, odd: Server) -> None:
    page = browser.new_page()
    seen = watched(page)
    page.goto(odd.address)
    before = titles(page)
    page.locator("#q").fill("example")
    expect(page.locator(".found")).to_have_text("60 publications")
    expect(page.locator("ol.publications.waiting")).to_have_count(0)
    assert titles(page) == before == wanted(odd, "limit=50")
    assert page.locator("ol.publications img, ol.publications b").count() == 0
    assert "hacked" not in page.title()
    link = page.locator("ol.publications li").nth(1).locator("h3 a")
    link.click()
    assert page.locator("h1").inner_text() == before[1]
    assert seen.errors == []
    page.close()


def test_the_next_page_of_a_search(browser: Browser, odd: Server) -> None:
    page = browser.new_page()
    page.goto(odd.address)
    page.locator("#q").fill("example")
    expect(page.locator("a[rel=next]")).to_have_attribute("href", "/?q=example&offset=50#publications")
    page.locator("a[rel=next]").click()
    assert titles(page) == wanted(odd, "q=example&offset=50&limit=50")
    assert len(titles(page)) == 10
    page.close()


# Another site


class Elsewhere(BaseHTTPRequestHandler):
    """An empty page of another origin."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


def test_a_script_of_another_site_reads_the_api(browser: Browser, server: Server) -> None:
    """CORS: bodies, the headers that are exposed, errors, and a request that needs a preflight."""
    other = ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
    thread = Thread(target=other.serve_forever)
    thread.start()
    try:
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{other.server_port}/")
        script = """async (address) => {
            const list = await fetch(`${address}/api/publications?limit=5`, {headers: {"X-Anything": "makes it preflighted"}});
            const wrong = await fetch(`${address}/api/publications?year=x`);
            const page = await fetch(`${address}/`, {headers: {Accept: "text/markdown"}});
            return [
                await list.json(), list.headers.get("X-Total-Count"), list.headers.get("ETag"), list.headers.get("Link"),
                wrong.status, (await wrong.json()).error, (await page.text()).split("\\n")[0],
            ];
        }"""
        body, total, etag, link, status, error, heading = page.evaluate(script, server.address)
        answer = server.get("/api/publications?limit=5")
        assert body == answer.json()
        assert json.dumps([total, link]) == json.dumps(["13", answer.headers["link"]])
        assert etag.startswith('"')
        assert (status, error, heading) == (400, "invalid_parameter", "# Dr. Noa Example, MD, PhD")
        page.close()
    finally:
        other.shutdown()
        thread.join()
        other.server_close()
