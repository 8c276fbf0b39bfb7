"""The home page in a real browser: announcements, the first screen, and readers with other settings."""

from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path

import pytest
import yaml
from playwright.sync_api import Browser, Page, expect

from bench.synthetic import write_csv
from tests.browser.conftest import PHONE, telephone
from tests.conftest import Server
from tests.support.browser import needs_chromium
from tests.support.languages import remove_hebrew
from tests.support.messages import editing
from tests.support.own import announce, serving_own

pytestmark = needs_chromium
# WCAG 2.2, target size (enhanced).
SMALLEST_TARGET = 44


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    with telephone(browser) as page:
        yield page


SHOWN = {
    "2027-04-21T03:59Z": [],  # still the day before, where the visitor is
    "2027-04-21T04:00Z": ["Leave"],
    "2027-04-23T03:59Z": ["Leave"],
    "2027-04-23T04:00Z": ["Moved"],
}


def test_announcements_of_other_days_are_hidden(clocked: Page, tmp_path: Path) -> None:
    """An open page follows the clock, and no empty section is left."""
    leave, move = {"text": "Leave", "from": "2027-04-21", "until": "2027-04-22"}, {"text": "Moved", "from": "2027-04-23"}
    clocked.clock.install(time="2027-04-01T12:00Z")
    shown, hidden = {}, {}
    with serving_own(tmp_path, announce(leave, move)) as own:
        clocked.goto(own.address)
        for moment in SHOWN:
            clocked.clock.pause_at(moment)
            shown[moment] = clocked.locator(".announcements p:visible").all_inner_texts()
            hidden[moment] = clocked.locator(".announcements").evaluate("each => each.hidden")
    assert (shown, hidden) == (SHOWN, {moment: not texts for moment, texts in SHOWN.items()})


@pytest.mark.parametrize("path", ["/", "/he"])
def test_the_first_screen_of_a_phone(page: Page, server: Server, path: str) -> None:
    """Who, what, and the first place: whether it takes new patients, how to book, and when it is open."""
    page.clock.set_fixed_time("2026-11-24T08:00Z")
    page.goto(server.address + path)
    links = page.locator(":is(.hero, .place) .button:visible").evaluate_all("all => all.map(link => link.href)")
    assert [link.split("/")[2] for link in links] == [*["booking.example.org"] * 3, "www.openstreetmap.org"]
    first = (".badge >> nth=0", ".place .button >> nth=0", ".status >> nth=0", ".week li >> nth=1")
    parts = (".photo", "h1", ".specialty", ".promise", ".spoken", ".hero .button", *first)
    boxes = {part: page.locator(part).bounding_box() for part in parts}
    assert [part for part, box in boxes.items() if not box or box["y"] + box["height"] > PHONE["height"]] == []
    tops = (
        page.locator(".place")
        .first.locator(".week, .button, .status, .actions .links, .times > p:not([class]), .note:visible")
        .evaluate_all("all => all.map((each) => [each.classList[0], each.getBoundingClientRect().top])")
    )
    assert [name for name, _ in sorted(tops, key=itemgetter(1))] == ["button", "status", "week", None, "links", "note"]
    expect(page.locator(".in-reach")).to_be_hidden()  # because a button is in view
    targets = [link.bounding_box() for link in page.locator(":is(header.site, .hero, .place, footer .links) a:visible").all()]
    assert len(targets) > 15
    assert [box for box in targets if not box or box["height"] < SMALLEST_TARGET] == []


@pytest.mark.parametrize(("path", "label"), [("/", "Book an appointment"), ("/he", "קביעת תור")])
def test_the_bar_stays_in_reach_on_a_telephone(page: Page, server: Server, path: str, label: str) -> None:
    """With several places it links to the choice, because a patient of one place must not call another."""
    page.goto(server.address + path)
    page.locator("#research").scroll_into_view_if_needed()
    bar = page.locator(".in-reach").get_by_role("link", name=label)
    expect(bar).to_be_in_viewport(ratio=1)
    bar.click()
    expect(page.locator("#clinic h2")).to_be_in_viewport()


def test_the_word_for_closed_has_ordinary_spaces(page: Page, server: Server) -> None:
    """Hours beside each other are farther apart. In Russian the word is two: приёма нет."""
    page.goto(server.address)
    spacing = "part => getComputedStyle(part).wordSpacing"
    assert page.locator(".week i").first.evaluate(spacing) == "0px"
    assert page.locator(".week span:has(> bdi)").first.evaluate(spacing) != "0px"


def test_an_entry_without_dates_is_below_the_others(page: Page, tmp_path: Path) -> None:
    rows = [["award", "Medal", "2020"], ["award", "Prize", ""]]
    with serving_own(tmp_path, lambda folder: write_csv(folder / "cv.csv", ["section", "title", "endDate"], rows)) as own:
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto(f"{own.address}/cv")
        left = "all => all.map((each) => each.getBoundingClientRect().left)"
        first, second = page.locator("section:has(#cv-award) .entries li > :last-child").evaluate_all(left)
        assert first == second


def name_secretary(folder: Path) -> None:
    with editing(folder, "clinic.yaml") as clinic:
        clinic["bookingLinks"] = {"Book": "https://booking.example.org", "Ring Ms Sample-Example": "tel:+972-0-555-0101"}


def test_a_link_with_a_hyphen_has_one_underline(page: Page, tmp_path: Path) -> None:
    with serving_own(tmp_path, name_secretary) as own:
        page.goto(own.address)
        word = page.get_by_text("Sample-Example")
        assert word.evaluate("part => getComputedStyle(part).display") == "inline"


def difficult(folder: Path) -> None:
    remove_hebrew(folder)
    name = "Prof. Dr. Maria-Magdalena Schwarzenberger-Leutheusser van der Hoogenband"
    word = "Otorhinolaryngologische-Universitätspoliklinik"
    profile = {
        "name": name,
        "specialty": f"{word} {word}",
        "positions": [f"{name}, {word}"],
        "credentials": "MD, PhD, MSc, FACR, FRCR",
    }
    clinic = {"name": f"{word}{word}", "address": f"{word} 1, {name}", "phone": "+49 (0) 555 0100 0100 0100"}
    for file, values in (("profile", profile), ("clinic", clinic), ("research", {"areas": [{"name": f"{word}{word}"}]})):
        (folder / f"{file}.yaml").write_text(yaml.safe_dump(values, allow_unicode=True), encoding="utf-8")
    long = f"{word} {name} {word}"
    write_csv(folder / "services.csv", ["name"], [[long]])
    write_csv(folder / "cv.csv", ["section", "title", "organization", "featured"], [["award", long, long, "yes"]])


def test_a_difficult_profile(browser: Browser, tmp_path: Path) -> None:
    """Nothing is wider than the screen, at twice the text size too; the first action is to call; there is no other language."""
    with serving_own(tmp_path, difficult) as own, browser.new_page(bypass_csp=True) as page:
        page.goto(own.address)
        expect(page.locator(".place .button").first).to_contain_text("Call")
        assert page.locator("[hreflang], .status, .photo, #about").count() == 0
        for path in ("", "/cv"):
            page.goto(own.address + path)
            assert page.locator("h1 small").evaluate("each => getComputedStyle(each).display") == "block"
            assert page.locator("h1").inner_text().split("\n")[-1] == "MD, PhD, MSc, FACR, FRCR"
        page.goto(own.address)
        for size, widths in (("100%", (320, 640, 1280)), ("200%", (640, 1280))):
            page.add_style_tag(content=f":root {{ font-size: {size} !important; }}")
            for width in widths:
                page.set_viewport_size({"width": width, "height": 800})
                assert page.evaluate("document.documentElement.scrollWidth") == width, size
