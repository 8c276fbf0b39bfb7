"""CSV as spreadsheets save it: what is read, what is refused, and which row a message names; text that cannot be read."""

import os
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path

import pytest

from pipeline.read.table import Cells, Columns, read_csv
from pipeline.read.text import RENAMED_WORKBOOK, SAVE_AS_UTF_8, read_lines
from pipeline.report import Report, SourceError
from tests.support.checking import read as read_source

COLUMNS = Columns(("name", "year", "doi"), frozenset(("name", "year")))


def read_file(path: Path) -> tuple[list[tuple[int, Cells]], list[str]]:
    report = Report()
    with chdir(path.parent):
        return list(read_csv(Path(path.name), COLUMNS, report)), [str(problem) for problem in report]


def read(folder: Path, text: str) -> tuple[list[tuple[int, Cells]], list[str]]:
    (folder / "a.csv").write_bytes(text.encode())
    return read_file(folder / "a.csv")


SPACE = "Removed spaces before or after the text."


@pytest.mark.parametrize(
    ("text", "rows", "warnings"),
    [
        # A cell with line breaks is one row; empty rows are counted and skipped.
        (
            'name,year,doi\r\n"One\r\ntwo",2020,\r\n\r\n,,\r\nThree,2021,x\r\n',
            [(2, ["One two", "2020", ""]), (5, ["Three", "2021", "x"])],
            ["name: Replaced line breaks with spaces."],
        ),
        # Also a no-break space; the header is trimmed silently.
        ("\u200b name ,year,doi\n  One ,\u00a02020,\n", [(2, ["One", "2020", ""])], [f"name: {SPACE}", f"year: {SPACE}"]),
        # Not the joiners and the marks of direction, which scripts need.
        (
            "name,year,doi\nso\u00adno\u200bgraphy\u00ad ,2020,\nא\u200f\u200d\u061cb\u200c\u200e,2020,\n",
            [(2, ["sonography", "2020", ""]), (3, ["א\u200f\u200d\u061cb\u200c\u200e", "2020", ""])],
            ["name: Removed invisible characters (U+00AD and U+200B).", f"name: {SPACE}"],
        ),
    ],
    ids=["rows are numbered as in a spreadsheet", "surrounding whitespace", "invisible characters"],
)
def test_what_is_read_with_a_warning(tmp_path: Path, text: str, rows: list[tuple[int, Cells]], warnings: list[str]) -> None:
    assert read(tmp_path, text) == (rows, [f"warning: a.csv, row 2, {warning}" for warning in warnings])


def test_markdown_keeps_its_line_breaks(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text('name,summary\n"One\ntwo"," - a\n- b\n"\n', encoding="utf-8")
    columns = Columns(("name", "summary"), frozenset(), frozenset({"summary"}))
    assert list(read_csv(tmp_path / "a.csv", columns, Report())) == [(2, ["One two", "- a\n- b"])]


@pytest.mark.parametrize(("separator", "named"), [(";", "semicolon"), ("\t", "tab")])
def test_the_header_decides_what_separates_the_columns(tmp_path: Path, separator: str, named: str) -> None:
    """Spreadsheets of some countries write semicolons into a .csv file. Commas in cells then need no quotes."""
    text = "name,year,doi\n" + f'One| two,2020,\nTwo,2020\n"A{separator}b",2020,\n'
    assert read(tmp_path, text.replace(",", separator).replace("|", ",")) == (
        [(2, ["One, two", "2020", ""]), (4, [f"A{separator}b", "2020", ""])],
        [f"a.csv, row 3: Expected 3 cells, as in the header, got 2. For an empty cell, write nothing between two {named}s."],
    )


SAVED = "Save it as “CSV UTF-8 (comma delimited)” under the name cv.csv, then move it out of this folder."
RENAMED = "Rename it to {}, or move it out of this folder."
REPLACED = "If it is newer than {}, replace that file; otherwise move this one out of this folder."


@pytest.mark.parametrize("exists", [True, False])
@pytest.mark.parametrize(
    ("name", "other", "fix"),
    [("cv.csv", other, SAVED) for other in ("cv.xlsx", "CV.XLSX", "cv.ods", "cv (1).xlsx")]
    + [("cv.csv", other, RENAMED) for other in ("CV.csv", "cv (1).csv", "cv - Sheet1.csv", "cv copy.csv", "cv.csv.csv", "cv.txt")]
    + [
        ("research.yaml", other, RENAMED) for other in ("Research.yaml", "research.yml", "research.yaml.txt", "research (2).yaml")
    ],
)
def test_a_file_under_another_name_is_not_read(tmp_path: Path, name: str, other: str, fix: str, *, exists: bool) -> None:
    """It looks like the data that one has just edited, also beside an older file with the right name."""
    for beside in (
        other,
        "cv.md",
        "cv.pdf",
        "cvs.csv",
        ".~lock.cv.csv#",
        "cv notes.txt",
        "research ideas.txt",
        "research.csv",
        "research.xlsx",
        *([name] if exists else ()),
    ):
        (tmp_path / beside).write_text("section,title\n" if name == "cv.csv" else "areas: [{name: A}]\n", encoding="utf-8")
    expected = REPLACED if exists and fix == RENAMED else fix
    assert [str(problem) for problem in read_source(tmp_path / name)[1]] == [
        f"warning: {other}: The file is not read. {expected.format(name)}"
    ]


def test_every_problem_of_the_header_is_reported(tmp_path: Path) -> None:
    """One with commas is separated by commas."""
    assert read(tmp_path, "Name,,weight,doi,doi,year;doi\n")[1] == [
        'a.csv, row 1, name: Unknown column "Name". Did you mean "name"?',
        "a.csv, row 1: A column has no name. Delete the empty column, or name it.",
        'a.csv, row 1: Unknown column "weight". The columns here are name, year, doi.',
        'a.csv, row 1: The column "doi" appears 2 times. Keep one.',
        'a.csv, row 1, year: Unknown column "year;doi". Did you mean "year"?',
    ]


def test_a_missing_column_is_reported(tmp_path: Path) -> None:
    assert read(tmp_path, "name,doi\nOne,x\n") == (
        [(2, ["One", "", "x"])],
        ["a.csv, row 1, year: The column is missing. Add it to the first row."],
    )


EXPECTED = "Expected 3 cells, as in the header, got"
EMPTY = "If a cell has a comma, put it in straight double quotes; if none has, delete the empty columns on the right."


def test_short_and_long_rows_are_errors(tmp_path: Path) -> None:
    """A forgotten or unquoted comma shifts every cell after it."""
    rows = [
        "One,2020",
        "One, two,2020,x",
        "Three,2020,",
        "Four,2020,,,",
        "One, two, three,2020,,",
        "One,two,2020,x",
        "A, 2020, x,",
    ]
    assert read(tmp_path, "\n".join(["name,year,doi", *rows])) == (
        [(4, ["Three", "2020", ""])],
        [
            f"a.csv, row 2: {EXPECTED} 2. For an empty cell, write nothing between two commas.",
            f'a.csv, row 3: {EXPECTED} 4. "One, two" looks like one cell: put all of it in straight double quotes.',
            f"a.csv, row 5: {EXPECTED} 5. {EMPTY}",
            f'a.csv, row 6: {EXPECTED} 6. "One, two, three" looks like one cell: put all of it in straight double quotes.',
            f"a.csv, row 7: {EXPECTED} 4. Put a cell that has a comma in straight double quotes.",
            f"a.csv, row 8: {EXPECTED} 4. {EMPTY}",
        ],
    )


def test_an_unquoted_text_in_a_short_row_is_named_too(tmp_path: Path) -> None:
    """With a space after each comma, no text shows."""
    [_, *problems] = read(tmp_path, "name,year,doi,url\nOne, two,2020\nThree, 2020, x\n")[1]  # the first is about the column
    assert problems == [
        "a.csv, row 2: Expected 4 cells, as in the header, got 3. For an empty cell, write nothing between two commas. "
        '"One, two" looks like one cell: put all of it in straight double quotes.',
        "a.csv, row 3: Expected 4 cells, as in the header, got 3. For an empty cell, write nothing between two commas.",
    ]


TWICE = 'in straight double quotes. Leave no space before them, and write a double quote inside the cell twice ("").'


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ('A "quick" test, with more,2020,', f'4. "A "quick" test, with more" looks like one cell: put all of it {TWICE}'),
        ('One, "two, three",2020', f"4. Put a cell that has a comma {TWICE}"),
        ('A "quick" test,2020', "2. For an empty cell, write nothing between two commas."),
    ],
    ids=["inside the cell", "after a space", "in a short row"],
)
def test_a_row_with_quotes_and_a_wrong_number_of_cells(tmp_path: Path, row: str, message: str) -> None:
    """Quotes around the cell are not enough."""
    assert read(tmp_path, f"name,year,doi\n{row}\n")[1] == [f"a.csv, row 2: {EXPECTED} {message}"]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ('"One" two', 'A double quote (") is not closed, or text follows it. Inside a cell, write a double quote twice ("").'),
        ("One,2020,\rTwo", "The file has the line endings of old Macs. Save the file as “CSV UTF-8 (comma delimited)”."),
        ("O\x07ne", "The text contains the invisible character U+0007. Delete it, or type the line again."),
    ],
    ids=["text after a quote", "old Mac", "invisible character"],
)
def test_a_broken_row_is_named_by_its_number(tmp_path: Path, row: str, message: str) -> None:
    """The rows after it are read."""
    rows, problems = read(tmp_path, f"name,year,doi\n{row},2020,\nLast,2020,\n")
    assert (rows[-1], problems) == ((3, ["Last", "2020", ""]), [f"a.csv, row 2: {message}"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('name,year,doi\n"One,2020,\n', 'row 2: A double quote (") is opened but never closed. Close it at the end of the cell.'),
        (
            'name,year,doi\n"' + "two\n" * 50_000,
            "row 2: A cell is longer than 100,000 characters. Is a closing double quote missing?",
        ),
        (
            '"name" x,year,doi\nThree,2020,\n',
            'row 1: A double quote (") is not closed, or text follows it. Inside a cell, write a double quote twice ("").',
        ),
        (
            "name,year,doi\n<<<<<<< HEAD\nOne,2020,\n=======\nTwo,2020,\n>>>>>>> theirs\n",
            "line 2: From here to >>>>>>> are two versions that git could not merge. "
            "Keep one of them, and delete the lines that begin with <<<<<<<, ======= and >>>>>>>.",
        ),
        *(
            (text, "row 1: The first row must name the columns: name,year,doi.")
            for text in ("", "\nname,year,doi\n", "One,2020,\n")
        ),
    ],
    ids=["quote not closed", "endless cell", "header that is not CSV", "conflict", "empty", "empty row", "no header"],
)
def test_an_error_after_which_rows_are_unknown_ends_the_file(tmp_path: Path, text: str, message: str) -> None:
    assert read(tmp_path, text) == ([], [f"a.csv, {message}"])


TEXT = "name,year\nאולטרסאונד,2020\n"
LOST = f"The text is not UTF-8; it was probably saved in another encoding. {SAVE_AS_UTF_8}"


def make_large(path: Path) -> None:
    path.touch()
    os.truncate(path, (64 << 20) + 1)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda path: path.with_name("a.md").touch(),
            ": The file is missing. Put it back under this name. If you have nothing to list, its header line alone is enough.",
        ),
        (lambda path: path.with_name("a.csv.txt").touch(), ': The file is missing. If it is "a.csv.txt", save that as a.csv.'),
        (Path.mkdir, ": The file cannot be opened (Is a directory)."),
        (make_large, ": The file is larger than 64 MB. Is it the right one?"),
        # They are never guessed: Hebrew in a Windows encoding would become other letters.
        (lambda path: path.write_bytes(TEXT.encode("cp1255")), f", line 2: {LOST}"),
        (lambda path: path.write_bytes(TEXT.encode("utf-16")), f", line 1: {LOST}"),
        (lambda path: path.write_bytes(b"PK\x03\x04\0"), f": {RENAMED_WORKBOOK}"),
        (lambda path: path.write_bytes(TEXT.encode()[:-7]), f", line 2: {LOST}"),
    ],
    ids=["missing", "another ending", "folder", "too large", "cp1255", "UTF-16", "workbook", "cut"],
)
def test_a_file_that_cannot_be_read(tmp_path: Path, make: Callable[[Path], object], message: str) -> None:
    make(tmp_path / "a.csv")
    assert read_file(tmp_path / "a.csv") == ([], [f"a.csv{message}"])


@pytest.mark.parametrize(
    ("name", "other"),
    [("a.csv", f"a{suffix}") for suffix in (".xlsx", ".xls", ".ods", ".numbers", ".txt", ".csv.txt")]
    + [("b.yaml", f"b{suffix}") for suffix in (".yml", ".txt", ".yaml.txt")],
)
def test_a_missing_file_in_another_form_is_named(tmp_path: Path, name: str, other: str) -> None:
    """Only in one that programs give it: a document or a picture beside it is something else."""
    for beside in (other, "a.md", "a.csv~", "a.png", "about.csv", "b.md", "b.xlsx"):
        (tmp_path / beside).touch()
    with chdir(tmp_path), pytest.raises(SourceError) as missing:
        next(read_lines(Path(name), 1))
    assert str(missing.value) == f'{name}: The file is missing. If it is "{other}", save that as {name}.'
