"""A real browser: Debian's Chromium without a screen, driven by Playwright; and what it asked for over the network."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None)
# It asks nobody for updates, and runs as root, as CI does.
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
    """A browser with an empty profile."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Seen:
    """What a page asked for and what went wrong on it.

    Attributes:
        requests: the addresses, in the order of the requests.
        faults: errors of scripts, messages on the console, requests that failed.
        received: bytes that came over the network, as they came.
    """

    requests: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    received: int = 0


def watched(page: Page) -> Seen:
    """Note all that happens on a page from now on."""
    seen = Seen()

    def finished(event: dict[str, Any]) -> None:
        seen.received += int(event["encodedDataLength"])

    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.loadingFinished", finished)
    page.on("request", lambda request: seen.requests.append(request.url))
    page.on("requestfailed", lambda request: seen.faults.append(f"failed: {request.url}"))
    page.on("pageerror", lambda error: seen.faults.append(str(error)))
    page.on("console", lambda message: seen.faults.append(message.text) if message.type in ("error", "warning") else None)
    return seen
