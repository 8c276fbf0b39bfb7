"""Dates as people write them: a year, a month or a day, in both languages, on every page."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from lxml import html

from api.pages.dates import clock, dates, partial_date
from tests.support.languages import in_code
from tests.support.markup import texts
from tests.support.site import Site, serving, serving_list

ENGLISH = ["Corrected 5 April 2018", "Retracted April 2018 doi:10.5555/r", "Expression of concern 2018"]
HEBREW = ["פורסם תיקון 5 באפריל 2018", "המאמר נמשך מפרסום אפריל 2018 doi:10.5555/r", "פורסמה הבעת חשש 2018"]


@pytest.mark.parametrize(
    ("first", "last", "english", "hebrew"),
    [
        ("2018", "2018", "2018", "2018"),
        ("2018-04", "2018-04", "April 2018", "אפריל 2018"),
        ("2027-04-21", "2027-04-21", "21 April 2027", "21 באפריל 2027"),
        ("2027-04-02", "2027-04-12", "2–12 April 2027", "\u20662–12\u2069 באפריל 2027"),
        ("2027-04-30", "2027-05-02", "30 April – 2 May 2027", "30 באפריל – 2 במאי 2027"),
        ("2027-12-30", "2028-01-02", "30 December 2027 – 2 January 2028", "30 בדצמבר 2027 – 2 בינואר 2028"),
    ],
)
def test_dates_from_first_to_last(first: str, last: str, english: str, hebrew: str) -> None:
    """The same date twice is written once."""
    assert (dates(first, last, in_code("en")), dates(first, last, in_code("he"))) == (english, hebrew)


def test_arabic_writes_dates_as_the_rest_of_its_text() -> None:
    """From right to left, so nothing is isolated."""
    assert dates("2027-04-21", "2027-04-28", in_code("ar")) == "21–28 أبريل 2027"


def test_dates_of_one_month_in_spanish() -> None:
    assert dates("2027-04-21", "2027-04-28", in_code("es")) == "21–28 de abril de 2027"


@pytest.fixture(scope="module")
def noticed(tmp_path_factory: pytest.TempPathFactory) -> Site:
    rows = [
        ["Day", "Example N", "J", 2017, "10.5555/day", "yes", "corrected 2018-04-05"],
        ["Month", "Example N", "J", 2016, "10.5555/month", "yes", "retracted 2018-04, doi:10.5555/r"],
        ["Year", "Example N", "J", 2015, "10.5555/year", "yes", "expression of concern 2018"],
    ]
    header = ["title", "authors", "journal", "year", "doi", "featured", "notice"]
    return serving_list(tmp_path_factory.mktemp("noticed"), header, rows)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/", ENGLISH),
        ("/he", HEBREW),
        ("/publications", ENGLISH),
        ("/he/publications", HEBREW),
        ("/cv", ENGLISH),
        ("/he/cv", HEBREW),
    ],
)
def test_notices_on_pages(noticed: Site, path: str, expected: list[str]) -> None:
    notices = texts(noticed.page(path), "//p[starts-with(@class, 'notice ')] | //li/div/strong")
    assert [notice.strip("[]") for notice in notices] == expected
    markdown = noticed.get(path, Accept="text/markdown").text
    assert [part for part in markdown.split("**") if part in ENGLISH + HEBREW] == expected


@pytest.mark.parametrize(
    ("code", "zone", "locale", "day", "time", "first_day"),
    [
        ("en", "Asia/Jerusalem", "en-IL", "5 April 2027", "16:30", "Sunday"),
        ("en", "America/New_York", "en-US", "April 5, 2027", "4:30\u202fPM", "Sunday"),
        ("de", "Asia/Jerusalem", "de", "5. April 2027", "16:30", "Sunday"),
        ("de", "Europe/Berlin", "de-DE", "5. April 2027", "16:30", "Monday"),
        ("ru", "UTC", "ru", "5 апреля 2027\u202fг.", "16:30", "Monday"),
    ],
)
def test_the_territory_of_the_first_place(code: str, zone: str, locale: str, day: str, time: str, first_day: str) -> None:
    """Of a language that CLDR has not there, the territory has only the week; UTC has none."""
    language = in_code(code, zone=zone)
    assert (language.tag, partial_date("2027-04-05", language), clock("16:30", language)) == (locale, day, time)
    assert language.first_day == first_day


# Values that pages read, which no check accepts: in which table, where in its JSON, and a page that shows it.
IMPOSSIBLE = "2026-99-99"
CHANGED = {
    "day of the statement": ("site", "$.accessibility.checked", "/accessibility"),
    "first day of an announcement": ("profile", "$.announcements[1].from", "/"),
    "last day of an announcement": ("profile", "$.announcements[1].until", "/"),
    "day of the hours": ("locations", "$.hours.checked", "/"),
    "first day of a closure": ("locations", "$.hours.closures[0].from", "/he"),
    "last day of a closure": ("locations", "$.hours.closures[0].to", "/he"),
    "new patients": ("locations", "$.newPatients", "/"),
    "end of an entry": ("cv_entries", "$.endDate", "/cv"),
    "start of an entry": ("cv_entries", "$.startDate", "/cv"),
}


@pytest.fixture
def changed(example_database: Path, tmp_path: Path) -> Callable[[str], Site]:
    """Serve the example after a statement has changed its database."""

    def serve(statement: str) -> Site:
        shutil.copy(example_database, tmp_path / "profile.db")
        with closing(sqlite3.connect(tmp_path / "profile.db")) as connection:
            assert connection.execute(statement).rowcount > 0
            connection.commit()
        return serving(tmp_path / "profile.db")

    return serve


@pytest.mark.parametrize(("table", "path", "page"), CHANGED.values(), ids=CHANGED)
def test_a_page_leaves_out_what_it_cannot_read(changed: Callable[[str], Site], table: str, path: str, page: str) -> None:
    """A database that somebody changed by hand costs the value, not the page."""
    statement = f"update {table} set json = json_set(json, '{path}', '{IMPOSSIBLE}') where json_extract(json, '{path}') > ''"  # noqa: S608
    response = changed(statement).get(page)
    assert response.status_code == 200
    assert "".join(html.fromstring(response.content).xpath("//main//text()")).count(IMPOSSIBLE) == 0


@pytest.mark.parametrize("page", ["/", "/publications", "/cv", "/cv.pdf", "/embed"])
def test_a_page_leaves_out_a_day_of_change_that_it_cannot_read(changed: Callable[[str], Site], page: str) -> None:
    assert changed(f"update build set last_added = '{IMPOSSIBLE}'").get(page).status_code == 200  # noqa: S608


def test_a_time_of_day_has_no_zero_before_it() -> None:
    """As in the week of a place."""
    assert [clock(time, in_code("de")) for time in ("08:30", "00:15", "16:00")] == ["8:30", "0:15", "16:00"]


def test_a_time_of_day_that_cannot_be_read_is_left_out() -> None:
    """Where people count to twelve."""
    assert clock("99:99", in_code("en", zone="America/New_York")) == ""
