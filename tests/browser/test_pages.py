"""The pages in a real browser: what they load, how they fit the screen and paper, and what scripts of other sites may read."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import PAGES
from tests.conftest import Server
from tests.support.browser import needs_chromium, watched

pytestmark = needs_chromium
MAX_REQUESTS = 3
MAX_BYTES = 28_000


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_light_and_private(browser: Browser, server: Server, path: str) -> None:
    """Without images 3 requests and 25 kB, no other host, nothing stored in the browser, no error on the console."""
    context = browser.new_context()
    page = context.new_page()
    seen = watched(page)
    page.goto(f"{server.address}{path}", wait_until="networkidle")
    assert seen.errors == []
    assert [url for url in seen.requests if not url.startswith(f"{server.address}/")] == []
    parts = {url: size for url, size in seen.received.items() if "/images/" not in url}
    assert 0 < len(parts) <= MAX_REQUESTS
    assert 0 < sum(parts.values()) < MAX_BYTES
    assert context.cookies() == []
    assert page.evaluate("[localStorage.length, sessionStorage.length]") == [0, 0]
    context.close()


@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_wider_than_the_screen(browser: Browser, server: Server, path: str) -> None:
    page = browser.new_page()
    page.goto(f"{server.address}{path}")
    widths = (320, 390, 768, 1280)
    found = []
    for width in widths:
        page.set_viewport_size({"width": width, "height": 800})
        found.append(page.evaluate("document.documentElement.scrollWidth"))
    assert found == [*widths]
    page.close()


def test_dark_theme(browser: Browser, server: Server) -> None:
    """It follows the setting of the reader's system."""
    page = browser.new_page()
    page.goto(server.address)
    background = "getComputedStyle(document.body).backgroundColor"
    page.emulate_media(color_scheme="light")
    light = page.evaluate(background)
    page.emulate_media(color_scheme="dark")
    assert (light, page.evaluate(background)) == ("rgb(251, 250, 247)", "rgb(18, 24, 26)")
    page.close()


class OtherSite(BaseHTTPRequestHandler):
    """An empty page of another origin."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Log nothing."""


def test_a_script_of_another_site_reads_the_api(browser: Browser, server: Server) -> None:
    """CORS: bodies, exposed headers, errors, and a request that needs a preflight."""
    other = ThreadingHTTPServer(("127.0.0.1", 0), OtherSite)
    thread = Thread(target=other.serve_forever)
    thread.start()
    try:
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{other.server_port}/")
        script = """async (address) => {
            const list = await fetch(`${address}/api/publications?limit=5`, {headers: {"X-Anything": "needs a preflight"}});
            const error = await fetch(`${address}/api/publications?year=x`);
            const page = await fetch(`${address}/`, {headers: {Accept: "text/markdown"}});
            return [
                await list.json(), list.headers.get("X-Total-Count"), list.headers.get("ETag"), list.headers.get("Link"),
                error.status, (await error.json()).error, (await page.text()).split("\\n")[0],
            ];
        }"""
        body, total, etag, link, status, error, heading = page.evaluate(script, server.address)
        response = server.get("/api/publications?limit=5")
        assert (body, total, link) == (response.json(), "13", response.headers["link"])
        assert etag.startswith('"')
        assert (status, error, heading) == (400, "invalid_parameter", "# Dr. Noa Example, MD, PhD")
        page.close()
    finally:
        other.shutdown()
        thread.join()
        other.server_close()
