"""The curriculum vitae: dates that spreadsheets changed, sections, and the order of the entries."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.validation.career import in_order
from tests.support.checking import example_sources, problems, records_and_problems
from tests.support.messages import write

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
HINT = (
    "Write it like 2018, 2018-04 or 2018-04-07. First format the column as text (in Excel Format Cells, Text), "
    "or the spreadsheet changes it."
)


@pytest.mark.parametrize("program", SAVED)
def test_dates_that_a_spreadsheet_changed_are_read(program: str, tmp_path: Path) -> None:
    content, dates = SAVED[program]
    (tmp_path / "cv.csv").write_bytes(content)
    records, lines = records_and_problems(tmp_path / "cv.csv")
    assert ([(record["startDate"], record.get("endDate")) for record in records], lines) == (dates, [])


@pytest.mark.parametrize(
    ("cell", "problem"),
    [
        ("18-Apr", 'Expected a year, a month or a day, got "18-Apr".'),
        ("01/04/2018", '"01/04/2018" can be 2018-01-04 or 2018-04-01.'),
        ("43191", 'Expected a year, a month or a day, got "43191".'),
        ("########", 'Expected a year, a month or a day, got "########".'),
        ("2018-02-30", 'Expected a year, a month or a day, got "2018-02-30".'),
        ("now", 'Expected a year, a month or a day, got "now".'),
    ],
)
def test_what_can_mean_two_dates_or_none_is_named(cell: str, problem: str, tmp_path: Path) -> None:
    """With the way to keep a spreadsheet from changing it."""
    write(tmp_path, "cv.csv", f"section,title,startDate\naward,A,{cell}\n")
    assert problems(tmp_path / "cv.csv") == [f"cv.csv, row 2, startDate: {problem} {HINT}"]


@pytest.mark.parametrize(("start", "end"), [("2019", "2018"), ("2018-05", "2018-04-30"), ("2018-04-07", "2018-04-06")])
def test_an_entry_ends_after_it_begins(start: str, end: str, tmp_path: Path) -> None:
    write(tmp_path, "cv.csv", f"section,title,startDate,endDate\naward,Same year,2018-05,2018\naward,A,{start},{end}\n")
    text = f"The entry ends ({end}) before it begins ({start}). Swap the two dates, or correct one."
    assert problems(tmp_path / "cv.csv") == [f"cv.csv, row 3, endDate: {text}"]


@pytest.mark.parametrize("section", ["Awards", "awards", "AWARD", "פרסים"])
def test_a_section_that_is_almost_a_known_one(section: str, tmp_path: Path) -> None:
    """A heading of one's own is accepted."""
    write(tmp_path, "cv.csv", f"section,title\nVolunteering,A\n{section},B\n")
    text = 'Did you mean "award"? Its heading is "Awards" and "פרסים".'
    assert f"warning: cv.csv, row 3, section: {text}" in problems(tmp_path / "cv.csv")


def test_the_order_of_entries() -> None:
    """By section, what continues first, then the latest; a year comes before its months, a month before its days."""
    dates = [
        ("", ""), ("2019", ""), ("2017", "2018-04-07"), ("", "2018-04"), ("2018", ""), ("2018-04-30", ""), ("2018-05", "2018-06"),
        ("", "now"), ("2001", "now"), ("2001-02", "now"),
    ]  # fmt: skip
    entries = [{"section": "talk", "title": f"{start}–{end}", "startDate": start, "endDate": end} for start, end in dates]
    others = [{"section": section, "title": section} for section in ("Zebras", "award", "Apes", "Zebras")]
    assert [entry["title"] for entry in in_order(example_sources()["cv"], [*others, *entries])] == [
        "award", "2001–now", "2001-02–now", "–now", "2019–", "2018–", "2018-05–2018-06", "–2018-04", "2018-04-30–",
        "2017–2018-04-07", "–", "Zebras", "Zebras", "Apes",
    ]  # fmt: skip
