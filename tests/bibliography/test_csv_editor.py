"""Editing the owner's CSV: every byte that is not edited stays as it is."""

import csv
import io
import os
import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.formats.csv import DEFAULT_FIELDS as FIELDS
from bibliography.csv_editor import CsvEditor, raw_rows
from pipeline.read.table import Columns
from pipeline.report import Report

COLUMNS = Columns(FIELDS, frozenset({"title", "authors", "journal", "year"}))
HEAD = "title,authors,journal,year,volume\n"
NEW = {"title": "New", "authors": "Levi R", "journal": "J", "year": "2020"}


def editor_of(path: Path) -> CsvEditor:
    report = Report()
    editor = CsvEditor.read(path, COLUMNS, report)
    assert editor is not None, [str(problem) for problem in report]
    return editor


def with_new_row(path: Path, text: str | None = HEAD) -> CsvEditor:
    if text is not None:
        path.write_text(text)
    editor = editor_of(path)
    editor.insert(NEW)
    return editor


def edited(tmp_path: Path, text: str, *rows: dict[str, str], fill: tuple[tuple[int, str, str], ...] = ()) -> str:
    path = tmp_path / "list.csv"
    path.write_bytes(text.encode())
    editor = editor_of(path)
    for number, column, value in fill:
        editor.fill(next(row for row in editor.rows if row.number == number), column, value)
    for row in rows:
        editor.insert(row)
    editor.save()
    return path.read_bytes().decode("utf-8-sig")


WINDOWS, TWO_RETURNS = HEAD.replace("\n", "\r\n"), HEAD.replace("\n", "\r\r\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # Before the first older row, after those of its year; values that are not years are skipped.
        (HEAD + "A,X,J,2021,\nB,X,J,2020,\nC,X,J,2019,\n", HEAD + "A,X,J,2021,\nB,X,J,2020,\nNew,Levi R,J,2020,\nC,X,J,2019,\n"),
        (HEAD + "A,X,J,in press,\nB,X,J,2018,\n", HEAD + "A,X,J,in press,\nNew,Levi R,J,2020,\nB,X,J,2018,\n"),
        # At the end, after adding a missing line end, and before the empty rows that spreadsheets leave.
        (HEAD + "A,X,J,2021,", HEAD + "A,X,J,2021,\nNew,Levi R,J,2020,"),
        (HEAD + "A,X,J,2021,\n,,,,\n\n", HEAD + "A,X,J,2021,\nNew,Levi R,J,2020,\n,,,,\n\n"),
        (HEAD.strip(), HEAD + "New,Levi R,J,2020,"),
        # The file's own separator, line end, byte order mark and column order.
        (HEAD.replace(",", ";") + "A, b;X;J;2021;\n", HEAD.replace(",", ";") + "A, b;X;J;2021;\nNew;Levi R;J;2020;\n"),
        (HEAD.replace(",", "\t"), HEAD.replace(",", "\t") + "New\tLevi R\tJ\t2020\t\n"),
        ("\ufeff" + WINDOWS + "A,X,J,2019,\r\n", WINDOWS + "New,Levi R,J,2020,\r\nA,X,J,2019,\r\n"),
        ("\u200b" + HEAD, "\u200b" + HEAD + "New,Levi R,J,2020,\n"),
        (TWO_RETURNS + "A,X,J,2019,\r\r\n", TWO_RETURNS + "New,Levi R,J,2020,\r\r\nA,X,J,2019,\r\r\n"),
        (HEAD + "A,X,J,2021,\r", HEAD + "A,X,J,2021,\r\nNew,Levi R,J,2020,"),
        (HEAD.strip() + "\r", HEAD.strip() + "\r\nNew,Levi R,J,2020,"),
        (HEAD + f"A,X,J,{'9' * 5000},\n", HEAD + f"A,X,J,{'9' * 5000},\nNew,Levi R,J,2020,\n"),
        ('year,"journal",authors,title\n2019,J,X,A\n', 'year,"journal",authors,title\n2020,J,Levi R,New\n2019,J,X,A\n'),
    ],
)
def test_a_new_row_is_inserted_by_year(tmp_path: Path, before: str, after: str) -> None:
    assert edited(tmp_path, before, NEW) == after


def test_several_new_rows_are_in_order(tmp_path: Path) -> None:
    rows = [{**NEW, "title": title, "year": year} for title, year in (("a", "2018"), ("b", "2022"), ("c", "2018"), ("d", "2016"))]
    text = edited(tmp_path, HEAD + "A,X,J,2020,\nB,X,J,2017,", *rows)
    assert [line.split(",")[0] for line in text.splitlines()[1:]] == ["b", "A", "a", "c", "B", "d"]


@pytest.mark.parametrize(
    ("before", "value", "after"),
    [
        ("A,X,J,2021,\n", "7", "A,X,J,2021,7\n"),
        ('"A, b", X ,"J ""q""",2021,  \r\n', "7", '"A, b", X ,"J ""q""",2021,7\r\n'),
        ('"A","X","J","2021",""\n', "7", '"A","X","J","2021","7"\n'),
        ('"A","X","J","2021",\n', "7", '"A","X","J","2021","7"\n'),
        ('"A","X","J",2021,""\n', "7", '"A","X","J",2021,"7"\n'),
        ("A,X,J,2021,", " 7", 'A,X,J,2021," 7"'),
        ("A,X,J,2021,", 'a "b", c', 'A,X,J,2021,"a ""b"", c"'),
    ],
)
def test_only_the_filled_cell_changes(tmp_path: Path, before: str, value: str, after: str) -> None:
    rest = 'B,"two\nlines",J,2020,1\n'
    if before.endswith("\n"):
        before, after = before + rest, after + rest
    assert edited(tmp_path, HEAD + before, fill=((2, "volume", value),)) == HEAD + after


def test_a_filled_cell_at_the_position_of_a_new_row(tmp_path: Path) -> None:
    """The new row comes before the old one; at the end of a file without a line end, after it."""
    head = "volume,title,authors,journal,year,issue\n"
    text = edited(tmp_path, head + ",A,X,J,2019,\n", NEW, fill=((2, "volume", "7"),))
    assert text == head + ",New,Levi R,J,2020,\n7,A,X,J,2019,\n"
    text = edited(tmp_path, head + ",A,X,J,2021,", NEW, fill=((2, "issue", "7"),))
    assert text == head + ",A,X,J,2021,7\n,New,Levi R,J,2020,"


def test_a_cell_with_a_value_is_never_filled(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="row 2: the cell volume is not empty"):
        edited(tmp_path, HEAD + "A,X,J,2021,6\n", fill=((2, "volume", "7"),))


def test_without_edits_the_file_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(b"title,authors,journal,year\r\nA,X,J,2020")
    before = path.stat()
    editor = editor_of(path)
    assert (editor.changed, editor.save()) == (False, False)
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_new_file(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    assert with_new_row(path, None).save()
    assert path.read_text(encoding="utf-8") == f"\ufeff{','.join(FIELDS)}\nNew,Levi R,J,2020,,,,,,,,\n"
    assert path.stat().st_mode & 0o777 == 0o644
    assert [*tmp_path.iterdir()] == [path]


def test_permissions_and_the_old_file_of_a_reader_are_kept(tmp_path: Path) -> None:
    """Whatever ends the program while it writes, the list is the old or the new one."""
    path = tmp_path / "list.csv"
    path.touch(0o600)
    editor = with_new_row(path)
    with path.open() as reader:
        editor.save()
        assert reader.read() == HEAD
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.read_text(encoding="utf-8-sig") == HEAD + "New,Levi R,J,2020,\n"


def by_another_program(path: Path) -> None:
    path.write_text(HEAD + "A,X,J,2021,\n")


def by_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    ("text", "change"),
    [(HEAD, by_another_program), (HEAD, by_a_folder), (HEAD, Path.unlink), (None, by_another_program)],
    ids=["changed", "replaced", "deleted", "created"],
)
def test_a_change_of_another_program_is_not_overwritten(tmp_path: Path, text: str | None, change: Callable[[Path], None]) -> None:
    editor = with_new_row(tmp_path / "list.csv", text)
    change(tmp_path / "list.csv")
    before = [(entry, entry.stat().st_ino) for entry in tmp_path.iterdir()]
    with pytest.raises(OSError, match=re.escape("list.csv was changed by another program; repeat the command")):
        editor.save()
    assert [(entry, entry.stat().st_ino) for entry in tmp_path.iterdir()] == before


@pytest.mark.parametrize("create", [os.mkfifo, Path.mkdir])
def test_pipes_and_folders_are_refused(tmp_path: Path, create: Callable[[Path], None]) -> None:
    path, report = tmp_path / "list.csv", Report()
    create(path)
    assert CsvEditor.read(path, COLUMNS, report) is None
    advice = "This is a folder or a device. Name a CSV file; it is created if it does not exist."
    assert [str(problem) for problem in report] == [f"{path}: {advice}"]


VALUES = st.sampled_from(["a", 'q"q', "b,c", "x\ny", "r\rr", "שלום", " d ", '1,"\r\n'])
CELLS = st.sampled_from(["a", '"q""q"', '"b,c"', '"x\ny"', '"r\rr"', "שלום", " d ", "", '""', " ", '"  "'])
YEARS = st.sampled_from(["2018", '"2019"', "2020", "2021", "in press", '""'])
ROWS = st.tuples(st.sampled_from(["A", '"A, b"', '"A\nB"']), CELLS, CELLS, YEARS, CELLS).map(",".join)


@st.composite
def lists(draw: st.DrawFn) -> str:
    lines = draw(st.lists(st.one_of(ROWS, st.sampled_from(["", ",,,,", ' ,"",,,'])), max_size=6))
    text = "".join(line + draw(st.sampled_from(["\n", "\r\n", "\r\r\n"])) for line in [HEAD.strip(), *lines[:-1]])
    return draw(st.sampled_from(["", "\ufeff"])) + text + "".join(lines[-1:]) + draw(st.sampled_from(["", "\n", "\r\n", "\r"]))


@pytest.mark.slow
@given(text=lists(), years=st.lists(st.sampled_from(["2017", "2019", "2020", "2022"]), max_size=4), data=st.data())
def test_edits_change_nothing_else(text: str, years: list[str], data: st.DataObject) -> None:
    """In any list: without the new rows and the filled cells, every cell and line end is what it was."""
    with TemporaryDirectory() as temporary:
        path = Path(temporary, "list.csv")
        path.write_bytes(text.encode())
        editor = editor_of(path)
        assert editor.to_bytes().decode() == "\ufeff" + text.removeprefix("\ufeff")
        empty = [row for row in editor.rows if not row.cells["volume"]]
        filled = {row.number - 1: data.draw(VALUES) for row in empty if data.draw(st.booleans())}
        for row in editor.rows:
            if row.number - 1 in filled:
                editor.fill(row, "volume", filled[row.number - 1])
        for year in years:
            editor.insert(NEW | {"year": year})
        assert editor.save() == bool(filled or years)
        result = path.read_bytes().decode()
    before, after = [*raw_rows(text, ",")], [*raw_rows(result, ",")]
    old = [raw for raw in after if raw[0][0] != NEW["title"]]
    assert len(after) == len(old) + len(years)
    for index, value in filled.items():
        cells, _ = old[index]
        assert next(csv.reader(io.StringIO(",".join(cells), newline="")))[-1] == value
        cells[-1] = before[index][0][-1]
    assert [cells for cells, _ in old] == [cells for cells, _ in before]
    assert [end for _, end in old[:-1]] == [end for _, end in before[:-1]]
    assert result.startswith("\ufeff") == (bool(filled or years) or text.startswith("\ufeff"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (HEAD + "A,X,J,2021,\nB,X,J,2020,3\n", HEAD[:-1] + ",doi\nA,X,J,2021,,\nB,X,J,2020,3,10.5555/b\nNew,Levi R,J,2020,,\n"),
        # Without a last line end, with empty rows, with the line ends and quotes of other programs.
        (
            "title,authors,journal,year\r\nA,X,J,2021\r\n\r\n,,,\r\nB,X,J,2020",
            "title,authors,journal,year,doi\r\nA,X,J,2021,\r\n\r\n,,,,\r\nB,X,J,2020,10.5555/b\r\nNew,Levi R,J,2020,",
        ),
    ],
)
def test_a_new_column(tmp_path: Path, before: str, after: str) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(before.encode())
    editor = editor_of(path)
    editor.add_columns({"doi"})
    assert editor.save() is False
    editor.fill(editor.rows[1], "doi", "10.5555/b")
    editor.insert(NEW)
    editor.save()
    assert path.read_bytes().decode("utf-8-sig") == after
