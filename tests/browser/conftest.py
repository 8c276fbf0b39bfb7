"""One browser for all of these tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.conftest import Server
from tests.support.browser import chromium
from tests.support.own import serving_own, write_large
from tests.support.profiles import serving_profile

HERE = Path(__file__).parent
PUBLICATION = "/publications/10.5555%2Fmsk.2021.001"
PAGES = ("/", "/he", "/publications", "/he/publications", "/cv", "/he/cv", PUBLICATION, f"/he{PUBLICATION}")
# The pages of the site, the accessibility statement, and the page of an error.
EVERY_PAGE = (*PAGES, "/accessibility", "/he/accessibility", "/nowhere", "/he/nowhere")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all of these tests as slow: they take long, and no version of Python changes what a browser does."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.slow)


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
    return [title.strip() for title in page.locator("ol.publications li:not([hidden]) h3").all_inner_texts()]


def matching(server: Server, query: str) -> list[str]:
    """Return the titles that the API answers to a query."""
    return [row["title"] for row in server.json(f"/api/publications?{query}")["publications"]]


@pytest.fixture(scope="session")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service with 500 publications."""
    with serving_own(tmp_path_factory.mktemp("large"), write_large) as running:
        yield running


@pytest.fixture(scope="session")
def neurologist(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving_profile("neurologist", tmp_path_factory.mktemp("neurologist")) as running:
        yield running


@pytest.fixture(scope="session")
def resident(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving_profile("resident", tmp_path_factory.mktemp("resident")) as running:
        yield running


@pytest.fixture(scope="session")
def professor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving_profile("professor", tmp_path_factory.mktemp("professor")) as running:
        yield running
