"""One browser for all of these tests."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.conftest import Server, start
from tests.support.browser import chromium
from tests.support.own import PROFILES, profile_database

HERE = Path(__file__).parent
PUBLICATION = "/publications/10.5555%2Fmsk.2021.001"
PAGES = ("/", "/he", "/publications", "/he/publications", "/cv", "/he/cv", PUBLICATION, f"/he{PUBLICATION}")
PHONE: ViewportSize = {"width": 390, "height": 844}
# The pages of the site, those that only its footer leads to, and the page of an error.
EVERY_PAGE = (*PAGES, "/embed", "/he/embed", "/accessibility", "/he/accessibility", "/nowhere", "/he/nowhere")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all of these tests as slow: they take long, and no version of Python changes what a browser does."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture(scope="session")
def tab(browser: Browser) -> Iterator[Page]:
    """A page for many tests, because each new one costs a second of processor time. A module may have its own."""
    with browser.new_page(permissions=["clipboard-read", "clipboard-write"]) as page:
        yield page


@pytest.fixture
def page(tab: Page) -> Iterator[Page]:
    """An empty page, whose scripts may use the clipboard."""
    size = tab.viewport_size
    yield tab
    tab.goto("about:blank")
    devtools = tab.context.new_cdp_session(tab)
    devtools.send("Page.resetNavigationHistory")
    devtools.send("Network.clearBrowserCache")  # another server may get the port
    devtools.detach()
    tab.mouse.move(0, 0)
    tab.emulate_media(media="null", color_scheme="null", reduced_motion="null", forced_colors="null")
    if size:
        tab.set_viewport_size(size)


@pytest.fixture(scope="session")
def plain(browser: Browser) -> Iterator[Page]:
    """A page without JavaScript."""
    with browser.new_page(java_script_enabled=False) as page:
        yield page


def telephone(browser: Browser) -> Page:
    """A page of a telephone. The visitor is in New York."""
    return browser.new_page(viewport=PHONE, has_touch=True, is_mobile=True, timezone_id="America/New_York")


@pytest.fixture
def clocked(browser: Browser) -> Iterator[Page]:
    """A page whose time passes."""
    with telephone(browser) as page:
        yield page


def titles(page: Page) -> list[str]:
    return [title.strip() for title in page.locator("ol.publications > li:not([hidden]) h3").all_inner_texts()]


def matching(server: Server, query: str) -> list[str]:
    return [row["title"] for row in server.json(f"/api/publications?{query}")["publications"]]


def served(profile: str) -> Any:
    """A fixture: a service with one of the profiles in ``tests/profiles``."""

    @pytest.fixture(scope="session", name=profile)
    def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
        with start(profile_database(profile, tmp_path_factory), tmp_path_factory.mktemp(profile) / "log") as running:
            yield running

    return service


neurologist, resident, professor = map(served, PROFILES)
