"""A real browser: headless Chromium driven by Playwright, and a record of its network requests."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None)
# No background requests; --no-sandbox because CI runs as root.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start a browser with an empty profile."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Seen:
    """The requests and errors of a page.

    Attributes:
        requests: the URLs in order.
        errors: script errors, console messages, failed requests.
        received: bytes received over the network for each URL, compressed.
    """

    requests: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    received: dict[str, int] = field(default_factory=dict)


def watched(page: Page) -> Seen:
    """Record everything that happens on a page from now on."""
    seen = Seen()

    urls: dict[str, str] = {}

    def sent(event: dict[str, Any]) -> None:
        urls[event["requestId"]] = event["request"]["url"]

    def finished(event: dict[str, Any]) -> None:
        name = urls.get(event["requestId"], event["requestId"])  # a request from before has no URL
        seen.received[name] = int(event["encodedDataLength"])

    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.requestWillBeSent", sent)
    network.on("Network.loadingFinished", finished)
    page.on("request", lambda request: seen.requests.append(request.url))
    page.on("requestfailed", lambda request: seen.errors.append(f"failed: {request.url}"))
    page.on("pageerror", lambda error: seen.errors.append(str(error)))
    page.on("console", lambda message: seen.errors.append(message.text) if message.type in ("error", "warning") else None)
    return seen
