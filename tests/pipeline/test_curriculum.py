"""The curriculum vitae: dates that spreadsheets changed, sections, and the order of the entries."""

from pathlib import Path

import pytest

from pipeline.build import check
from pipeline.check.rules.dates import month_numbers
from pipeline.curriculum import make_profile_lists, missing_lists, sort_entries
from tests.support.checking import example_sources, problems, records_and_problems
from tests.support.languages import DEFAULT
from tests.support.messages import HEADER, codes, edit, publication, write

# Bytes that the programs save when they take the cells for dates, and the dates that are read.
SAVED = {
    "Excel": (
        b"\xef\xbb\xbfsection,title,startDate,endDate\r\naward,2018-04,Apr-18,\r\naward,1 to 25 April,01-Apr-18,4/25/2018\r\n",
        [("2018-04", None), ("2018-04-01", "2018-04-25")],
    ),
    "Excel in Germany": (
        "\ufeffsection;title;startDate;endDate\r\naward;Größe;Apr 18;now\r\naward;Tage;07.04.2018;25.04.2018\r\n".encode(),
        [("2018-04", "now"), ("2018-04-07", "2018-04-25")],
    ),
    "Excel in Israel": (
        "\ufeffsection,title,startDate,endDate\r\naward,prize,אפר-18,מאי-19\r\naward,day,25/04/2018,\r\n".encode(),
        [("2018-04", "2019-05"), ("2018-04-25", None)],
    ),
    "LibreOffice": (
        b'section,title,startDate,endDate\n"award","text","2018-04","2018-04-07"\naward,date,2018-04-07 00:00:00,04/2019\n',
        [("2018-04", "2018-04-07"), ("2018-04-07", "2019-04")],
    ),
    "Google Sheets": (
        b'section,title,startDate,endDate\r\naward,a,4/2018,2019/05/17\r\naward,b,Apr 2018,"April 7, 2019"',
        [("2018-04", "2019-05-17"), ("2018-04", "2019-04-07")],
    ),
}


@pytest.mark.parametrize("program", SAVED)
def test_dates_that_a_spreadsheet_changed_are_read(program: str, tmp_path: Path) -> None:
    content, dates = SAVED[program]
    (tmp_path / "cv.csv").write_bytes(content)
    records, lines = records_and_problems(tmp_path / "cv.csv")
    assert ([(record["startDate"], record.get("endDate")) for record in records], lines) == (dates, [])


@pytest.mark.parametrize(("written", "date"), [
    *((month, "2023-05") for month in (
        "Mai 23", "Mai. 2023", "mai-23", "may-23", "mayo de 2023", "май.23", "май 2023 г.", "мая 2023", "מאי-23", "מאי 2023",
        "مايو 2023", "May 2023",
    )),
    *((month, "2006-10") for month in ("Okt 06", "Okt. 2006", "oct.-06", "окт.06", "октябрь 2006", "אוק׳ 2006", "أكتوبر 2006")),
    *((month, "2018-03") for month in ("Mrz 18", "März 2018", "mars-18", "mar-18", "мар.18", "מרס 2018", "مارس 2018")),
    *((day, "2018-04-07") for day in (
        "7. April 2018", "07. Apr 18", "07-avr-18", "7 avril 2018", "7 de abril de 2018", "07.апр.18", "7 апреля 2018 г.",
        "7 באפריל 2018", "7 أبريل 2018", "April 7 2018",
    )),
    ("1er avril 2018", "2018-04-01"),
])  # fmt: skip
def test_months_in_the_languages_of_the_pages(written: str, date: str, tmp_path: Path) -> None:
    write(tmp_path, "cv.csv", f"section,title,startDate\naward,A,{written}\n")
    records, lines = records_and_problems(tmp_path / "cv.csv")
    assert ([record["startDate"] for record in records], lines) == ([date], [])


def test_plain_dates_need_no_names_of_months(folder: Path) -> None:
    """It takes time to read the languages."""
    month_numbers.cache_clear()
    check(folder)
    assert month_numbers.cache_info().misses == 0


COLUMNS = {
    "most of the world": ("23/11/2026 01/12/2026 2026-12-02", "2026-11-23 2026-12-01 2026-12-02"),
    "the United States": ("11/23/2026 12/1/2026", "2026-11-23 2026-12-01"),
    "Excel for Mac": ("11/23/26 12/1/26", "2026-11-23 2026-12-01"),
    "Germany": ("01.12.2026 1.12.26", "2026-12-01 2026-12-01"),
    "the same either way": ("12/12/2026", "2026-12-12"),
    "both orders": ("23/11/2026 11/23/2026 01/12/2026", "2026-11-23 2026-11-23 ?"),
    "no order": ("01/12/2026 02/12/2026 2026-12-13", "? ? 2026-12-13"),
}


@pytest.mark.parametrize(("column", "dates"), COLUMNS.values(), ids=COLUMNS)
def test_the_other_rows_of_a_column_tell_day_and_month_apart(column: str, dates: str, tmp_path: Path) -> None:
    """In every column of dates, such as ``added``."""
    rows = [publication(title=f"{number}", doi=f"10.5555/{number}") for number in range(len(column.split()))]
    lines = [f"{cell},{row}" for cell, row in zip(column.split(), rows, strict=True)]
    write(tmp_path, "publications.csv", f"added,{HEADER}\n{''.join(lines)}")
    records, lines = records_and_problems(tmp_path / "publications.csv")
    assert [record["added"] for record in records] == [date for date in dates.split() if date != "?"]
    assert [line.rpartition(" ")[2] for line in lines] == ["iso_date"] * dates.count("?")


@pytest.mark.parametrize(
    ("dates", "problem"),
    [
        *((f"{cell},", "startDate: partial_date") for cell in ("18-Apr", "01/04/2018", "43191", "2018-02-30", "now")),
        *((f"{cell},", "startDate: partial_date") for cell in ("jui 18", "Fall 2018")),  # juin or juillet
        *((dates, "endDate: order") for dates in ("2019,2018", "2018-05,2018-04-30", "2018-04-07,2018-04-06")),
    ],
)
def test_what_can_mean_two_dates_or_none_or_ends_before_it_begins(dates: str, problem: str, tmp_path: Path) -> None:
    write(tmp_path, "cv.csv", f"section,title,startDate,endDate\naward,Same year,2018-05,2018\naward,A,{dates}\n")
    assert problems(tmp_path / "cv.csv") == [f"cv.csv, row 3, {problem}"]


@pytest.mark.parametrize("section", ["Awards", "AWARD", "פרסים"])
def test_a_section_that_is_almost_a_known_one(section: str, tmp_path: Path) -> None:
    """A heading of one's own is accepted."""
    write(tmp_path, "cv.csv", f"section,title\nVolunteering,A\n{section},B\n")
    assert "warning: cv.csv, row 3, section: near_known" in problems(tmp_path / "cv.csv")


def test_the_order_of_entries() -> None:
    """By section, what continues first, if featured before the rest; then the latest, a year before its months, they before days.

    A heading of one's own follows the section of the row before.
    """
    dates = [
        ("", ""),
        ("2019", ""),
        ("2017", "2018-04-07"),
        ("", "2018-04"),
        ("2018", ""),
        ("2018-04-30", ""),
        ("2018-05", "2018-06"),
        ("", "now"),
        ("2001", "now"),
        ("2001-02", "now"),
    ]
    entries = [{"section": "talk", "title": f"{start}–{end}", "startDate": start, "endDate": end} for start, end in dates]
    entries[-1]["featured"] = entries[0]["featured"] = "yes"
    sections = ("Zebras", "Apes", "award", "Bees", "Zebras", "award", "Ants", "Bees", "Cows", "education", "Eels")
    others = [{"section": section, "title": section} for section in sections]
    assert [entry["title"] for entry in sort_entries(example_sources()["cv"], [*others, *entries])] == [
        *("Zebras", "Zebras", "Apes", "education", "Eels", "award", "award", "Bees", "Bees", "Ants", "Cows"),
        "2001-02–now",
        "2001–now",
        "–now",
        "2019–",
        "2018–",
        "2018-05–2018-06",
        "–2018-04",
        "2018-04-30–",
        "2017–2018-04-07",
        "–",
    ]


HEAD = {"section": "position", "title": "Head", "organization": "Center", "titleHebrew": "מנהלת", "endDate": "now"}
LECTURER = {"section": "position", "title": "Lecturer, part-time", "organization": "University", "endDate": "2019"}
DEGREE = {"section": "education", "title": "MD", "titleHebrew": "רפואה", "organizationHebrew": "אוניברסיטה"}
RESIDENCY = {"section": "training", "title": "Residency", "organization": "Center", "titleHebrew": "התמחות"}


@pytest.mark.parametrize(
    ("entries", "lists"),
    [
        ([HEAD, LECTURER], {"positions": ["Head, Center"], "positionsHebrew": ["מנהלת, Center"]}),
        ([LECTURER], {"positions": ["Lecturer, part-time, University"]}),
        (
            [DEGREE, RESIDENCY],
            {"training": ["MD", "Residency, Center"], "trainingHebrew": ["רפואה, אוניברסיטה", "התמחות, Center"]},
        ),
        ([{**RESIDENCY, "titleHebrew": "PhD"}], {"training": ["Residency, Center"]}),
        ([{"section": "award", "title": "Prize"}], {}),
    ],
    ids=["current", "none is current", "training", "no Hebrew letter", "other sections"],
)
def test_lists_of_the_profile_are_made_from_entries(entries: list[dict[str, str]], lists: dict[str, list[str]]) -> None:
    """As "title, organization"; in Hebrew only if every entry has its Hebrew title."""
    assert make_profile_lists(entries, DEFAULT) == lists


def test_a_list_of_the_profile_has_no_other_hebrew_version() -> None:
    profile = {"positions": ["Owner"]}
    made = {"positions": ["Head"], "positionsHebrew": ["מנהלת"], "training": ["MD"]}
    assert missing_lists(profile, made, DEFAULT) == {"positions": [], "training": ["MD"]}


def test_positions_can_be_empty() -> None:
    """The API's profile always has them."""
    assert missing_lists({"name": "Noa Example"}, {}, DEFAULT) == {"positions": []}


def test_no_positions(folder: Path) -> None:
    """A retired owner, for example."""
    edit(folder, "profile.yaml", f"positions:\n{POSITIONS}", "positions: []\n")
    edit(folder, "profile.yaml", HEBREW_POSITIONS, "")
    result = check(folder)
    assert result.records["profile"][0]["positions"] == []
    assert [problem for problem in result.report.problems if problem.field == "positions"] == []


POSITIONS = """\
  - Head of Musculoskeletal Ultrasound, Example Medical Center
  - Senior Lecturer in Radiology, Example University
"""
HEBREW_POSITIONS = """\
positionsHebrew:
  - מנהלת היחידה לאולטרסאונד שריר־שלד, המרכז הרפואי דוגמה
  - מרצה בכירה לרדיולוגיה, אוניברסיטת דוגמה
"""


@pytest.mark.parametrize(
    "positions",
    [
        ("Senior Lecturer in Radiology, Example University", "Head of Musculoskeletal Ultrasound, Example Medical Center"),
        ("Former head of Radiology, 1998–2017", *POSITIONS.replace("  - ", "").splitlines()),
        ("Head of musculoskeletal ultrasound – Example Medical Center", "Senior Lecturer in Radiology (Example University)"),
        ("Example Medical Center, Head of Musculoskeletal Ultrasound", "Senior Lecturer in Radiology, Example University, Haifa"),
    ],
    ids=["another order", "a position of the past", "other signs", "another order of words and a city"],
)
def test_a_list_with_every_entry_is_the_owners(folder: Path, positions: tuple[str, ...]) -> None:
    edit(folder, "profile.yaml", POSITIONS, "".join(f"  - {position}\n" for position in positions))
    assert [line for line in codes(folder) if "differs" in line] == []


def test_a_list_that_lacks_an_entry(folder: Path) -> None:
    """Said once, for the first language: a version must have as many lines as its list anyway."""
    edit(folder, "profile.yaml", "  - Senior Lecturer in Radiology, Example University\n", "")
    edit(folder, "profile.yaml", "  - מרצה בכירה לרדיולוגיה, אוניברסיטת דוגמה\n", "")
    assert codes(folder) == ["warning: sources/profile.yaml, line 11, positions: differs"]


def test_an_entry_in_brackets_that_its_comma_splits(folder: Path) -> None:
    in_brackets = "positions: [Head of Musculoskeletal Ultrasound, Example Medical Center]\n"
    edit(folder, "profile.yaml", f"positions:\n{POSITIONS}", in_brackets)
    assert [problem.message for problem in check(folder).report] == [
        'Commas in brackets separate entries, and split "Head of Musculoskeletal Ultrasound, Example Medical Center". Put such '
        "an entry in quotes, or on its own line after a hyphen (-) and a space.",
        'cv.csv also has "Senior Lecturer in Radiology, Example University", and pages use this list. Add what is missing, and '
        "use the same words in both files. Or delete the list: pages then use cv.csv.",
    ]


def test_a_version_that_lacks_an_entry(folder: Path) -> None:
    edit(folder, "profile.yaml", "  - מרצה בכירה לרדיולוגיה, אוניברסיטת דוגמה\n", "")
    assert [line.rpartition(", ")[2] for line in codes(folder)] == ["positionsHebrew: same_length"]


def test_entries_with_an_error_are_compared_with_no_list(folder: Path) -> None:
    """The list lacks an entry only until its row is corrected."""
    edit(folder, "cv.csv", "2018-04,now", "2018-04,nov")
    assert [(each.row, each.field, each.code) for each in check(folder).report] == [(2, "endDate", "partial_date_or_now")]
