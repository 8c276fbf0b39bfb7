"""Every page for readers with other settings: keyboard only, large text, forced colours, no JavaScript, a small profile."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.browser.conftest import EVERY_PAGE
from tests.conftest import Server
from tests.support.browser import needs_chromium, watched

pytestmark = needs_chromium
# What takes the focus when the Tab key is pressed, and can be seen.
STOPS = """() => [...document.querySelectorAll("a[href], button, input, select, summary")]
    .filter((element) => element.checkVisibility({visibilityProperty: true}) && element.tabIndex >= 0)
    .map((element) => element.outerHTML.slice(0, 100))"""
# Where the focus is, and whether it can be seen: on the screen, and with an outline.
FOCUS = """() => {
    const element = document.activeElement, box = element.getBoundingClientRect(), style = getComputedStyle(element);
    const seen = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    return [element.outerHTML.slice(0, 100), seen && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2];
}"""
EDGES = """() => [...document.querySelectorAll("button, .button, input, select")].filter((each) => each.checkVisibility())
    .map((each) => [each.outerHTML.slice(0, 100), parseFloat(getComputedStyle(each).borderTopWidth)])"""
BARS = """() => [...document.querySelectorAll("rect.bar")].map((each) => getComputedStyle(each).fill)"""
# The size of new pages.
DEFAULT: ViewportSize = {"width": 1280, "height": 720}


@pytest.mark.parametrize("path", EVERY_PAGE)
def test_every_page(page: Page, plain: Page, server: Server, path: str) -> None:
    """Once for each reader; the page is loaded only once more, without JavaScript."""
    page.emulate_media(reduced_motion="reduce")
    page.goto(server.address + path)
    by_keyboard(page)
    in_forced_colours(page)
    on_any_screen(page)
    page.set_viewport_size(DEFAULT)
    plain.goto(server.address + path)
    without_javascript(page, plain)


def by_keyboard(page: Page) -> None:
    """The Tab key reaches every link and control once, in the order of the page, and the focus can always be seen."""
    stops, reached = page.evaluate(STOPS), []
    for _ in stops:
        page.keyboard.press("Tab")
        element, is_seen = page.evaluate(FOCUS)
        assert is_seen, element
        reached.append(element)
    assert reached == stops


def in_forced_colours(page: Page) -> None:
    """Every control keeps its edge, and the bars of the chart can be seen."""
    page.emulate_media(forced_colors="active")
    assert [element for element, width in page.evaluate(EDGES) if width < 1] == []
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") not in page.evaluate(BARS)
    page.emulate_media(forced_colors="none")


def on_any_screen(page: Page) -> None:
    """On any screen, and with text of double size, nothing is wider than the window."""
    for width, size in ((1280, "100%"), (768, "100%"), (390, "100%"), (320, "100%"), (1280, "200%"), (640, "200%")):
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", size)
        assert (width, size, page.evaluate("document.documentElement.scrollWidth - innerWidth")) == (width, size, 0)
    page.evaluate("document.documentElement.style.fontSize = ''")


def without_javascript(page: Page, plain: Page) -> None:
    """Every link is there, and every button sends a form."""
    visible = "all => all.filter((each) => each.checkVisibility()).map((each) => each.getAttribute('href'))"
    with_script, without = (set(each.locator("a[href]").evaluate_all(visible)) for each in (page, plain))
    assert with_script - without == set()
    assert plain.locator("button:visible").count() == plain.locator("form[action] button[type=submit]:visible").count()


@pytest.mark.parametrize("path", ["/", "/cv"])
def test_a_small_profile(page: Page, resident: Server, path: str) -> None:
    """No Hebrew, no empty section, no empty link, no error on the console."""
    seen = watched(page)
    page.goto(resident.address + path)
    assert seen.errors == []
    assert page.locator("[hreflang], [lang=he], [href^='/he']").count() == 0
    sections = page.locator("main section:visible").evaluate_all(
        "all => all.map((each) => [each.innerText.trim(), each.querySelector('h2')?.innerText.trim()])"
    )
    assert sections != []
    assert [heading for text, heading in sections if text == heading] == []
    links = page.locator("a:visible").evaluate_all(
        "all => all.map((each) => [each.getAttribute('href'), each.textContent.trim() || each.ariaLabel])"
    )
    assert [(target, text) for target, text in links if target in (None, "", "#") or not text] == []
