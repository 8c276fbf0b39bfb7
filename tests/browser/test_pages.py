"""The pages in a real browser: what they load, the dark theme, and what scripts of other sites may read."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import PAGES
from tests.conftest import Server
from tests.support.browser import needs_chromium, open_whole, watched
from tests.support.static_site import file_server

pytestmark = needs_chromium
MAX_REQUESTS = 3
# The home page of the example, which has every field, is the largest.
MAX_BYTES = 28_000


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_light_and_private(page: Page, server: Server, path: str) -> None:
    """Without images and fonts 3 requests and 28 kB, no other host, nothing stored in the browser, no error on the console."""
    seen = watched(page)
    open_whole(page, f"{server.address}{path}")
    assert seen.errors == []
    assert [url for url in seen.requests if not url.startswith(f"{server.address}/")] == []
    parts = {url: size for url, size in seen.received.items() if "/images/" not in url and not url.endswith(".woff2")}
    assert 0 < len(parts) <= MAX_REQUESTS
    assert 0 < sum(parts.values()) < MAX_BYTES
    assert page.context.cookies() == []
    assert page.evaluate("[localStorage.length, sessionStorage.length]") == [0, 0]


def test_dark_theme(page: Page, server: Server) -> None:
    """It follows the setting of the reader's system."""
    page.goto(server.address)
    background = "getComputedStyle(document.body).backgroundColor"
    page.emulate_media(color_scheme="light")
    light = page.evaluate(background)
    page.emulate_media(color_scheme="dark")
    assert (light, page.evaluate(background)) == ("rgb(251, 250, 247)", "rgb(18, 24, 26)")


def test_urgent_notices_are_red_in_both_themes(page: Page, server: Server) -> None:
    """Redder on dark paper, on which a little red looks grey."""
    page.goto(server.address)
    filled = """() => getComputedStyle(document.querySelector(".hero .notice:not(.calm)")).backgroundColor
        .match(/[\\d.]+/g).map((part) => Math.round(part * 255))"""
    page.emulate_media(color_scheme="light")
    light = page.evaluate(filled)
    page.emulate_media(color_scheme="dark")
    assert (light, page.evaluate(filled)) == ([250, 239, 240], [81, 63, 63])


def test_the_script_of_the_page_for_other_sites(page: Page, server: Server, tmp_path: Path) -> None:
    """[embedding] It has five lines, and adds five titles to a page of another site."""
    page.goto(f"{server.address}/embed")
    script = page.locator("#script").inner_text()
    assert len(script.splitlines()) == 5
    script = script.replace("https://profile.example.org", server.address)
    (tmp_path / "index.html").write_text(f'<ol id="publications"></ol><script type="module">{script}</script>')
    with file_server(tmp_path) as other:
        open_whole(page, other)
        shown = page.locator("li > a").evaluate_all("links => links.map((link) => [link.textContent, link.href])")
    rows = server.json("/api/publications?limit=5")["publications"]
    assert shown == [[row["title"], row["landingPage"]] for row in rows]


def test_a_script_of_another_site_reads_the_api(page: Page, server: Server, tmp_path: Path) -> None:
    """CORS: bodies, exposed headers, errors, and a request that needs a preflight."""
    (tmp_path / "index.html").touch()
    script = """async (address) => {
        const list = await fetch(`${address}/api/publications?limit=5`, {headers: {"X-Anything": "needs a preflight"}});
        const error = await fetch(`${address}/api/publications?year=x`);
        return [await list.json(), list.headers.get("X-Total-Count"), list.headers.get("Link"), (await error.json()).error];
    }"""
    response = server.get("/api/publications?limit=5")
    with file_server(tmp_path) as other:
        page.goto(other)
        expected = [response.json(), "13", response.headers["link"], "invalid_parameter"]
        assert page.evaluate(script, server.address) == expected
