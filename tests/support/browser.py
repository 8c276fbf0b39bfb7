"""A real browser: headless Chromium driven by Playwright, and a record of its network requests."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, Request, sync_playwright

# The first one has no window, so it takes less than half of the processor time for the same pages.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((path for name in NAMES if (path := shutil.which(name))), None)
# No background requests; --no-sandbox because CI runs as root.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",
]
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS) as browser:
        yield browser


@dataclass
class Seen:
    """The requests and errors of a page.

    Attributes:
        requests: the URLs in order.
        errors: script errors, console messages, failed requests.
        finished: the requests with a whole response.
    """

    requests: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    finished: list[Request] = field(default_factory=list)

    @property
    def received(self) -> dict[str, int]:
        """The bytes received over the network for each URL, compressed."""
        sizes = {request.url: request.sizes() for request in self.finished}
        return {url: size["responseHeadersSize"] + size["responseBodySize"] for url, size in sizes.items()}


def open_whole(page: Page, address: str) -> None:
    """Open a page, and wait until it is parsed and has loaded all it needs.

    On a busy machine the network can be idle while the document is still parsed.
    """
    page.goto(address)
    page.wait_for_load_state("networkidle")


def watched(page: Page) -> Seen:
    """Record everything that happens on a page from now on."""
    seen = Seen()
    page.on("request", lambda request: seen.requests.append(request.url))
    page.on("requestfinished", lambda request: seen.finished.append(request))
    page.on("requestfailed", lambda request: seen.errors.append(f"failed: {request.url}"))
    page.on("pageerror", lambda error: seen.errors.append(str(error)))
    page.on("console", lambda message: seen.errors.append(message.text) if message.type in ("error", "warning") else None)
    return seen
