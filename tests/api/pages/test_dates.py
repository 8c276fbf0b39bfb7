"""Dates as people write them: a year, a month or a day, in both languages, on every page."""

import pytest

from api.pages.dates import clock, dates, partial_date, period
from tests.support.languages import in_code
from tests.support.markup import texts
from tests.support.site import Site, serving_list

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


@pytest.mark.parametrize(
    ("first", "last", "shown"),
    [("2008-01", "2023-09-30", "Jan 2008 – Sept 2023"), ("2025-04-30", "2025-05-02", "30 Apr – 2 May 2025")],
)
def test_a_period_of_years_has_no_days(first: str, last: str, shown: str) -> None:
    assert period({"startDate": first, "endDate": last}, in_code("en")) == shown


def test_arabic_writes_dates_as_the_rest_of_its_text() -> None:
    """From right to left, so nothing is isolated."""
    assert dates("2027-04-21", "2027-04-28", in_code("ar")) == "21–28 أبريل 2027"


def test_dates_of_one_month_in_spanish() -> None:
    assert dates("2027-04-21", "2027-04-28", in_code("es")) == "21–28 de abril de 2027"


def test_months_of_one_year_in_persian() -> None:
    """CLDR has no interval for them that can be split."""
    assert dates("2027-04", "2027-06", in_code("fa")) == "آوریل 2027 تا ژوئن 2027"


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
    """Where CLDR lacks the language in a territory, only the week is the territory's. UTC has no territory."""
    language = in_code(code, zone=zone)
    assert (language.tag, partial_date("2027-04-05", language), clock("16:30", language)) == (locale, day, time)
    assert language.first_day == first_day


def test_a_time_of_day_has_no_zero_before_it() -> None:
    """As in the week of a place."""
    assert [clock(time, in_code("de")) for time in ("08:30", "00:15", "16:00")] == ["8:30", "0:15", "16:00"]


def test_the_end_of_a_day() -> None:
    """On a 12-hour clock, a day ends as it begins."""
    shown = [clock("24:00", in_code("en", zone=zone)).replace("\u202f", " ") for zone in ("America/Chicago", "Asia/Jerusalem")]
    assert shown == ["12:00 AM", "24:00"]


def test_american_days_of_one_month_have_no_spaces_between_them() -> None:
    american = in_code("en", zone="America/Chicago")
    assert dates("2026-11-26", "2026-11-28", american) == "November 26–28, 2026"
    assert dates("2026-12-24", "2027-01-02", american) == "December 24, 2026 – January 2, 2027"


@pytest.mark.parametrize(("code", "shown"), [("en", "Apr 2027 – 28 Apr 2027"), ("he", "אפר׳ 2027 – 28 באפר׳ 2027")])
def test_a_month_and_a_day_of_it_have_spaces_between_them(code: str, shown: str) -> None:
    assert dates("2027-04", "2027-04-28", in_code(code), short=True) == shown


def test_a_short_arabic_date_has_its_month() -> None:
    assert partial_date("2025-05-14", in_code("ar"), short=True) == "14 مايو 2025"
