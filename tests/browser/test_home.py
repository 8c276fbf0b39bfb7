"""The home page in a real browser: opening hours by the clinic's clock, the first screen, and readers with other settings."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import Browser, Page, ViewportSize, expect

from bench.synthetic import remove_hebrew, write_csv
from tests.conftest import Server
from tests.support.browser import needs_chromium
from tests.support.own import announce, serving_own

pytestmark = needs_chromium
PHONE: ViewportSize = {"width": 390, "height": 844}
# WCAG 2.2, target size (enhanced).
SMALLEST_TARGET = 44
# Moments in their order: UTC, the sentence in English and Hebrew, whether it is open, today's row, today's closure, the number of
# closures to come. The clinic is in Asia/Jerusalem (UTC+2, in summer UTC+3), the browser in New York.
BY_APPOINTMENT = {"/": "By appointment. Office ", "/he": "בתיאום מראש. המשרד "}
MONDAY = "08:30–13:00, 15:00–19:00"
MOMENTS = [
    ("2026-11-23T06:29Z", "opens today 08:30", "נפתח היום ב־08:30", False, f"Monday 23 Nov {MONDAY}", [], 2),
    ("2026-11-23T06:30Z", "open until 13:00", "פתוח עד 13:00", True, f"Monday 23 Nov {MONDAY}", [], 2),
    ("2026-11-23T11:00Z", "opens today 15:00", "נפתח היום ב־15:00", False, f"Monday 23 Nov {MONDAY}", [], 2),
    ("2026-11-23T17:00Z", "opens tomorrow 08:30", "נפתח מחר ב־08:30", False, f"Monday 23 Nov {MONDAY}", [], 2),
    ("2026-11-27T10:00Z", "opens Sunday 08:30", "נפתח ביום ראשון ב־08:30", False, "Friday 27 Nov 08:30–12:00", [], 2),
    ("2026-11-28T08:00Z", "closed today · Opens tomorrow 08:30", "סגור היום · נפתח מחר ב־08:30", False,
     "Saturday 28 Nov Closed", [], 2),
    ("2026-11-28T22:00Z", "opens today 08:30", "נפתח היום ב־08:30", False, "Sunday 29 Nov 08:30–13:00", [], 2),
    ("2027-04-20T09:59Z", "open until 13:00", "פתוח עד 13:00", True, "Tuesday 20 Apr 08:30–13:00", [], 2),
    ("2027-04-20T10:00Z", "opens Thursday, 29 April, 08:30", "נפתח ביום חמישי, 29 באפריל, ב־08:30", False,
     "Tuesday 20 Apr 08:30–13:00", [], 2),
    ("2027-04-22T08:00Z", "closed until 28 April (Passover)", "סגור עד 28 באפריל (פסח)", False, None,
     ["21–28 April 2027 (Passover)"], 2),
    ("2027-04-25T08:00Z", "closed today (Passover) · Opens Thursday 08:30", "סגור היום (פסח) · נפתח ביום חמישי ב־08:30", False,
     "Sunday 25 Apr Closed (Passover)", ["21–28 April 2027 (Passover)"], 2),
    ("2027-04-29T06:00Z", "open until 13:00", "פתוח עד 13:00", True, "Thursday 29 Apr 08:30–13:00", [], 1),
    ("2027-10-04T06:00Z", "open until 13:00", "פתוח עד 13:00", True, f"Monday 4 Oct {MONDAY}", [], 0),
]  # fmt: skip


def telephone(browser: Browser) -> Page:
    return browser.new_page(viewport=PHONE, has_touch=True, is_mobile=True, timezone_id="America/New_York")


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    with telephone(browser) as page:
        yield page


@pytest.fixture
def clocked(browser: Browser) -> Iterator[Page]:
    """A page whose time passes."""
    with telephone(browser) as page:
        yield page


@pytest.mark.parametrize(("path", "sentence"), [("/", 1), ("/he", 2)])
def test_opening_hours(clocked: Page, server: Server, path: str, sentence: int) -> None:
    """Whether the clinic is open, today's row, today's closure and the closures to come; an open page follows the clock."""
    clocked.clock.install(time="2026-11-23T06:00Z")
    clocked.goto(server.address + path)
    for moment in MOMENTS:
        clocked.clock.pause_at(moment[0])
        clinic = clocked.locator(".place").first
        expect(clinic.locator(".status")).to_have_text(f"{BY_APPOINTMENT[path]}{moment[sentence]}")
        expect(clinic.locator(".status.open")).to_have_count(int(moment[3]))
        rows = clocked.locator("#opening tr[aria-current]")
        if path == "/":
            assert [" ".join(row.split()) for row in rows.all_inner_texts()] == [moment[4]] * bool(moment[4])
            assert clocked.locator("#opening .closures li[aria-current]").all_inner_texts() == moment[5]
        assert clocked.locator("#opening .closures li:visible").count() == moment[6]
        assert clocked.locator("#opening .closures").is_visible() == bool(moment[6])


# On 25 April 2027.
NEXT_DAYS = {
    "/": "Sunday 25 Apr, Monday 26 Apr, Tuesday 27 Apr, Wednesday 28 Apr, Thursday 29 Apr, Friday 30 Apr, Saturday 1 May",
    "/he": "יום ראשון 25 באפר׳, יום שני 26 באפר׳, יום שלישי 27 באפר׳, "
    "יום רביעי 28 באפר׳, יום חמישי 29 באפר׳, יום שישי 30 באפר׳, יום שבת 1 במאי",
}


@pytest.mark.parametrize("path", ["/", "/he"])
def test_the_days_to_come_are_shown_as_they_are(page: Page, server: Server, path: str) -> None:
    """Today and the next six, closed ones with the reason. The regular hours are folded."""
    page.clock.set_fixed_time("2027-04-25T08:00Z")
    page.goto(server.address + path)
    days = page.locator("#opening .now tbody tr")
    assert days.locator("th").all_inner_texts() == NEXT_DAYS[path].split(", ")
    closed = ["Closed (Passover)", "Closed"] if path == "/" else ["סגור (פסח)", "סגור"]
    assert days.locator("td").all_inner_texts() == [*closed[:1] * 4, "08:30–13:00", "08:30–12:00", closed[1]]
    expect(page.locator("#opening table:visible")).to_have_count(1)
    page.locator("#opening summary").click()
    expect(page.locator("#opening .regular td").first).to_have_text("08:30–13:00")
    expect(page.locator("#opening .regular tbody tr").first).to_be_visible()


@pytest.mark.parametrize(("width", "size"), [(390, "200%"), (320, "100%"), (195, "100%")])
def test_the_days_to_come_fit(page: Page, server: Server, width: int, size: str) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.clock.set_fixed_time("2027-04-25T08:00Z")
    page.goto(server.address)
    page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", size)
    assert page.locator("#opening").evaluate("panel => panel.scrollWidth - panel.clientWidth") == 0


def test_without_the_script_closures_are_above_the_regular_hours(plain: Page, server: Server) -> None:
    plain.goto(server.address)
    parts = plain.locator("#opening > *:visible").all_inner_texts()
    assert [part.split("\n")[0] for part in parts[:3]] == ["Opening hours", "Closed on", "Regular hours"]
    expect(plain.locator("#opening tbody tr").first).to_be_visible()


# On Tuesdays, the clinic is open in the morning and the sports center from 16:00 until 20:00, during closures of the clinic too.
@pytest.mark.parametrize(("moment", "place", "sentence"), [
    ("2026-11-24T08:00Z", "Example City", "By appointment. Office open until 13:00"),
    ("2026-11-24T12:00Z", "Sampleton", "Opens today 16:00"),
    ("2026-11-24T15:00Z", "Sampleton", "Open now until 20:00"),
    ("2026-11-24T18:00Z", "Example City", "By appointment. Office opens tomorrow 08:30"),
    ("2027-04-25T08:00Z", "Sampleton", "Closed today · Opens Tuesday 16:00"),
], ids=["only one is open", "opens next", "is open", "the other opens next", "the other is closed"])  # fmt: skip
def test_the_page_begins_with_the_place_that_is_open_or_opens_next(
    page: Page, server: Server, moment: str, place: str, sentence: str
) -> None:
    """With its own buttons."""
    page.clock.set_fixed_time(moment)
    page.goto(server.address)
    expect(page.locator(".where:visible")).to_have_text(place)
    expect(page.locator(".status:visible")).to_have_text(sentence)
    telephone = "+97205550155" if place == "Sampleton" else "+97205550100"
    expect(page.locator(".place:visible a[href^='tel:']")).to_have_attribute("href", f"tel:{telephone}")


def edit_hours(**changes: Any) -> Callable[[Path], None]:
    def edit(folder: Path) -> None:
        clinic = yaml.safe_load((folder / "clinic.yaml").read_text(encoding="utf-8"))
        clinic["hours"] |= changes
        (folder / "clinic.yaml").write_text(yaml.safe_dump(clinic, allow_unicode=True), encoding="utf-8")

    return edit


def test_by_appointment_only(page: Page, tmp_path: Path) -> None:
    with serving_own(tmp_path, edit_hours(weekly=[], byAppointment=True)) as own:
        page.clock.set_fixed_time("2027-04-25T08:00Z")
        page.goto(own.address)
        expect(page.locator("#opening .closures li[aria-current]")).to_have_text("21–28 April 2027 (Passover)")
        expect(page.locator(".status").first).to_have_text("By appointment only.")
        assert page.locator("#opening table").count() == 0


CLOSED = {
    "another year": ([{"from": "2026-11-01", "to": "2027-11-30", "reason": "move"}], "Closed until 30 November 2027 (move)"),
    "until further notice": ([{"from": "2026-11-01"}], "Closed until further notice"),
    "two without a gap": (
        [{"from": "2026-11-23", "to": "2026-11-25"}, {"from": "2026-11-26", "to": "2027-03-31"}], "Closed until 31 March",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("closures", "sentence"), CLOSED.values(), ids=CLOSED)
def test_a_place_that_is_closed_for_long_says_so_first(
    page: Page, tmp_path: Path, closures: list[dict[str, str]], sentence: str
) -> None:
    """In place of the days to come, and beside the buttons."""
    with serving_own(tmp_path, edit_hours(closures=closures, byAppointment=False)) as own:
        page.clock.set_fixed_time("2026-11-23T08:00Z")
        page.goto(own.address)
        expect(page.locator("#opening h3 + .now")).to_have_text(sentence)
        expect(page.locator("#opening table:visible")).to_have_count(0)
        expect(page.locator(".status").first).to_have_text(sentence)


SHOWN = {
    "2027-04-21T03:59Z": [],  # still the day before, where the visitor is
    "2027-04-21T04:00Z": ["Leave", "21–22 April 2027"],
    "2027-04-23T03:59Z": ["Leave", "21–22 April 2027"],
    "2027-04-23T04:00Z": ["Moved", "From 23 April 2027"],
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
    page.clock.set_fixed_time("2026-11-23T06:30Z")
    page.goto(server.address + path)
    links = page.locator(".hero .button:visible").evaluate_all("all => all.map(link => link.href)")
    assert [link.split(":")[0] for link in links] == ["https", "https", "tel", "https"]
    for part in (".photo", "h1", ".specialty", ".position", ".status:visible", ".hero .button:visible >> nth=-1"):
        box = page.locator(part).bounding_box()
        assert box
        assert box["y"] + box["height"] < PHONE["height"], part
    contact = page.locator(f"a[href='{path.rstrip('/')}/contact.vcf']")
    expect(contact).to_be_visible()
    targets = [link.bounding_box() for link in page.locator(":is(header.site, .hero, footer .links) a:visible").all()]
    assert len(targets) > 15
    assert [box for box in targets if not box or box["height"] < SMALLEST_TARGET] == []
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(contact).to_be_hidden()


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
        expect(page.locator(".hero .button").first).to_contain_text("Call")
        expect(page.locator(".monogram")).to_have_text("MH")
        assert page.locator("[hreflang], .status, table, #about").count() == 0
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
