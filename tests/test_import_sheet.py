"""Editing the owner's CSV: whatever is not changed stays byte for byte as it was."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.csvfile import Columns
from pipeline.importer.reference import FIELDS
from pipeline.importer.sheet import Sheet, scanned, unquoted
from pipeline.problems import Report

COLUMNS = Columns(FIELDS, frozenset({"title", "authors", "journal", "year"}))
NEW = {"title": "New", "authors": "Levi R", "journal": "J", "year": "2020"}


def sheet_of(path: Path) -> Sheet:
    report = Report()
    sheet = Sheet.read(path, path.name, COLUMNS, report)
    assert sheet is not None, [str(problem) for problem in report]
    return sheet


def edited(tmp_path: Path, text: str, *rows: dict[str, str], fill: tuple[tuple[int, str, str], ...] = ()) -> str:
    """The text of a list after cells are filled and rows added."""
    path = tmp_path / "list.csv"
    path.write_bytes(text.encode())
    sheet = sheet_of(path)
    for number, column, value in fill:
        sheet.fill(next(row for row in sheet.rows if row.number == number), column, value)
    for row in rows:
        sheet.insert(row)
    sheet.save()
    return path.read_bytes().decode()


HEAD = "title,authors,journal,year,volume\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # Before the first older row, after those of its year; years that are none are passed over.
        (HEAD + "A,X,J,2021,\nB,X,J,2020,\nC,X,J,2019,\n", HEAD + "A,X,J,2021,\nB,X,J,2020,\nNew,Levi R,J,2020,\nC,X,J,2019,\n"),
        (HEAD + "A,X,J,in press,\nB,X,J,2018,\n", HEAD + "A,X,J,in press,\nNew,Levi R,J,2020,\nB,X,J,2018,\n"),
        # At the end, with a line end where there was none, and before the empty rows that spreadsheets leave.
        (HEAD + "A,X,J,2021,", HEAD + "A,X,J,2021,\nNew,Levi R,J,2020,"),
        (HEAD + "A,X,J,2021,\n,,,,\n\n", HEAD + "A,X,J,2021,\nNew,Levi R,J,2020,\n,,,,\n\n"),
        (HEAD.strip(), HEAD + "New,Levi R,J,2020,"),
        # The file's own line end, byte order mark and column order.
        (
            "\ufeff" + HEAD.replace("\n", "\r\n") + "A,X,J,2019,\r\n",
            "\ufeff" + HEAD.replace("\n", "\r\n") + "New,Levi R,J,2020,\r\nA,X,J,2019,\r\n",
        ),
        ('year,"journal",authors,title\n2019,J,X,A\n', 'year,"journal",authors,title\n2020,J,Levi R,New\n2019,J,X,A\n'),
    ],
)
def test_a_new_row_goes_where_its_year_is(tmp_path: Path, before: str, after: str) -> None:
    assert edited(tmp_path, before, NEW) == after


def test_several_new_rows_stand_newest_first_then_as_they_came(tmp_path: Path) -> None:
    rows = [{**NEW, "title": title, "year": year} for title, year in (("a", "2018"), ("b", "2022"), ("c", "2018"), ("d", "2016"))]
    text = edited(tmp_path, HEAD + "A,X,J,2020,\nB,X,J,2017,", *rows)
    assert [line.split(",")[0] for line in text.splitlines()[1:]] == ["b", "A", "a", "c", "B", "d"]


@pytest.mark.parametrize(
    ("before", "value", "after"),
    [
        ("A,X,J,2021,\n", "7", "A,X,J,2021,7\n"),
        ('"A, b", X ,"J ""q""",2021,  \r\n', "7", '"A, b", X ,"J ""q""",2021,7\r\n'),
        ('"A","X","J","2021",""\n', "7", '"A","X","J","2021","7"\n'),
        ("A,X,J,2021,", 'a "b", c', 'A,X,J,2021,"a ""b"", c"'),
    ],
)
def test_a_filled_cell_is_all_that_changes(tmp_path: Path, before: str, value: str, after: str) -> None:
    rest = 'B,"two\nlines",J,2020,1\n'
    if before.endswith("\n"):
        before, after = before + rest, after + rest
    assert edited(tmp_path, HEAD + before, fill=((2, "volume", value),)) == HEAD + after


def test_a_cell_that_holds_something_is_never_filled(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="row 2: the cell volume is not empty"):
        edited(tmp_path, HEAD + "A,X,J,2021,6\n", fill=((2, "volume", "7"),))


def test_nothing_to_write_touches_nothing(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(b"title,authors,journal,year\r\nA,X,J,2020")
    before = path.stat()
    sheet = sheet_of(path)
    assert (sheet.changed, sheet.save(), sheet.encoded()) == (False, False, path.read_bytes())
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_list_that_is_not_there_yet(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    sheet = sheet_of(path)
    sheet.insert(NEW)
    assert sheet.save()
    assert path.read_bytes() == b"title,authors,journal,year,volume,issue,pages,doi,pubmed,url\nNew,Levi R,J,2020,,,,,,\n"
    assert path.stat().st_mode & 0o777 == 0o644
    assert [*tmp_path.iterdir()] == [path]


def test_permissions_and_links_are_kept(tmp_path: Path) -> None:
    path, link = tmp_path / "list.csv", tmp_path / "link.csv"
    path.write_text(HEAD)
    path.chmod(0o600)
    link.symlink_to(path)
    sheet = sheet_of(link)
    sheet.insert(NEW)
    sheet.save()
    assert (link.is_symlink(), path.stat().st_mode & 0o777) == (True, 0o600)
    assert path.read_text() == HEAD + "New,Levi R,J,2020,\n"


def test_what_somebody_wrote_meanwhile_is_not_lost(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text(HEAD)
    sheet = sheet_of(path)
    sheet.insert(NEW)
    path.write_text(HEAD + "A,X,J,2021,\n")
    with pytest.raises(OSError, match=re.escape("list.csv was changed by somebody else meanwhile. Give the command again.")):
        sheet.save()
    assert path.read_text() == HEAD + "A,X,J,2021,\n"


CELLS = st.text("ab ,\"\n'é0", max_size=5).filter(lambda text: text == text.strip())


def written(value: str, *, quoted: bool) -> str:
    return '"' + value.replace('"', '""') + '"' if quoted or re.search('[,"\n]', value) else value


@settings(max_examples=150, deadline=None)
@given(
    rows=st.lists(st.tuples(*(st.tuples(CELLS, st.booleans()) for _ in range(4))), min_size=1, max_size=5),
    line_end=st.sampled_from(["\n", "\r\n"]),
    bom=st.booleans(),
    last=st.booleans(),
)
def test_the_scanner_sees_what_pythons_reader_sees(
    rows: list[tuple[tuple[str, bool], ...]], line_end: str, bom: bool, last: bool
) -> None:
    """The cells of any CSV, and every byte belongs to one row."""
    text = line_end.join(",".join(written(value, quoted=quoted) for value, quoted in row) for row in rows) + line_end * last
    marked = "\ufeff" * bom + text
    spans = [*scanned(marked)]
    assert [[unquoted(marked[start:end]) for start, end in row.cells] for row in spans] == [
        *csv.reader(io.StringIO(text, newline=""), strict=True)
    ]
    assert "".join(marked[row.start : row.end] for row in spans) == text
