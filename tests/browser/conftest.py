"""One browser for all of these tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.conftest import Server
from tests.support.browser import chromium

PUBLICATION = "/publications/10.5555%2Fmsk.2021.001"
PAGES = ("/", "/he", PUBLICATION)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture
def profile(browser: Browser, server: Server) -> Iterator[Page]:
    """The profile page of the example; the clipboard may be used."""
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(server.address)
    yield page
    context.close()


def titles(page: Page) -> list[str]:
    """Return the titles of the list that a page shows."""
    return [title.strip() for title in page.locator("ol.publications h3").all_inner_texts()]


def matching(server: Server, query: str) -> list[str]:
    """Return the titles that the API answers to a query."""
    return [row["title"] for row in server.json(f"/api/publications?{query}")["publications"]]
