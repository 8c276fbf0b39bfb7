"""Opening hours on the home page in a real browser, by the clinic's clock."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import telephone
from tests.conftest import Server
from tests.support.browser import needs_chromium
from tests.support.messages import edit, editing
from tests.support.own import announce, serving_own

pytestmark = needs_chromium
# Moments in their order: UTC, the sentence in English and Hebrew, whether it is open, today, today's
# closure, the number of closures to come. The clinic is in Asia/Jerusalem (UTC+2, in summer UTC+3), the browser in New York.
# Visits are by appointment. {office} and {only} are the beginnings of sentences about today and about other days.
BEGINNINGS = {
    "/": {"office": "By appointment. Office", "only": "By appointment only."},
    "/he": {"office": "בתיאום מראש. המשרד", "only": "בתיאום מראש בלבד."},
}
MOMENTS: list[tuple[Any, ...]] = [
    ("2026-11-23T06:29Z", "{office} opens today at 8:30", "{office} נפתח היום ב־8:30", False, "Mon", [], 2),
    ("2026-11-23T06:30Z", "{office} open until 13:00", "{office} פתוח עד 13:00", True, "Mon", [], 2),
    ("2026-11-23T11:00Z", "{office} opens today at 15:00", "{office} נפתח היום ב־15:00", False, "Mon", [], 2),
    ("2026-11-23T17:00Z", "{only} Opens tomorrow at 8:30", "{only} נפתח מחר ב־8:30", False, "Mon", [], 2),
    ("2026-11-27T10:00Z", "{only} Opens Sunday at 8:30", "{only} נפתח ביום ראשון ב־8:30", False, "Fri", [], 2),
    ("2026-11-28T08:00Z", "{only} Opens tomorrow at 8:30", "{only} נפתח מחר ב־8:30", False, "Sat", [], 2),
    ("2026-11-28T22:00Z", "{office} opens today at 8:30", "{office} נפתח היום ב־8:30", False, "Sun", [], 2),
    ("2027-04-20T09:59Z", "{office} open until 13:00", "{office} פתוח עד 13:00", True, "Tue", [], 2),
    ("2027-04-20T10:00Z", "{only} Opens Thursday, 29 April at 8:30", "{only} נפתח ביום חמישי, 29 באפריל, ב־8:30", False,
     "Tue", [], 2),
    ("2027-04-22T08:00Z", "Closed until 28 April (Passover)", "סגור עד 28 באפריל (פסח)", False, "Thu",
     ["21–28 April 2027 (Passover)"], 2),
    ("2027-04-25T08:00Z", "{only} Closed today (Passover) · Opens Thursday at 8:30",
     "{only} סגור היום (פסח) · נפתח ביום חמישי ב־8:30", False, "Sun", ["21–28 April 2027 (Passover)"], 2),
    ("2027-04-29T06:00Z", "{office} open until 13:00", "{office} פתוח עד 13:00", True, "Thu", [], 1),
    ("2027-10-04T06:00Z", "{office} open until 13:00", "{office} פתוח עד 13:00", True, "Mon", [], 0),
]  # fmt: skip


VACATION = {"from": "2026-11-23", "to": "2026-12-06"}
FILLED = "each => getComputedStyle(each).backgroundColor !== 'rgba(0, 0, 0, 0)'"


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    with telephone(browser) as page:
        yield page


@pytest.mark.parametrize(("path", "sentence"), [("/", 1), ("/he", 2)])
def test_opening_hours(clocked: Page, server: Server, path: str, sentence: int) -> None:
    """Whether the clinic is open, today's hours, today's closure and the closures to come; an open page follows the clock."""
    clocked.clock.install(time="2026-11-23T06:00Z")
    clocked.goto(server.address + path)
    clinic = clocked.locator(".place").first
    clinic.locator("summary").click()
    for moment in MOMENTS:
        clocked.clock.pause_at(moment[0])
        expect(clinic.locator(".status")).to_have_text(moment[sentence].format(**BEGINNINGS[path]))
        expect(clinic.locator(".status.open")).to_have_count(int(moment[3]))
        if path == "/":
            assert clinic.locator(".week [aria-current] > :first-child").all_inner_texts() == [moment[4]]
            assert clinic.locator(".closures li[aria-current]").all_inner_texts() == moment[5]
        assert clinic.locator(".closures li:visible").count() == moment[6]
        assert clinic.locator(".closures").is_visible() == bool(moment[6])


@pytest.mark.parametrize(
    ("moment", "shown"),
    [
        ("2027-03-20T12:00Z", []),
        ("2027-03-21T12:00Z", ["Closed: 21–28 April 2027 (Passover)"]),
        ("2027-04-20T12:00Z", ["Closed: 21–28 April 2027 (Passover)"]),
        ("2027-04-21T12:00Z", []),
    ],
    ids=["32 days before", "31 days before", "the day before", "it has begun"],
)
def test_closures_of_the_next_month_are_in_sight(page: Page, server: Server, moment: str, shown: list[str]) -> None:
    page.clock.set_fixed_time(moment)
    page.goto(server.address)
    assert page.locator(".place").first.locator(".soon:visible").all_inner_texts() == shown


VISITS = {
    "name": "Home visits",
    "email": "visits@example.org",
    "hours": {
        "timezone": "Asia/Jerusalem",
        "checked": "2026-11-01",
        "weekly": [
            {"days": ["Tuesday"], "opens": "09:00", "closes": "16:00"},
        ],
    },
}


def visit_homes(folder: Path) -> None:
    with editing(folder, "clinic.yaml") as clinic:
        clinic["locations"].append(VISITS)


def test_home_visits_never_open(page: Page, tmp_path: Path) -> None:
    """Nor does a row without anything to do have a hole: what unfolds takes the place of the button."""
    with serving_own(tmp_path, visit_homes) as own:
        page.clock.set_fixed_time("2026-11-24T08:00Z")
        page.goto(own.address)
        page.set_viewport_size({"width": 1280, "height": 844})
        visits = page.locator(".place").filter(has_text="Home visits")
        expect(visits.locator(".week [aria-current]")).to_contain_text("9–16")
        expect(visits.locator(".status")).to_have_count(0)
        tops = [visits.locator(part).evaluate("each => each.offsetTop") for part in (".top", ".more")]
        assert tops[0] == tops[1]


def test_home_visits_by_appointment_leave_the_sentences_of_other_places(page: Page, tmp_path: Path) -> None:
    def change(folder: Path) -> None:
        visit_homes(folder)
        with editing(folder, "clinic.yaml") as clinic:
            clinic["locations"][-1]["hours"]["byAppointment"] = True
            clinic["order"] = "mine"
            clinic["locations"].reverse()

    with serving_own(tmp_path, change) as own:
        page.clock.set_fixed_time("2026-11-24T08:00Z")
        page.goto(own.address)
        visits = page.locator(".place").filter(has_text="Home visits")
        expect(visits.locator(".status")).to_have_text("By appointment only.")
        expect(page.locator(".place").last.locator(".status")).to_have_text("Opens today at 16:00")


def edit_hours(**changes: Any) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        with editing(folder, "clinic.yaml") as clinic:
            clinic["hours"] |= changes

    return change


# On Monday, 26 April 2027, in a closure from Wednesday to Wednesday. The next one is on a Thursday ten days later.
STRUCK = {
    "/": [f"{day}: Closed (Passover)" for day in ("Mon", "Tue", "Wed")],
    "/he": [f"{day}׳: סגור (פסח)" for day in "בגד"],
}


@pytest.mark.parametrize("path", ["/", "/he"])
def test_closed_days_are_struck_out(page: Page, tmp_path: Path, path: str) -> None:
    """Each says why to a screen reader. Days that are over and days after the next six are not struck out."""
    passover = {"from": "2027-04-21", "to": "2027-04-28", "reason": "Passover", "reasonHebrew": "פסח"}
    with serving_own(tmp_path, edit_hours(closures=[passover, {"from": "2027-05-06", "to": "2027-05-06"}])) as own:
        page.clock.set_fixed_time("2027-04-26T08:00Z")
        page.goto(own.address + path)
        struck = page.locator(".place").first.locator(".week .struck")
        assert [cell.get_attribute("aria-label") for cell in struck.all()] == STRUCK[path]


@pytest.mark.parametrize(
    ("moment", "badge", "is_filled"),
    [("2027-01-10T08:00Z", "Closed", False), ("2027-04-01T08:00Z", "Takes new patients", True)],
    ids=["closed", "open again"],
)
def test_a_place_that_is_closed_for_months_takes_nobody(
    page: Page, tmp_path: Path, moment: str, badge: str, is_filled: bool
) -> None:
    with serving_own(tmp_path, edit_hours(closures=[{"from": "2026-12-01", "to": "2027-03-31"}])) as own:
        page.clock.set_fixed_time(moment)
        page.goto(own.address)
        place = page.locator(".place").first
        assert place.locator(".badge:visible").all_inner_texts() == [badge]
        transparent = (
            place.locator(".button").first.evaluate("each => getComputedStyle(each).backgroundColor") == "rgba(0, 0, 0, 0)"
        )
        assert transparent is not is_filled


@pytest.mark.parametrize(("width", "size"), [(390, "200%"), (320, "100%"), (195, "100%")])
def test_this_weeks_hours_fit_the_page(page: Page, server: Server, width: int, size: str) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.clock.set_fixed_time("2027-04-25T08:00Z")
    page.goto(server.address)
    page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", size)
    page.evaluate("document.querySelectorAll('.place details').forEach((each) => { each.open = true; })")
    wide = "all => all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.outerHTML.slice(0, 80))"
    assert page.locator(".place, .place :is(div, ol)").evaluate_all(wide) == []


MORNING = {"opens": "08:45", "closes": "12:15"}
WEEKS = {
    "short": [{"days": ["Monday", "Tuesday"], "opens": "08:00", "closes": "13:00"}],
    "in halves": [
        {"days": ["Monday", "Thursday", "Friday"], **MORNING},
        {"days": ["Monday"], "opens": "13:30", "closes": "19:15"},
    ],
    "every day": [{"days": ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"], **MORNING}],
}


# The number of lines in which the days are.
@pytest.mark.parametrize(
    ("weekly", "lines"),
    [
        (WEEKS["short"], {195: 2, 320: 2, 390: 1, 1280: 1}),
        (WEEKS["in halves"], {195: 3, 320: 3, 390: 3, 768: 1, 1280: 1}),
        (WEEKS["every day"], {195: 7, 320: 7, 390: 7, 768: 1, 1280: 7}),
    ],
    ids=WEEKS,
)
def test_hours_break_nowhere(page: Page, tmp_path: Path, weekly: list[dict[str, Any]], lines: dict[int, int]) -> None:
    """The days are beside each other or, if the hours of the week are wider than the place, those with hours below each other."""
    measured = {}
    page.clock.set_fixed_time("2026-11-23T08:00Z")  # a Monday; today is always shown
    with serving_own(tmp_path, edit_hours(weekly=weekly)) as own:
        for width in lines:
            page.set_viewport_size({"width": width, "height": 844})
            page.goto(own.address)
            week = page.locator(".week").first
            assert week.locator("bdi").evaluate_all("all => all.map((each) => each.getClientRects().length)") == [1] * sum(
                len(span["days"]) for span in weekly
            )
            inside = "all => all.every((each) => each.scrollWidth <= each.clientWidth)"
            assert week.locator("li").evaluate_all(inside), width
            tops = week.locator("li:visible").evaluate_all("all => all.map((each) => each.offsetTop)")
            measured[width] = len(set(tops))
    assert measured == lines


def test_without_the_script_the_regular_hours_and_all_closures_are_shown(plain: Page, server: Server) -> None:
    """Nothing that only holds today: files may be months old."""
    plain.goto(server.address)
    assert plain.locator(".status:visible").all_inner_texts() == [
        "By appointment only.",
        "Closed: From 1 October 2026 until further notice (renovation)",
    ]
    expect(plain.locator(".week [aria-current], .struck")).to_have_count(0)
    clinic = plain.locator(".place").first
    expect(clinic.locator(".week li:has(bdi) > :first-child")).to_have_text(["Sun", "Mon", "Tue", "Wed", "Thu", "Fri"])
    assert clinic.locator(".soon:visible").inner_text() == (
        "Closed: 21–28 April 2027 (Passover) · 1–3 October 2027 (Rosh Hashana)"
    )
    clinic.locator("summary").click()
    expect(clinic.locator(".closures li")).to_have_text(["21–28 April 2027 (Passover)", "1–3 October 2027 (Rosh Hashana)"])


# On Tuesdays, the clinic is open in the morning and the sports center from 16:00 until 20:00, during closures of the clinic too.
@pytest.mark.parametrize(
    ("moment", "clinic", "center"),
    [
        ("2026-11-24T08:00Z", "By appointment. Office open until 13:00", "Opens today at 16:00"),
        ("2026-11-24T05:00Z", "By appointment. Office opens today at 8:30", "Opens today at 16:00"),
        ("2026-11-24T15:00Z", "By appointment only. Opens tomorrow at 8:30", "Open now until 20:00"),
        ("2027-04-27T08:00Z", "By appointment only. Closed today (Passover) · Opens Thursday at 8:30", "Opens today at 16:00"),
    ],
    ids=["morning", "early", "evening", "closure"],
)
def test_each_place_says_when_it_is_open(page: Page, server: Server, moment: str, clinic: str, center: str) -> None:
    page.clock.set_fixed_time(moment)
    page.goto(server.address)
    expect(page.locator(".status")).to_have_text([clinic, center, "Closed until further notice (renovation)"])


def test_by_appointment_only(page: Page, tmp_path: Path) -> None:
    with serving_own(tmp_path, edit_hours(weekly=[], byAppointment=True)) as own:
        page.clock.set_fixed_time("2027-04-25T08:00Z")
        page.goto(own.address)
        expect(page.locator(".closures li[aria-current]").first).to_have_text("21–28 April 2027 (Passover)")
        expect(page.locator(".status").first).to_have_text("By appointment only.")
        assert page.locator(".place").first.locator(".week").count() == 0


def test_a_video_visit_by_appointment_has_no_office(page: Page, tmp_path: Path) -> None:
    weekly = [{"days": ["Thursday"], "opens": "19:00", "closes": "21:00"}]

    def change(folder: Path) -> None:
        edit_hours(weekly=weekly, byAppointment=True, closures=[])(folder)
        edit(folder, "clinic.yaml", "\nlocations:", "\nonline: true\nlocations:")

    with serving_own(tmp_path, change) as own:
        page.clock.set_fixed_time("2027-04-25T08:00Z")
        page.goto(own.address)
        expect(page.locator(".status").first).to_have_text("By appointment only. Opens Thursday at 19:00")


CLOSED = {
    "another year": ([{"from": "2026-11-01", "to": "2027-11-30", "reason": "move"}], "Closed until 30 November 2027 (move)"),
    "until further notice": ([{"from": "2026-11-01"}], "Closed until further notice"),
    "two without a gap": (
        [{"from": "2026-11-22", "to": "2026-11-25"}, {"from": "2026-11-26", "to": "2027-03-31"}],
        "Closed until 31 March",
    ),
}


@pytest.mark.parametrize(("closures", "sentence"), CLOSED.values(), ids=CLOSED)
def test_a_place_that_is_closed_for_long_says_so_first(
    page: Page, tmp_path: Path, closures: list[dict[str, str]], sentence: str
) -> None:
    """All days of this week are struck out."""
    with serving_own(tmp_path, edit_hours(closures=closures, byAppointment=False)) as own:
        page.clock.set_fixed_time("2026-11-23T08:00Z")
        page.goto(own.address)
        place = page.locator(".place").filter(has_text="Example City")
        expect(place.locator(".status")).to_have_text(sentence)
        expect(place.locator(".week li:has(bdi):not(.struck)")).to_have_count(0)


@pytest.mark.parametrize(
    ("moment", "status", "badges"),
    [
        ("2026-11-28T08:00Z", "Closed until 6 December (vacation)", ["Closed"]),
        ("2026-12-01T08:00Z", "By appointment only. Closed today (vacation) · Opens Monday at 8:30", ["Closed"]),
        ("2026-12-07T08:00Z", "By appointment. Office open until 13:00", ["Takes new patients"]),
    ],
    ids=["more than a week", "the last days", "the day after"],
)
def test_a_vacation_shows_in_the_badge(page: Page, tmp_path: Path, moment: str, status: str, badges: list[str]) -> None:
    """An appointment cannot be had now, so its button is not filled."""
    closures = [VACATION | {"reason": "vacation"}]
    with serving_own(tmp_path, edit_hours(closures=closures)) as own:
        page.clock.set_fixed_time(moment)
        page.goto(own.address)
        clinic = page.locator(".place").filter(has_text="Example City")
        expect(clinic.locator(".status")).to_have_text(status)
        assert clinic.locator(".badge:visible").all_inner_texts() == badges
        assert clinic.locator(".button").first.evaluate(FILLED) == (badges != ["Closed"])


@pytest.mark.parametrize(("closed", "is_filled"), [(1, True), (2, False)], ids=["one place", "both places"])
def test_the_bar_is_filled_if_any_place_is_open(page: Page, tmp_path: Path, closed: int, is_filled: bool) -> None:
    """The third one is closed until further notice."""

    def change(folder: Path) -> None:
        with editing(folder, "clinic.yaml") as clinic:
            for place in [clinic, *clinic["locations"]][:closed]:
                place["hours"]["closures"] = [VACATION.copy()]

    with serving_own(tmp_path, change) as own:
        page.clock.set_fixed_time("2026-11-28T08:00Z")
        page.goto(own.address)
        assert page.locator(".in-reach .button").evaluate(FILLED) == is_filled


@pytest.mark.parametrize(
    ("moment", "is_first"),
    [("2026-11-28T08:00Z", True), ("2026-12-07T08:00Z", False)],
    ids=["during a vacation", "after it"],
)
def test_the_substitute_is_above_the_places_during_a_vacation(page: Page, tmp_path: Path, moment: str, is_first: bool) -> None:
    def change(folder: Path) -> None:
        announce({"text": "Dr. Other is covering for me."})(folder)
        with editing(folder, "clinic.yaml") as clinic:
            clinic["hours"]["closures"] = [VACATION]

    with serving_own(tmp_path, change) as own:
        page.clock.set_fixed_time(moment)
        page.goto(own.address)
        notice, place = (page.locator(selector).first.bounding_box() for selector in (".places .notice", ".place"))
    assert notice
    assert place
    assert (notice["y"] < place["y"]) == is_first


def test_the_focus_goes_from_the_substitute_to_the_places(page: Page, tmp_path: Path) -> None:
    def change(folder: Path) -> None:
        announce({"text": "Call [Dr. Other](tel:+97225550100)."})(folder)
        edit_hours(closures=[VACATION])(folder)

    with serving_own(tmp_path, change) as own:
        page.clock.set_fixed_time("2026-11-28T08:00Z")
        page.goto(own.address)
        links = page.locator(".places :is(a, summary):visible").all()
        tops = [box["y"] for link in links if (box := link.bounding_box())]
    assert len(tops) > 5
    assert tops == sorted(tops)


@pytest.mark.parametrize(
    ("moment", "badges"),
    [
        ("2026-11-23T08:00Z", ["Closed"]),
        ("2026-09-30T08:00Z", ["Takes new patients"]),
    ],
    ids=["closed", "before it closes"],
)
def test_a_place_that_is_closed_until_further_notice_takes_nobody(
    page: Page, tmp_path: Path, moment: str, badges: list[str]
) -> None:
    with serving_own(tmp_path, edit_hours(closures=[{"from": "2026-10-01"}])) as own:
        page.clock.set_fixed_time(moment)
        page.goto(own.address)
        clinic = page.locator(".place").filter(has_text="Example City")
        assert clinic.locator(".badge:visible").all_inner_texts() == badges
        assert page.locator(".place h3").all_inner_texts() == ["Sampleton", "Example City", "Rehabilitation"]
