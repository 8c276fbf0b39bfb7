"""Editing the owner's CSV: every byte that is not edited stays as it is."""

from __future__ import annotations

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

from api.formats.csv import COLUMNS as FIELDS
from pipeline.importing.csv_editor import CsvEditor, raw_rows
from pipeline.problems import Report
from pipeline.reading.spreadsheet import Columns

COLUMNS = Columns(FIELDS, frozenset({"title", "authors", "journal", "year"}))
NEW = {"title": "New", "authors": "Levi R", "journal": "J", "year": "2020"}


def editor_of(path: Path) -> CsvEditor:
    report = Report()
    editor = CsvEditor.read(path, path.name, COLUMNS, report)
    assert editor is not None, [str(problem) for problem in report]
    return editor


def edited(tmp_path: Path, text: str, *rows: dict[str, str], fill: tuple[tuple[int, str, str], ...] = ()) -> str:
    """Return the text of a list after cells are filled and rows added."""
    path = tmp_path / "list.csv"
    path.write_bytes(text.encode())
    editor = editor_of(path)
    for number, column, value in fill:
        editor.fill(next(row for row in editor.rows if row.number == number), column, value)
    for row in rows:
        editor.insert(row)
    editor.save()
    return path.read_bytes().decode()


HEAD = "title,authors,journal,year,volume\n"


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
        (
            "\ufeff" + HEAD.replace("\n", "\r\n") + "A,X,J,2019,\r\n",
            "\ufeff" + HEAD.replace("\n", "\r\n") + "New,Levi R,J,2020,\r\nA,X,J,2019,\r\n",
        ),
        (
            HEAD.replace("\n", "\r\r\n") + "A,X,J,2019,\r\r\n",
            HEAD.replace("\n", "\r\r\n") + "New,Levi R,J,2020,\r\r\nA,X,J,2019,\r\r\n",
        ),
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
    assert (editor.changed, editor.save(), editor.encoded()) == (False, False, path.read_bytes())
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_new_file(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    editor = editor_of(path)
    editor.insert(NEW)
    assert editor.save()
    assert path.read_text(encoding="utf-8").splitlines() == [
        "title,authors,journal,year,volume,issue,pages,doi,pubmed,url,type,notice",
        "New,Levi R,J,2020,,,,,,,,",
    ]
    assert path.stat().st_mode & 0o777 == 0o644
    assert [*tmp_path.iterdir()] == [path]


def test_permissions_and_links_are_kept(tmp_path: Path) -> None:
    path, link = tmp_path / "list.csv", tmp_path / "link.csv"
    path.write_text(HEAD)
    path.chmod(0o600)
    link.symlink_to(path)
    editor = editor_of(link)
    editor.insert(NEW)
    editor.save()
    assert (link.is_symlink(), path.stat().st_mode & 0o777) == (True, 0o600)
    assert path.read_text() == HEAD + "New,Levi R,J,2020,\n"


def test_a_reader_keeps_the_old_file(tmp_path: Path) -> None:
    """So whatever ends the program while it writes, the list is the old or the new one."""
    path = tmp_path / "list.csv"
    path.write_text(HEAD)
    editor = editor_of(path)
    editor.insert(NEW)
    with path.open() as reader:
        editor.save()
        assert reader.read() == HEAD


def by_another_program(path: Path) -> None:
    path.write_text(HEAD + "A,X,J,2021,\n")


def by_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("changed", [by_another_program, by_a_folder, Path.unlink])
def test_a_file_that_another_program_changes_is_not_overwritten(tmp_path: Path, changed: Callable[[Path], None]) -> None:
    path = tmp_path / "list.csv"
    path.write_text(HEAD)
    editor = editor_of(path)
    editor.insert(NEW)
    changed(path)
    before = [(entry, entry.stat().st_ino) for entry in tmp_path.iterdir()]
    with pytest.raises(OSError, match=re.escape("list.csv was changed by another program; repeat the command")):
        editor.save()
    assert [(entry, entry.stat().st_ino) for entry in tmp_path.iterdir()] == before


def test_a_file_that_another_program_creates_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    editor = editor_of(path)
    editor.insert(NEW)
    by_another_program(path)
    with pytest.raises(OSError, match="was changed by another program"):
        editor.save()
    assert path.read_text() == HEAD + "A,X,J,2021,\n"


def refused(path: Path) -> list[str]:
    report = Report()
    assert CsvEditor.read(path, path.name, COLUMNS, report) is None
    return [str(problem) for problem in report]


def test_pipes_and_folders_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.csv")
    (tmp_path / "folder.csv").mkdir()
    advice = "It is not a regular file. Name a CSV file, or one that does not exist yet."
    assert refused(tmp_path / "pipe.csv") == [f"pipe.csv: {advice}"]
    assert refused(tmp_path / "folder.csv") == [f"folder.csv: {advice}"]


def pythons(text: str) -> list[list[str]]:
    """Return the rows as Python's reader does, with line feed as the end of a line; empty rows have one cell."""
    return [row or [""] for row in csv.reader(io.StringIO(text, newline="\n"), strict=True)]


VALUES = st.sampled_from(["a", 'q"q', "b,c", "x\ny", "r\rr", "שלום", " d ", '1,"\r\n'])
EMPTY = st.sampled_from(["", '""', " ", '"  "'])
YEARS = st.sampled_from(["2018", "2019", "2020", "2021", '"2019"', "in press", '""'])
LINE_ENDS = st.sampled_from(["\n", "\r\n", "\r\r\n"])
NAMES = ("title", "authors", "journal", "year", "volume", "issue")


def raw_cell(value: str, *, quoted: bool) -> str:
    return '"' + value.replace('"', '""') + '"' if quoted or re.search('[,"\r\n]', value) else value


WRITTEN = st.builds(raw_cell, VALUES, quoted=st.booleans())


@st.composite
def lists(draw: st.DrawFn) -> tuple[tuple[str, ...], str]:
    """Return the columns and the text of a list as some program may write it."""
    columns = tuple(draw(st.permutations(NAMES)))
    kinds = {"title": WRITTEN, "year": YEARS}
    lines = [",".join(raw_cell(name, quoted=draw(st.booleans())) for name in columns)]
    for is_row in draw(st.lists(st.booleans(), max_size=6)):
        cells = [draw(kinds.get(name, st.one_of(WRITTEN, EMPTY)) if is_row else EMPTY) for name in columns]
        lines.append(",".join(cells) if is_row or draw(st.booleans()) else "")
    text = "".join(line + draw(LINE_ENDS) for line in lines[:-1])
    return columns, "\ufeff" * draw(st.booleans()) + text + lines[-1] + draw(st.sampled_from(["", "\n", "\r\n", "\r"]))


def placed(old: list[list[str]], new: list[dict[str, str]], columns: tuple[str, ...]) -> list[tuple[int | None, list[str]]]:
    """Return the expected rows, each old one with its index; a slow but obvious implementation."""
    year = columns.index("year")
    result: list[tuple[int | None, list[str]]] = list(enumerate(old))
    for cells in sorted(new, key=lambda cells: -int(cells["year"])):
        rows = [(place, index, row) for place, (index, row) in enumerate(result)]
        older = [
            place for place, index, row in rows if index and row[year : year + 1] and 0 < number(row[year]) < int(cells["year"])
        ]
        last = max(place for place, index, row in rows if index == 0 or any(map(str.strip, row)))
        result.insert(older[0] if older else last + 1, (None, [cells.get(name, "") for name in columns]))
    return result


def number(year: str) -> int:
    return int(year) if year.isdigit() else 0


@pytest.mark.slow
@given(
    given_list=lists(),
    new=st.lists(st.fixed_dictionaries({"title": VALUES, "year": st.sampled_from(["2017", "2019", "2020", "2022"])}), max_size=4),
    data=st.data(),
)
def test_edits_change_nothing_else(
    given_list: tuple[tuple[str, ...], str], new: list[dict[str, str]], data: st.DataObject
) -> None:
    """For any list: the values are the old and the new ones, and every other byte stays as it is."""
    columns, text = given_list
    with TemporaryDirectory() as temporary:
        path = Path(temporary, "list.csv")
        path.write_bytes(text.encode())
        editor = editor_of(path)
        assert (editor.columns, editor.encoded()) == (columns, text.encode())
        values, filled = pythons(text.removeprefix("\ufeff")), set()
        for row in editor.rows:
            for name in data.draw(st.sets(st.sampled_from([name for name in NAMES if not row.cells[name]] or ["none"]))) - {
                "none"
            }:
                filled.add((row.number - 1, columns.index(name)))
                values[row.number - 1][columns.index(name)] = value = data.draw(VALUES) if name != "year" else "in press"
                editor.fill(row, name, value)
        for publication in new:
            editor.insert(publication)
        assert editor.save() == bool(filled or new)
        result = path.read_bytes().decode()
    expected = placed(values, new, columns)
    assert pythons(result.removeprefix("\ufeff")) == [row for _, row in expected]
    assert result.startswith("\ufeff") == text.startswith("\ufeff")
    before, after = [*raw_rows(text, ",")], [*raw_rows(result, ",")]
    is_open = not text.endswith("\n")
    line_end = before[0][1] if before[0][1].endswith("\n") else "\n"
    for place, ((index, _), (cells, end)) in enumerate(zip(expected, after, strict=True)):
        is_last = place == len(after) - 1
        if index is None:
            assert end == ("" if is_open and is_last else line_end)
            continue
        old_cells, old_end = before[index]
        untouched = [column for column in range(len(cells)) if (index, column) not in filled]
        assert [cells[column] for column in untouched] == [old_cells[column] for column in untouched]
        follows = is_open and index == len(before) - 1 and not is_last
        assert end == old_end + line_end * follows


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
    editor.add_column("doi")
    assert editor.save() is False
    editor.fill(editor.rows[1], "doi", "10.5555/b")
    editor.insert(NEW)
    editor.save()
    assert path.read_bytes().decode() == after
