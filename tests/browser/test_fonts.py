"""The fonts of the pages: one family in all scripts, light, and nothing moves when they arrive."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route

from look.typeface import FONT_FAMILY
from tests.browser.conftest import PAGES
from tests.conftest import Server
from tests.support.browser import needs_chromium, open_whole, watched

pytestmark = needs_chromium
# For a reader of one script, over the network.
MAX_BYTES = 120_000
# A line is wrapped elsewhere.
MAX_SHIFT = 0.02
OBSERVER = """window.shift = 0;
new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => window.shift += value))
    .observe({ type: "layout-shift", buffered: true });"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page without what other tests have loaded or keep back."""
    with browser.new_page() as page:
        yield page


def families(page: Page) -> set[str]:
    """Names of the fonts that draw a page."""
    session = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        session.send(f"{domain}.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    body = session.send("DOM.querySelector", {"nodeId": root, "selector": "body"})
    return {font["familyName"] for font in session.send("CSS.getPlatformFontsForNode", body)["fonts"]}


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_in_one_family(page: Page, server: Server, path: str) -> None:
    """On a telephone that has shown the text before the fonts arrive; without the script, which adds lines about today."""
    seen, fonts = watched(page), list[Route]()
    page.add_init_script(OBSERVER)
    page.route("**/today.js*", lambda route: route.abort())
    page.route("**/*.woff2", lambda route: fonts.append(route))
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server.address}{path}", wait_until="domcontentloaded")
    page.evaluate("() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))")
    page.unroute("**/*.woff2")
    # Fetched before the first one is handed over: on a busy machine they would arrive in several frames.
    for font, response in [(font, font.fetch()) for font in fonts]:
        font.fulfill(response=response)
    page.wait_for_load_state("networkidle")
    assert families(page) == {FONT_FAMILY}
    assert page.locator("link[as=font]").count() == (4 if path.startswith("/he") else 2)
    assert 0 < sum(size for url, size in seen.received.items() if url.endswith(".woff2")) <= MAX_BYTES
    assert page.evaluate("window.shift") <= MAX_SHIFT


def test_without_fonts_the_system_shows_the_pages(
    page: Page, serve: Callable[..., Server], example_database: Path, tmp_path: Path
) -> None:
    database = Path(shutil.copy(example_database, tmp_path))
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("delete from fonts")
    server = serve(database)
    seen = watched(page)
    open_whole(page, server.address)
    assert (seen.errors, [url for url in seen.requests if "woff2" in url]) == ([], [])
    assert FONT_FAMILY not in families(page)
    assert server.get("/assets/Latn-400-00000000.woff2").status_code == 404
