"""The search form in a real browser, with and without JavaScript."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import matching, titles
from tests.conftest import Server
from tests.support.browser import needs_chromium, watched
from tests.support.messages import HEADER
from tests.support.own import serving_own, write_csv

pytestmark = needs_chromium


def follow(page: Page, element: Locator) -> None:
    """Click an element and wait until the page to which it leads has loaded."""
    with page.expect_navigation():
        element.click()


# Types a word in one task of the browser: between real key presses, a busy machine may take longer than the page waits.
TYPE = """(input, word) => {
    for (let length = 1; length <= word.length; length += 1) {
        input.value = word.slice(0, length);
        input.dispatchEvent(new Event("input", { bubbles: true }));
    }
}"""


def test_the_list_follows_what_is_typed(profile: Page, server: Server) -> None:
    """One request for the last key, no page load, and an address that can be shared."""
    seen = watched(profile)
    profile.locator("#q").evaluate(TYPE, "ulnar")
    expect(profile.locator(".found")).to_have_text("1 publication")
    assert titles(profile) == matching(server, "q=ulnar")
    assert [url for url in seen.requests if "/assets/" not in url] == [f"{server.address}/?q=ulnar"]
    assert profile.url == f"{server.address}/?q=ulnar"
    assert seen.errors == []


def test_filters_are_combined_and_cleared(profile: Page, server: Server) -> None:
    profile.locator("#year").select_option("2021")
    expect(profile.locator(".found")).to_have_text("2 publications")
    profile.locator("#journal").select_option("Journal of Example Radiology")
    expect(profile.locator(".found")).to_have_text("1 publication")
    assert titles(profile) == matching(server, "year=2021&journal=Journal+of+Example+Radiology")
    profile.locator("#q").fill("hamstring")
    expect(profile.locator(".found")).to_have_text("No publications match. Try fewer words.")
    profile.get_by_role("link", name="Show all").click()
    expect(profile.locator(".found")).to_have_text("13 publications")
    assert profile.url == f"{server.address}/"


def test_a_bar_of_the_chart_selects_its_year(profile: Page, server: Server) -> None:
    profile.get_by_role("link", name="2023 (2)").click()
    expect(profile.locator(".found")).to_have_text("2 publications")
    assert titles(profile) == matching(server, "year=2023")
    assert profile.locator("#year").input_value() == "2023"
    assert profile.locator("svg a[aria-current]").get_attribute("aria-label") == "2023 (2)"


def test_a_failed_search_can_be_repeated(profile: Page) -> None:
    """The list stays, and a message says what to do."""
    profile.route("**/?q=*", lambda route: route.abort())
    profile.locator("#q").fill("nerve")
    expect(profile.locator(".found")).to_have_text("The list could not be loaded. Press Search to try again.")
    assert len(titles(profile)) == 13
    profile.unroute("**/?q=*")
    profile.get_by_role("button", name="Search").click()
    expect(profile.locator(".found")).to_have_text("4 publications")


def test_a_late_response_does_not_replace_a_newer_one(profile: Page, server: Server) -> None:
    held: list[Any] = []
    profile.route("**/?q=nerve", lambda route: held.append(route))
    with profile.expect_request("**/?q=nerve"):
        profile.locator("#q").fill("nerve")
    profile.locator("#q").fill("ulnar")
    expect(profile.locator(".found")).to_have_text("1 publication")
    with profile.expect_response("**/?q=nerve"):
        held[0].continue_()
    profile.evaluate("new Promise((resolve) => setTimeout(resolve))")  # let the script handle it
    assert titles(profile) == matching(server, "q=ulnar")


def test_a_citation_is_copied(profile: Page, server: Server) -> None:
    item = profile.locator("ol.publications li").nth(6)
    item.locator("summary").click()
    item.get_by_role("link", name="APA").click()
    expect(profile.locator(".found")).to_have_text("Citation copied.")
    expected = server.get("/api/publications/10.5555%2Fmsk.2021.001?format=citation&style=apa").text.strip()
    assert profile.evaluate("navigator.clipboard.readText()") == expected


def test_hebrew(profile: Page, server: Server) -> None:
    """The link switches to the page from right to left, whose search stays in Hebrew."""
    follow(profile, profile.get_by_role("link", name="עברית"))
    assert profile.evaluate("getComputedStyle(document.body).direction") == "rtl"
    profile.locator("#q").fill("ulnar")
    expect(profile.locator(".found")).to_have_text("פרסום אחד")
    assert profile.url == f"{server.address}/he?q=ulnar"
    follow(profile, profile.get_by_role("link", name="English"))
    assert profile.url == f"{server.address}/"


def test_without_javascript(browser: Browser, server: Server) -> None:
    """The form and the links load a page with the same list."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server.address)
    page.locator("#q").fill("nerve")
    page.locator("#year").select_option("2021")
    follow(page, page.get_by_role("button", name="Search"))
    assert page.url == f"{server.address}/?q=nerve&year=2021&journal=#publications"
    assert titles(page) == matching(server, "q=nerve&year=2021")
    follow(page, page.get_by_role("link", name="Show all"))
    assert len(titles(page)) == 13
    follow(page, page.get_by_role("link", name="2023 (2)"))
    assert titles(page) == matching(server, "year=2023")
    context.close()


def test_hostile_titles_and_a_second_page(browser: Browser, tmp_path: Path) -> None:
    """Markup in the data stays text, DOIs with reserved characters lead to their page, and a search has several pages."""
    title = "<img src=x onerror=\"document.title='hacked'\"> & \"q\" 'a' {n}"
    rows = [[title.format(n=n), "<b>Example</b> N", "J", 2020, "", "", "", f"10.5555/<{n}>&?#%", "", ""] for n in range(60)]
    with serving_own(tmp_path, lambda folder: write_csv(folder / "publications.csv", HEADER.split(","), rows)) as own:
        page = browser.new_page()
        seen = watched(page)
        page.goto(own.address)
        page.locator("#q").fill("example")
        expect(page.locator("a[rel=next]")).to_have_attribute("href", "/?q=example&offset=50#publications")
        assert titles(page) == matching(own, "limit=50")
        assert page.locator("ol.publications img, ol.publications b").count() == 0
        follow(page, page.locator("a[rel=next]"))
        assert titles(page) == matching(own, "q=example&offset=50&limit=50")
        follow(page, page.locator("ol.publications h3 a").last)
        assert page.locator("h1").inner_text() == title.format(n=59)
        assert page.title() == title.format(n=59)
        assert seen.errors == []
        page.close()
