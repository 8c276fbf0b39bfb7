"""Every page for readers with other settings: keyboard only, large text, forced colors, no JavaScript, a small profile."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import EVERY_PAGE, PUBLICATION
from tests.conftest import Server
from tests.support.browser import needs_chromium, watched

pytestmark = needs_chromium
# What takes the focus when the Tab key is pressed, and can be seen. Of radio buttons it is the chosen one.
STOPS = """() => [...document.querySelectorAll("a[href], button, input:not([type=radio]:not(:checked)), select, summary")]
    .filter((element) => element.checkVisibility({visibilityProperty: true}) && element.tabIndex >= 0)
    .map((element) => element.outerHTML.slice(0, 100))"""
# Where the focus is, and whether it can be seen: on the screen, and with an outline.
FOCUS = """() => {
    const element = document.activeElement, box = element.getBoundingClientRect(), style = getComputedStyle(element);
    const seen = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    return [element.outerHTML.slice(0, 100), seen && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2];
}"""
# The browser draws the edge of a checkbox itself, and of a radio button only the label is shown.
EDGES = """() => [...document.querySelectorAll("button, .button, input:not([type=checkbox], [type=radio]), select")]
    .filter((each) => each.checkVisibility())
    .map((each) => [each.outerHTML.slice(0, 100), parseFloat(getComputedStyle(each).borderTopWidth)])"""
BARS = """() => [...document.querySelectorAll("rect.bar")].map((each) => getComputedStyle(each).fill)"""


@pytest.mark.parametrize("path", ["/", "/he", "/publications", "/cv", PUBLICATION])
def test_the_tab_key_reaches_every_link_and_control(page: Page, server: Server, path: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(server.address + path)
    stops, reached = page.evaluate(STOPS), []
    for _ in stops:
        page.keyboard.press("Tab")
        element, is_seen = page.evaluate(FOCUS)
        assert is_seen, element
        reached.append(element)
    assert reached == stops


@pytest.mark.parametrize("path", ["/", "/publications", PUBLICATION])
def test_forced_colors_keep_edges_and_bars(page: Page, server: Server, path: str) -> None:
    page.emulate_media(forced_colors="active")
    page.goto(server.address + path)
    assert [element for element, width in page.evaluate(EDGES) if width < 1] == []
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") not in page.evaluate(BARS)


@pytest.mark.parametrize("path", EVERY_PAGE)
def test_nothing_is_wider_than_the_window(page: Page, server: Server, path: str) -> None:
    page.goto(server.address + path)
    wider = []
    for width, size in ((1280, "100%"), (768, "100%"), (390, "100%"), (320, "100%"), (1280, "200%"), (640, "200%")):
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", size)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wider.append((width, size))
    assert wider == []


@pytest.mark.parametrize("path", ["/", "/publications", "/cv", PUBLICATION])
def test_without_javascript_every_link_is_there(page: Page, plain: Page, server: Server, path: str) -> None:
    visible = "all => all.filter((each) => each.checkVisibility()).map((each) => each.getAttribute('href'))"
    page.goto(server.address + path)
    plain.goto(server.address + path)
    with_script, without = (set(each.locator("a[href]").evaluate_all(visible)) for each in (page, plain))
    assert with_script - without == set()
    assert plain.locator("button:visible").count() == plain.locator("form[action] button[type=submit]:visible").count()


@pytest.mark.parametrize("path", ["/", "/cv"])
def test_a_small_profile(page: Page, resident: Server, path: str) -> None:
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
