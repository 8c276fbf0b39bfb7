"""CSV files as people save them: what is read, what is refused, and which row the message names."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.loading.publish import build, check
from tests.support.messages import HEADER, SAVE_AS_UTF_8, append, edit, messages, publication, write

PUBLICATIONS = "publications.csv"
SERVICES = "services.csv"


def test_the_example_has_no_error_and_one_warning(sources: Path) -> None:
    """The sources that ship show what a warning looks like."""
    assert messages(sources) == [
        "warning: sources/publications.csv, row 13, doi: It is empty. It may be, but users would be glad of a value."
    ]


def test_without_its_warning_the_example_says_nothing(folder: Path) -> None:
    """The starting point of the tests below."""
    assert messages(folder) == []


def test_bom_and_windows_line_ends_change_nothing(folder: Path, tmp_path: Path) -> None:
    """Excel's “CSV UTF-8” gives the same rows as plain UTF-8."""
    plain = build(folder, tmp_path / "plain.db")
    for name in (PUBLICATIONS, SERVICES, "profile.yaml"):
        write(folder, name, b"\xef\xbb\xbf" + (folder / name).read_bytes().replace(b"\n", b"\r\n"))
    assert messages(folder) == []
    excel = build(folder, tmp_path / "excel.db")
    assert excel.counts == plain.counts == {
        "site": 1, "profile": 1, "clinic": 1, "research": 1, "publications": 13, "services": 18,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("encoding", "message"),
    [
        (
            "cp1255",
            f"sources/services.csv, line 2: The text is not UTF-8; it was probably saved in another encoding. {SAVE_AS_UTF_8}",
        ),
        ("utf-16", f"sources/services.csv: The file is saved as UTF-16 (“Unicode text”). {SAVE_AS_UTF_8}"),
        ("utf-16-le", f"sources/services.csv: The file is not text, or saved as UTF-16. {SAVE_AS_UTF_8}"),
        ("utf-16-be", f"sources/services.csv: The file is not text, or saved as UTF-16. {SAVE_AS_UTF_8}"),
    ],
)
def test_other_encodings_are_refused_with_the_way_to_utf_8(folder: Path, encoding: str, message: str) -> None:
    """Never guessed: a Hebrew file in a Windows encoding would turn into other letters."""
    text = (folder / SERVICES).read_text(encoding="utf-8")
    write(folder, SERVICES, text.encode(encoding))
    assert messages(folder) == [message]


@pytest.mark.parametrize(("separator", "named"), [(";", "semicolons"), ("\t", "tabs"), ("|", "bars")])
def test_another_separator_is_named(folder: Path, separator: str, named: str) -> None:
    """Spreadsheets of some countries write semicolons into a .csv file."""
    write(folder, PUBLICATIONS, HEADER.replace(",", separator) + "\n")
    assert messages(folder) == [
        f"sources/publications.csv, row 1: The columns are separated by {named}. "
        "Save the file with commas (“CSV UTF-8, comma delimited”)."
    ]


@pytest.mark.parametrize("text", ["", "\n", "\n\n\n", "\ufeff", ",,,\n", f"\n{HEADER}\n"])
def test_an_empty_first_row_is_one_problem(folder: Path, text: str) -> None:
    """Whether the file is empty, holds blank rows only, or has a blank row above its header."""
    write(folder, PUBLICATIONS, text)
    assert messages(folder) == [f"sources/publications.csv, row 1: The first row is empty. It must name the columns: {HEADER}."]


@pytest.mark.parametrize("text", [HEADER, f"{HEADER}\n", f"{HEADER}\n\n,,,,,,,,,\n"])
def test_a_header_alone_is_an_empty_list(folder: Path, text: str) -> None:
    """A person without publications has none."""
    write(folder, PUBLICATIONS, text)
    result = check(folder)
    assert (list(result.report), result.counts["publications"]) == ([], 0)


def test_optional_columns_may_be_absent_and_columns_may_stand_in_any_order(folder: Path) -> None:
    """What is not there has no value."""
    write(folder, PUBLICATIONS, "doi,year,journal,authors,title\n10.5555/a,2020,A journal,Example N,A title\n")
    assert messages(folder) == []


def test_missing_required_columns_are_all_named(folder: Path) -> None:
    """One line a column."""
    write(folder, PUBLICATIONS, "authors,journal,doi\nExample N,A journal,10.5555/a\n")
    assert messages(folder) == [
        'sources/publications.csv, row 1: The column "title" is missing. Add it to the first row.',
        'sources/publications.csv, row 1: The column "year" is missing. Add it to the first row.',
    ]


def test_unknown_columns_are_named_with_the_nearest(folder: Path) -> None:
    """A misspelt column would silently lose its data."""
    write(folder, SERVICES, "name,nameHebrew,Category,tags,price\nA,א,injection,,5\n")
    assert messages(folder) == [
        'sources/services.csv, row 1: The column "Category" is not known. Did you mean "category"?',
        'sources/services.csv, row 1: The column "price" is not known. The columns are name, nameHebrew, category, tags.',
    ]


def test_a_column_that_stands_twice(folder: Path) -> None:
    """Which of the two would count?"""
    write(folder, PUBLICATIONS, HEADER.replace("issue", "volume") + "\n")
    assert messages(folder) == ['sources/publications.csv, row 1: The column "volume" stands 2 times. Keep one.']


def test_a_column_without_a_name(folder: Path) -> None:
    """Spreadsheets write one when a column was emptied, not deleted."""
    write(folder, PUBLICATIONS, f"{HEADER},\n")
    assert messages(folder) == ["sources/publications.csv, row 1: A column has no name. Delete the empty column, or name it."]


def test_short_and_long_rows(folder: Path) -> None:
    """A comma that was forgotten or not quoted shifts every cell after it."""
    append(folder, PUBLICATIONS, "A title,Example N\n" + publication(pages="1, 2").replace("1, 2", "1,2"))
    assert messages(folder) == [
        "sources/publications.csv, row 15: The row has 2 cells where the header has 10. "
        "Leave a cell empty by writing nothing between two commas.",
        "sources/publications.csv, row 16: The row has 11 cells where the header has 10. "
        "A cell that holds a comma must stand in double quotes.",
    ]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_row_numbers_are_the_spreadsheets(folder: Path, line_end: str) -> None:
    """A cell of several lines is one row, and a blank row counts, as on the screen."""
    rows = (
        HEADER + "\n",
        publication(title='"One\ntwo\nthree"', doi="10.5555/1"),
        "\n",
        ",,,,,,,,,\n",
        publication(title="Another", doi="10.5555/2", year="MMXX"),
    )
    write(folder, PUBLICATIONS, "".join(rows).replace("\n", line_end))
    assert messages(folder) == [
        'warning: sources/publications.csv, row 2, title: A stray line break was taken out; the value is now "One two three".',
        'sources/publications.csv, row 5, year: "MMXX" is not a whole number. Write the four-digit year, for example 2021.',
    ]


def test_a_fault_is_found_in_a_late_row(folder: Path) -> None:
    """Rows far behind what a reader would sample are checked too, and more than a thousand faults are all reported."""
    rows = [publication(title=f"Title {number}", doi=f"10.5555/{number}", year="1799") for number in range(2, 1203)]
    write(folder, PUBLICATIONS, HEADER + "\n" + "".join(rows))
    said = messages(folder)
    assert len(said) == 1201
    assert said[-1] == (
        'sources/publications.csv, row 1202, year: "1799" is less than 1800. Write the four-digit year, for example 2021.'
    )


def test_stray_blanks_are_trimmed_with_a_warning(folder: Path, tmp_path: Path) -> None:
    """Also the blanks that do not look like blanks (U+00A0)."""
    write(folder, PUBLICATIONS, f"{HEADER}\n{publication(title='  A title ', journal=chr(0xA0) + 'A journal')}")
    assert messages(folder) == [
        'warning: sources/publications.csv, row 2, title: A stray blank was taken out; the value is now "A title".',
        'warning: sources/publications.csv, row 2, journal: A stray blank was taken out; the value is now "A journal".',
    ]
    assert build(folder, tmp_path / "profile.db").outcome == "built"


def test_a_cell_of_blanks_is_missing(folder: Path) -> None:
    """A blank does not satisfy a required column."""
    write(folder, PUBLICATIONS, f"{HEADER}\n{publication(authors='   ')}")
    assert messages(folder)[-1:] == [
        "sources/publications.csv, row 2, authors: The value is missing. An example: Example N, Levi R."
    ]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (
            publication(title='"Never closed'),
            'A double quote (") is opened here and never closed. Close it at the end of the cell.',
        ),
        (
            publication(title='"Double" crush'),
            'Text follows the closing double quote of a cell. Write a double quote inside a cell twice ("").',
        ),
        (
            publication(title="x" * 200_000),
            "A cell is longer than 100,000 characters. Is a double quote not closed?",
        ),
    ],
)
def test_rows_that_are_not_csv(folder: Path, row: str, message: str) -> None:
    """The row is named, and what to do about its quotation marks."""
    write(folder, PUBLICATIONS, f"{HEADER}\n{publication(doi='10.5555/b')}{row}")
    assert messages(folder) == [f"sources/publications.csv, row 3: {message}"]


def test_line_ends_of_an_old_mac(folder: Path) -> None:
    """A lone carriage return ends no row."""
    write(folder, PUBLICATIONS, f"{HEADER}\n{publication()}".replace("\n", "\r"))
    assert messages(folder) == [
        "sources/publications.csv, row 1: The line ends are those of an old Mac. Save the file as “CSV UTF-8 (comma delimited)”."
    ]


def test_quotation_marks_inside_a_cell_are_text(folder: Path) -> None:
    """Doubled inside a quoted cell (RFC 4180), or as they are in the middle of a plain one."""
    edit(folder, PUBLICATIONS, "Sonography of", 'Sonography "of"')
    assert messages(folder) == []


def test_invisible_and_damaged_characters(folder: Path) -> None:
    """They cannot be meant, and some programs stop reading at them."""
    edit(folder, PUBLICATIONS, "Sonography of", "Sonography\x07 of")
    assert messages(folder) == [
        "sources/publications.csv, row 8: The invisible character U+0007 stands here. Delete it, or type the line anew."
    ]
    edit(folder, PUBLICATIONS, "\x07", "\ufffd")
    assert messages(folder) == [
        'sources/publications.csv, row 8: The character "\ufffd" shows that text was damaged. Type the word anew.'
    ]


def test_every_broken_row_of_a_file_is_reported(folder: Path) -> None:
    """A row that cannot be read does not hide the faults of the rows after it."""
    rows = (
        publication(title='"One" two', doi="10.5555/1"),
        publication(title="Three\x07", doi="10.5555/2"),
        publication(title="Four", doi="10.5555/3", year="MMXX"),
    )
    write(folder, PUBLICATIONS, f"{HEADER}\n{''.join(rows)}")
    assert [line.split(":")[0] for line in messages(folder)] == [
        "sources/publications.csv, row 2",
        "sources/publications.csv, row 3",
        "sources/publications.csv, row 4, year",
    ]


def test_one_run_reports_the_faults_of_all_files(folder: Path) -> None:
    """In the order in which one reads the files; a file that cannot be read does not hide the others."""
    edit(folder, "clinic.yaml", "latitude: 31.5", "latitude: 310")
    edit(folder, "profile.yaml", "noa@example.org", "noa")
    edit(folder, PUBLICATIONS, ",2025,23,", ",20x5,23,")
    edit(folder, PUBLICATIONS, "10.5555/msk.2025.031,,", "10.5555,,")
    edit(folder, SERVICES, "sports-imaging", "sport")
    edit(folder, "site.yaml", "\n  url: https", "\n  url: ftp")
    (folder / "research.yaml").unlink()
    assert messages(folder) == [
        'sources/clinic.yaml, line 17, coordinates.latitude: "310" is more than 90. '
        "Write decimal degrees between -90 and 90, for example 31.5.",
        'sources/profile.yaml, line 17, email: "noa" is not an e-mail address. An example: noa@example.org.',
        'sources/publications.csv, row 2, year: "20x5" is not a whole number. Write the four-digit year, for example 2021.',
        'sources/publications.csv, row 3, doi: "10.5555" is not a DOI. '
        "A DOI begins with 10. and a number, then a slash, as in 10.5555/abc123. "
        "Write the DOI alone, for example 10.5555/msk.2021.001.",
        "sources/research.yaml: The file is missing. Put it back under this name.",
        'sources/services.csv, row 8, category: "sport" is not allowed here. '
        "Write one of: diagnostic-ultrasound, sports-imaging, injection, procedure, consultation.",
        'sources/site.yaml, line 15, license.url: "ftp://creativecommons.org/licenses/by/4.0/" is not a web address. '
        "Write it whole, beginning with https://.",
    ]


def test_a_huge_file_without_line_breaks(folder: Path) -> None:
    """It is refused at its first line, and never held in memory whole."""
    with (folder / "publications.csv").open("wb") as file:
        file.truncate(200 << 20)
    assert messages(folder) == [f"sources/publications.csv: The file is not text, or saved as UTF-16. {SAVE_AS_UTF_8}"]
    (folder / "publications.csv").write_bytes(b"a" * (5 << 20))
    assert messages(folder) == [
        "sources/publications.csv, line 1: The line is longer than any that can be meant. Is it the right file?"
    ]
