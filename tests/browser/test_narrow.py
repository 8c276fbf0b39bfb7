"""The first screen on a narrow telephone, or with the text at 200 %: 195 CSS pixels are 390 at twice the size."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from bench.synthetic import write_csv
from tests.conftest import ROOT, Server, start
from tests.support.browser import needs_chromium
from tests.support.messages import editing
from tests.support.own import announce, build_own, serving_own

pytestmark = needs_chromium
# The first thing to do (a button, the telephone of an announcement) or the first of several places has to begin above this.
FIRST_SCREEN = 660
# Words that begin on one line and end on another, although they have no hyphen.
BROKEN_WORDS = """() => {
    const broken = [];
    for (const element of document.querySelectorAll(".owner, header.site li, h1, .specialty, .position, .button")) {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            for (const { 0: word, index } of walker.currentNode.data.matchAll(/[\\p{L}\\p{N}.,]+/gu)) {
                const range = document.createRange();
                range.setStart(walker.currentNode, index);
                range.setEnd(walker.currentNode, index + word.length);
                if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
            }
        }
    }
    return broken;
}"""
# Buttons and menus that are partly outside the window, and menus narrower than their text.
CUT_CONTROLS = """() => [...document.querySelectorAll("button, .button, input, select")].filter((each) => {
    const { left, right, width } = each.getBoundingClientRect();
    const context = document.createElement("canvas").getContext("2d");
    const { font, paddingLeft, paddingRight } = getComputedStyle(each);
    context.font = font;
    const text = each.options ? context.measureText(each.selectedOptions[0].text).width : 0;
    const needed = text + parseFloat(paddingLeft) + parseFloat(paddingRight);
    return each.checkVisibility() && (left < 0 || right > innerWidth || width < needed);
}).map((each) => each.textContent.trim())"""


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    """The example announces what ends one day."""
    with browser.new_page() as page:
        page.clock.set_fixed_time("2026-11-22T12:00Z")
        yield page


@pytest.mark.parametrize(
    ("profile", "path", "width"),
    [
        ("server", "/publications", 195),
        ("server", "/he/publications", 160),
        ("neurologist", "/", 180),
        ("server", "/nowhere", 195),
    ],
)
def test_no_control_is_cut(page: Page, request: pytest.FixtureRequest, profile: str, path: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(request.getfixturevalue(profile).address + path)
    for fold in page.locator("form summary").all():
        fold.click()
    assert page.evaluate(CUT_CONTROLS) == []
    # One below the other where the text is large.
    assert len(page.evaluate("[...new Set([...document.querySelectorAll('select')].map(menu => menu.offsetLeft))]")) <= 1


@pytest.mark.parametrize(("profile", "width", "end"), [("professor", 390, 844), ("server", 390, 640), ("server", 1280, 400)])
def test_the_list_begins_on_the_first_screen(
    page: Page, request: pytest.FixtureRequest, profile: str, width: int, end: int
) -> None:
    """Below the search and the chart."""
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{request.getfixturevalue(profile).address}/publications")
    title = page.locator(".title").first.bounding_box()
    assert title
    assert title["y"] + title["height"] < end


def test_the_numbers_of_the_chart_are_below_the_menus(page: Page, tmp_path: Path) -> None:
    """Where the menu of years is alone, no other row is between them."""
    fields = ["title", "authors", "journal", "year", "doi"]
    rows = [[f"Title {n}", "Example N", "Journal", 2010 + n % 12, f"10.5555/{n}"] for n in range(16)]
    page.set_viewport_size({"width": 390, "height": 844})
    with serving_own(tmp_path, lambda folder: write_csv(folder / "publications.csv", fields, rows)) as server:
        page.goto(f"{server.address}/publications")
        menu, number = page.locator("select").bounding_box(), page.locator("figure .count").first.bounding_box()
    assert menu
    assert number
    assert number["y"] > menu["y"] + menu["height"]


@pytest.mark.parametrize("width", [390, 1280])
def test_the_year_stays_in_view_and_hides_nothing_that_has_the_focus(page: Page, professor: Server, width: int) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{professor.address}/publications")
    page.locator(".list .cite").nth(30).focus()
    years, hidden = [], []
    for _ in range(60):
        page.keyboard.press("Shift+Tab")
        year, is_hidden = page.evaluate(
            """() => {
                const focused = document.activeElement, { left, top } = focused.getBoundingClientRect();
                const heading = focused.closest("section").querySelector("h2").getBoundingClientRect();
                const isHidden = !focused.contains(document.elementFromPoint(left + 2, top + 2));
                return [heading.top >= 0 && heading.bottom <= innerHeight, isHidden];
            }"""
        )
        years.append(year)
        hidden.append(is_hidden)
    assert (set(years), set(hidden)) == ({True}, {False})


def test_selected_publications_are_in_the_middle_between_their_lines(page: Page, server: Server) -> None:
    page.goto(server.address)
    spaces = page.locator(".highlights li").evaluate_all(
        """all => all.map((each) => {
            const { paddingTop, paddingBottom, marginTop, marginBottom } = getComputedStyle(each);
            return [paddingTop, paddingBottom, marginTop, marginBottom];
        })"""
    )
    assert spaces[1:-1] == [["17.6px", "17.6px", "0px", "0px"]] * 3


def test_the_name_in_a_cv_stays_large(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 195, "height": 422})
    page.goto(f"{server.address}/cv")
    name, credentials = (
        page.locator(part).evaluate("part => parseFloat(getComputedStyle(part).fontSize)") for part in ("h1", "h1 small")
    )
    assert name >= 24
    assert credentials >= 16


def test_a_linked_title_in_a_cv_has_the_color_of_others(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/cv")
    linked, plain = (
        page.locator(part).first.evaluate("part => getComputedStyle(part).color")
        for part in (".entries a b", ".entries span > b")
    )
    assert linked == plain


def test_a_long_career_fits_a_telephone(page: Page, professor: Server) -> None:
    """Its 500 publications are folded by type; the contents lead to them."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{professor.address}/cv")
    assert page.evaluate("document.body.scrollHeight") < 15_000
    page.locator(".contents summary").click()
    page.get_by_role("link", name="Publications (500)").click()
    expect(page.locator("#publications")).to_be_in_viewport()


@pytest.mark.parametrize(("width", "shown"), [(195, [True, False]), (390, [True, False]), (1280, [False, True])])
def test_the_only_way_to_book_is_a_number_in_sight(page: Page, tmp_path: Path, width: int, shown: list[bool]) -> None:
    """On the button, so that it takes no line of a telephone; on wide screens, below the address."""
    page.set_viewport_size({"width": width, "height": 844})
    with serving_own(tmp_path, without_links) as own:
        page.goto(own.address)
        place = page.locator(".place").first
        numbers = place.locator(".button bdi"), place.locator("address a[href^='tel:']")
        assert [number.is_visible() for number in numbers] == shown
        assert page.evaluate(CUT_CONTROLS) == []


def without_links(folder: Path) -> None:
    with editing(folder, "clinic.yaml") as clinic:
        del clinic["bookingLinks"]


@pytest.mark.parametrize(("width", "is_first"), [(195, True), (390, False)], ids=["200 %", "100 %"])
def test_what_is_urgent_comes_first_in_large_text(page: Page, tmp_path: Path, width: int, is_first: bool) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    with serving_own(tmp_path, announce({"text": "Call 112 in an emergency.", "urgent": True})) as own:
        page.goto(own.address)
        notice, promise = (page.locator(selector).bounding_box() for selector in (".hero .notice", ".promise"))
    assert notice
    assert promise
    assert (notice["y"] < promise["y"]) == is_first


def test_a_curriculum_vitae_has_the_whole_width_for_large_text(page: Page, server: Server) -> None:
    """The year is above its publications."""
    page.set_viewport_size({"width": 195, "height": 422})
    page.goto(f"{server.address}/cv")
    year, entries = (page.locator(f".year > {part}").first.bounding_box() for part in ("h4", "ul"))
    assert year
    assert entries
    assert (entries["x"], entries["y"]) == (year["x"], year["y"] + year["height"])


@pytest.mark.parametrize("width", [195, 320])
@pytest.mark.parametrize("profile", ["server", "neurologist", "professor"])
@pytest.mark.parametrize("path", ["/", "/he"])
def test_the_header_fits(page: Page, request: pytest.FixtureRequest, profile: str, path: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(request.getfixturevalue(profile).address + path)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate(BROKEN_WORDS) == []
    first = page.locator(".hero :is(.button, .announcements a):visible, .place").first.bounding_box()
    assert first
    assert first["y"] < FIRST_SCREEN


@pytest.mark.parametrize("path", ["/", "/he"])
def test_large_text_has_the_bar_from_the_beginning_and_it_hides_nothing_that_has_the_focus(
    page: Page, server: Server, path: str
) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 195, "height": 422})
    page.goto(server.address + path)
    bar = page.locator(".in-reach")
    expect(bar).to_be_in_viewport(ratio=1)
    link = page.locator("#publications a").last
    link.focus()
    boxes = link.bounding_box(), bar.bounding_box()
    assert boxes[0]
    assert boxes[1]
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"] < 422


@pytest.mark.parametrize("path", ["/", "/he", "/cv", "/publications"])
@pytest.mark.parametrize("width", [195, 320])
def test_links_to_pages_are_in_one_row_that_scrolls(page: Page, professor: Server, path: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(professor.address + path)
    pages = page.locator("header.site li a")
    assert pages.count() > 1
    assert len({box["y"] for link in pages.all() if (box := link.bounding_box())}) == 1
    pages.last.focus()
    expect(pages.last).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", [195, 390])
def test_the_photo_covers_no_language(page: Page, tmp_path: Path, width: int) -> None:
    def in_four_languages(folder: Path) -> None:
        with (folder / "site.yaml").open("a", encoding="utf-8") as file:
            file.write("languages: [en, he, fr, ar]\n")

    with serving_own(tmp_path, in_four_languages) as own:
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(own.address)
        languages = page.locator(".language")
        assert languages.count() == 3
        for link in languages.all():
            link.click(trial=True)  # fails if another element is in front


SERVICES = [["Group session for four children and their parents", "1 h · 180 € per child"], ["Visit", "60 min · 88 € (refunded)"]]


@pytest.mark.parametrize(("width", "is_below"), [(195, True), (390, False), (1280, False)])
def test_prices_leave_room_for_the_names_of_services(page: Page, tmp_path: Path, width: int, is_below: bool) -> None:
    """A duration is close to its price, and in a column. Where the text is large, both are below the name."""
    with serving_own(tmp_path, lambda folder: write_csv(folder / "services.csv", ["name", "note"], SERVICES)) as own:
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(own.address)
        names, prices, durations = (
            page.locator(f".services .{part}").evaluate_all("all => all.map((each) => each.getBoundingClientRect().toJSON())")
            for part in ("name", "price", "duration")
        )
    assert [box["top"] >= name["bottom"] for name, box in zip(names, prices, strict=True)] == [is_below] * 2
    assert [abs(box["top"] - price["top"]) < 40 for price, box in zip(prices, durations, strict=True)] == [True] * 2
    assert names[0]["width"] > 90
    assert is_below or durations[0]["right"] == durations[1]["right"]


@pytest.mark.parametrize("width", [195, 390])
def test_no_bar_runs_across_the_field_of_a_page_without_a_photo(page: Page, resident: Server, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(resident.address)
    [header, hero] = [page.locator(part).bounding_box() for part in ("header.site", ".hero.bare")]
    assert header
    assert hero
    assert header["y"] + header["height"] == hero["y"]


def test_a_long_biography_is_folded_on_a_telephone_only(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(server.address)
    rest = page.get_by_text("Her research at Example University")
    expect(rest).to_be_hidden()
    page.locator(".biography summary").click()
    expect(rest).to_be_visible()
    page.reload()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(rest).to_be_visible()
    expect(page.locator(".biography summary")).to_be_hidden()


def test_a_list_of_seven_awards_shows_five(page: Page, professor: Server) -> None:
    page.goto(professor.address)
    awards = page.locator("#cv-award li")
    assert [award.is_visible() for award in awards.all()] == [True] * 5 + [False] * 2
    page.locator("#cv-award summary").click()
    expect(awards.last).to_be_visible()


def test_a_long_name_fits_a_cv_in_large_text(page: Page, tmp_path: Path) -> None:
    def lengthen(sources: Path) -> None:
        with editing(sources, "profile.yaml") as profile:
            profile["name"] = "Mr Crispin Featherstonehaugh-Oyelaran"

    page.set_viewport_size({"width": 195, "height": 422})
    with serving_own(tmp_path, lengthen) as own:
        page.goto(f"{own.address}/cv")
        assert page.evaluate("document.documentElement.scrollWidth") == 195


def serving_mail(folder: Path, address: str) -> Server:
    """The page of the resident, who has no clinic, with another mail address."""

    def change(sources: Path) -> None:
        with editing(sources, "profile.yaml") as profile:
            profile["email"] = address

    return start(build_own(folder, change, ROOT / "tests" / "profiles" / "resident"), folder / "log")


@pytest.mark.parametrize("width", [320, 390])
def test_a_long_mail_address_breaks_inside_its_button(page: Page, tmp_path: Path, width: int) -> None:
    address = "marie-josephe.archambault-deschenes@universite.example.org"
    page.set_viewport_size({"width": width, "height": 844})
    with serving_mail(tmp_path, address) as own:
        page.goto(own.address)
        assert page.locator(".button .address").inner_text() == address
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.evaluate(CUT_CONTROLS) == []


def test_a_mail_address_breaks_before_its_host(page: Page, tmp_path: Path) -> None:
    page.set_viewport_size({"width": 320, "height": 844})
    with serving_mail(tmp_path, "marie.archambault.deschenes@universite.example.org") as own:
        page.goto(own.address)
        lines = """(address) => [...address.childNodes].filter((part) => part.data).map((part) => {
            const range = document.createRange();
            range.selectNode(part);
            return range.getClientRects().length;
        })"""
        assert page.locator(".button .address").evaluate(lines) == [1, 1]


def test_few_publications_have_no_chart_and_no_search(page: Page, resident: Server) -> None:
    page.goto(f"{resident.address}/publications")
    assert page.locator("figure, form").count() == 0
    assert page.locator("ol.publications > li").count() == 2
    page.goto(resident.address)
    expect(page.locator("#publications h2")).to_have_text("Publications")
