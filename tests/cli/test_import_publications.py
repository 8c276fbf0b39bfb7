"""``make import``: the preview, what is written, and the exit code."""

import json
import sys
from datetime import date
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from tests.conftest import Run
from tests.support.checking import records_and_problems
from tests.support.exporters import ris
from tests.support.importing import LIST, Import
from tests.support.messages import HEADER, with_fixed_day
from tests.support.services import Work

PAPER = {"title": "A paper", "authors": "Levi R", "journal": "J", "year": "2020"}
GOUT = {"title": "Gout, again", "authors": "Example N", "journal": "Revista Ejemplar", "year": "2020", "doi": "10.5555/GOUT"}
MEDIAN = {"title": "Sonography of the Median Nerve.", "authors": "Example N, Levi R", "journal": "J Ex Radiol", "year": "2021"}
LONG = {"title": "Thickness of the plantar fascia in runners, walkers and swimmers of the southern coast", "year": "2020"}
EXPORT = ris(
    [
        MEDIAN | {"issue": "3", "pages": "101-109", "doi": "https://doi.org/10.5555/MSK.2021.001"},
        GOUT | {"title": "Reply to: Gout, again", "year": "2019"},
        GOUT,
        LONG | {"authors": "Example N, Levi R", "journal": "Revista Ejemplar", "url": "https://journals.example.org/x"},
        LONG | {"authors": "Example N"},
        {"title": "A paper without a journal", "authors": "Example N", "year": "2020"},
    ]
)
EXPORT += "\nTY  - THES\nTI  - A thesis\nAU  - Example, Noa\nPY  - 2010\nER  - \n"
# In 80 columns. What changes comes first, what needs a look comes last.
PREVIEW = """\
+ 2 new rows:
  2019  Reply to: Gout, again
        Example N
        Revista Ejemplar
        no DOI
  2020  Thickness of the plantar fascia in runners, walkers and swimmers of the
        southern coast
        Example N, Levi R
        Revista Ejemplar
        no DOI
~ 1 row with empty cells to fill:
  row 2  Sonography of the Median Nerve
         issue 3, doi 10.5555/msk.2021.001
= 2 duplicates of a row or another record
? 1 row to check:
  line 12  Reply to: Gout, again
           The DOI 10.5555/gout is also in row 3 ("Gout, again"), which differs
           in title; it was not copied. Open https://doi.org/10.5555/gout to see
           which paper it belongs to.
! 1 record differs from the list; the list's values are kept:
  row 3  Gout, again
         year: "2019" stays; the export has "2020"
- 1 left out: no journal:
  line 43  A paper without a journal (2020)
- 1 left out: theses, each with its row for cv.csv:
  line 49  A thesis (2010)
    thesis,A thesis,,,2010,,,Example N,,,,,,
7 records: 2 new, 1 filled, 2 same, 2 left out.
"""
WRITTEN = f"""{HEADER},added
Sonography of the median nerve,"Example N, Levi R",Journal of Example Radiology,2021,12,3,101-9,10.5555/msk.2021.001,,,
"Thickness of the plantar fascia in runners, walkers and swimmers of the southern coast","Example N, Levi R",Revista Ejemplar,2020,,,,,,https://journals.example.org/x,DAY
"Gout, again",Example N,Revista Ejemplar,2019,,,,10.5555/gout,,,
"Reply to: Gout, again",Example N,Revista Ejemplar,2019,,,,,,,DAY
"""


@pytest.fixture
def export(run: Import) -> Path:
    return run.file("my refs.txt", EXPORT)


def test_the_preview_writes_nothing(run: Import, export: Path) -> None:
    end = "Nothing was written. To write it: make import FILES=... OPTIONS=--write\n"
    assert run(export) == Run(0, f"{PREVIEW}Would add 2 rows to {run.list} and fill 2 cells.\n{end}", "")
    assert run.list.read_text(encoding="utf-8") == LIST


def test_write_adds_and_fills_and_the_second_time_changes_nothing(run: Import, export: Path) -> None:
    assert run(export, "--write") == Run(0, f"{PREVIEW}Added 2 rows to {run.list} and filled 2 cells.\n", "")
    assert with_fixed_day(run.list.read_text(encoding="utf-8-sig")) == WRITTEN
    again = run(export, "--write").out.splitlines()
    assert (again[0], again[-1]) == ("= 5 duplicates of a row or another record", f"{run.list} needs no change.")


def test_a_sample_of_many_records(run: Import) -> None:
    """Three new rows and 20 problems are shown; --all shows every one."""
    papers = [PAPER | {"title": f"Paper {number} on nerves"} for number in range(50)]
    unusable = [PAPER | {"title": f"No journal {number}", "journal": ""} for number in range(30)]
    export = run.file("many.ris", ris(papers + unusable))
    short = run(export).out.splitlines()
    assert short[0] == "+ 50 new rows; the first 3 (--all shows every one):"
    assert short[13] == "- 30 left out: no journal; the first 20 (--all shows every one):"
    assert len(short) == 1 + 3 * 4 + 1 + 20 + 3
    assert len(run(export, "--all").out.splitlines()) == 1 + 50 * 4 + 1 + 30 + 3


def test_records_with_another_title_are_always_listed(run: Import) -> None:
    """Perhaps they are two papers. Of other differences the first 20 are shown."""
    row = "Paper {0},Levi R,J,2020,,,,10.5555/{0},,"
    run.list.write_text("\n".join([HEADER, *map(row.format, range(30)), ""]), encoding="utf-8")
    years = [PAPER | {"title": f"Paper {number}", "year": "2019", "doi": f"10.5555/{number}"} for number in range(8)]
    titles = [PAPER | {"title": f"Paper {number}: a study", "doi": f"10.5555/{number}"} for number in range(8, 30)]
    shown = run(run.file("a.ris", ris(years + titles))).out.splitlines()
    kept = "! 30 records differ from the list; the list's values are kept; the first 22"
    assert shown[:3] == ["= 30 duplicates of a row or another record", kept, "  (--all shows every one):"]
    assert shown[3:-2:2] == [f"  row {number + 2}  Paper {number}: a study" for number in range(8, 30)]


def test_long_lists_of_authors_are_shortened(run: Import) -> None:
    names = ", ".join(f"Author{letter} A" for letter in "BCDEFGHIJKLMNOP")
    assert run(run.file("a.ris", ris([PAPER | {"authors": names}]))).out.splitlines()[2:5] == [
        "        AuthorB A, AuthorC A, AuthorD A, AuthorE A, AuthorF A, AuthorG A,",
        "        AuthorH A, AuthorI A, AuthorJ A, AuthorK A, AuthorL A, … (15 authors),",
        "        AuthorP A",
    ]


def test_all_lists_the_records_that_are_the_same(run: Import, export: Path) -> None:
    shown = run(export, "--all").out.splitlines()
    start = shown.index("= 2 duplicates of a row or another record:")
    assert shown[start + 1 : start + 6] == [
        "  line 20  Gout, again",
        "           The same as row 3 (identifier and title).",
        "  line 37  Thickness of the plantar fascia in runners, walkers and swimmers of",
        "           the southern coast",
        "           The same as line 28.",
    ]


def test_json(run: Import, export: Path) -> None:
    document = json.loads(run(export, "--format", "json", "--write").out)
    records = document.pop("records")
    assert document == {"ok": True, "written": True, "list": str(run.list), "errors": [], "notices": []}
    assert records[0] == {
        "status": "filled",
        "file": str(export),
        "record": 1,
        "line": 1,
        "title": "Sonography of the Median Nerve",
        "row": 2,
        "reason": "title, year and page",
        "cells": {"issue": "3", "doi": "10.5555/msk.2021.001"},
    }
    assert records[2]["conflicts"] == [{"field": "year", "kept": "2019", "other": "2020"}]
    entry = {"section": "thesis", "title": "A thesis", "startDate": "2010", "note": "Example N"}
    assert (records[-1]["notes"], records[-1]["cv"]) == (["Left out: theses."], entry)


def test_several_files_and_standard_input(run: Import, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is named if there are several; one file completes the records of another."""
    orcid = run.file("works.json", json.dumps([Work("A new paper", "10.5555/new").as_summary(1)]))
    text = ris([PAPER | {"title": "A new paper", "year": "2024", "doi": "10.5555/new"}, {}])
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text.encode())))
    done = run(orcid, "-", "--write", "--all")
    assert (done.code, done.err) == (0, "")
    assert [line for line in done.out.splitlines() if line.lstrip().startswith("works.json, record 1")]
    assert done.out.splitlines()[-4:] == [
        "- 1 left out: no title, authors, journal or year:",
        "  standard input, line 9  (no title)",
        "3 records: 1 new, 1 same, 1 left out.",
        f"Added 1 row to {run.list} and filled 0 cells.",
    ]


def test_values_that_the_build_would_refuse_are_left_out(run: Import) -> None:
    """The owner's schema decides, and a note says what was left out."""
    export = run.file("odd.ris", ris([PAPER | {"year": "1650"}]))
    assert json.loads(run(export, "--format", "json").out)["records"][0]["notes"] == [
        "It has no valid year.",
        'year: Expected at least 1800, got "1650". Write the four-digit year, for example 2021.',
    ]


def test_abbreviations_of_many_rows_are_one_line(run: Import) -> None:
    """--all lists them; they are compared with the row's own."""
    row = "Paper {0},Levi R,Journal of Nerves,2020,,,,10.5555/{0},,,"
    run.list.write_text(f"{HEADER},abbreviation\n" + "\n".join(map(row.format, "abc")) + "Mine\n", encoding="utf-8")
    record = "TI  - Paper {0}\nAU  - Levi, R.\nJF  - Journal of Nerves\nJA  - J. Nerves\nPY  - 2020\nDO  - 10.5555/{0}\n"
    export = run.file("a.ris", "".join(f"TY  - JOUR\n{record.format(letter)}ER  - \n" for letter in "abc"))
    assert run(export, "--write").out.splitlines()[:5] == [
        "~ 2 rows with only the journal's abbreviation to fill",
        "= 1 duplicate of a row or another record",
        "! 1 record differs from the list; the list's values are kept:",
        "  row 4  Paper c",
        '         abbreviation: "Mine" stays; the export has "J Nerves"',
    ]
    filled = run.list.read_text(encoding="utf-8-sig").splitlines()
    assert [line.rpartition(",")[2] for line in filled[1:]] == ["J Nerves", "J Nerves", "Mine"]


def test_a_file_that_cannot_be_used(run: Import, export: Path) -> None:
    """It costs the exit code, not the other files."""
    missing = run.folder / "nowhere.bib"
    error = f"{missing}: There is no such file."
    done = run(missing, export)
    assert (done.code, done.err) == (1, f"{error}\n")
    assert done.out.startswith(PREVIEW)
    assert run(missing) == Run(1, "", f"{error}\n")
    document = json.loads(run(missing, export, "--format", "json").out)
    assert (document["ok"], document["errors"], len(document["records"])) == (False, [error], 7)


def imported(run: Import) -> str:
    assert run("--write", run.file("new.ris", ris([PAPER]))).code == 0
    return run.list.read_text(encoding="utf-8-sig")


def test_an_imported_row_has_the_day(run: Import) -> None:
    old = "Old,Example N,J,2019,,,,,,,2020-02-03"
    run.list.write_text(f"{HEADER},added\n{old}\n", encoding="utf-8")
    before = date.today()
    text = imported(run)
    after = date.today()
    assert text in [f"{HEADER},added\nA paper,Levi R,J,2020,,,,,,,{day}\n{old}\n" for day in (before, after)]


def test_what_an_import_does_not_fill_stays(run: Import) -> None:
    columns = "fullText,license,preprint,data,trial,funding"
    row = "Old,Example N,J,2019,,,,,,,https://e.org/free,CC BY,10.5555/p,10.5555/d;https://e.org/d,NCT01234567;Other 1,A fund,"
    run.list.write_text(f"{HEADER},{columns},added\n{row}2020-02-03\n", encoding="utf-8")
    new, old = imported(run).splitlines()[1:]
    assert (new[:35], old) == ("A paper,Levi R,J,2020,,,,,,,,,,,,,2", f"{row}2020-02-03")


def test_a_list_that_excel_saved_is_read_after_an_import(run: Import) -> None:
    rows = ("One,Example N,J,2019,,,,,,,01/12/2025", "Two,Example N,J,2018,,,,,,,23/11/2025")
    run.list.write_text("\r\n".join([f"{HEADER},added", *rows, ""]), encoding="utf-8", newline="")
    assert run("--write", run.file("new.ris", ris([PAPER]))).code == 0
    assert run.list.read_bytes().startswith(b"\xef\xbb\xbftitle,")
    listed, _ = records_and_problems(run.list.rename(run.folder / "publications.csv"))
    assert [record["added"] for record in listed] == [date.today().isoformat(), "2025-12-01", "2025-11-23"]


def test_rows_of_a_first_import_have_no_day(run: Import) -> None:
    """Otherwise every reader of the feed would be told of all of them."""
    run.list.unlink()
    assert imported(run).splitlines()[1].rstrip(",") == "A paper,Levi R,J,2020"


def test_a_list_with_errors_is_not_touched(run: Import, export: Path) -> None:
    run.list.write_text(LIST + "One cell too few\n", encoding="utf-8")
    done = run(export, "--write")
    assert (done.code, done.out.splitlines()[-1]) == (1, "Nothing was written. Fix these errors first.")
    document = json.loads(run(export, "--format", "json").out)
    assert (document["ok"], document["problems"][0]["row"]) == (False, 4)


def test_a_list_that_cannot_be_written(run: Import, export: Path) -> None:
    done = run(export, "--output", run.folder / "nowhere" / "mine.csv", "--write")
    assert done == Run(2, "", "The list cannot be written: No such file or directory. It is unchanged.\n")


def test_without_a_file_it_explains_itself(run: Import) -> None:
    done = run()
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith('Name the files to import:\n  make import FILES="My Collection.bib"\nshows what would change')
    assert "EndNote (.enw), EndNote XML" in done.err


def test_without_a_makefile_it_explains_itself_without_make(run: Import, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder counts in which the command runs."""
    monkeypatch.chdir(run.folder)
    assert run().err.startswith('Name the files to import:\n  public-profile import "My Collection.bib"\nshows what would change')


@pytest.mark.parametrize(("no_color", "heading"), [("", "\x1b[32m+ 2 new rows:\x1b[0m"), ("1", "+ 2 new rows:")])
def test_a_terminal_has_colors_unless_the_owner_turned_them_off(
    run: Import, export: Path, monkeypatch: pytest.MonkeyPatch, no_color: str, heading: str
) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert run(export).out.splitlines()[0] == heading
