"""``python -m pipeline import``: what it prints, what it writes, and with which exit code it ends."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.conftest import ROOT, SOURCES, Run, pipeline
from tests.support.exporters import ris
from tests.support.messages import HEADER

LIST = f"""{HEADER}
Sonography of the median nerve,"Example N, Levi R",Journal of Example Radiology,2021,12,,101-9,,,
"Gout, again",Example N,Revista Ejemplar,2019,,,,10.5555/gout,,
"""
EXPORT = """TY  - JOUR
TI  - Sonography of the Median Nerve.
AU  - Example, Noa
AU  - Levi, R.
T2  - J Ex Radiol
PY  - 2021
IS  - 3
SP  - 101
EP  - 109
DO  - https://doi.org/10.5555/MSK.2021.001
ER  -

TY  - JOUR
TI  - Erratum: Gout, again
AU  - Example, N.
T2  - Revista Ejemplar
PY  - 2019
DO  - 10.5555/gout
ER  -

TY  - JOUR
TI  - Gout, again
AU  - Example, Noa
T2  - Revista Ejemplar
PY  - 2020
DO  - 10.5555/GOUT
ER  -

TY  - THES
TI  - A thesis
AU  - Example, Noa
PY  - 2010
ER  -

TY  - JOUR
TI  - Thickness of the plantar fascia in runners
AU  - Example, Noa
T2  - Revista Ejemplar
PY  - 2020
UR  - https://journals.example.org/x
ER  -

TY  - JOUR
TI  - Thickness of the plantar fascia in runners
AU  - Example, Noa
PY  - 2020
ER  -

TY  - JOUR
TI  - A paper without a journal
AU  - Example, Noa
PY  - 2020
ER  -
"""
WRITTEN = f"""{HEADER}
Sonography of the median nerve,"Example N, Levi R",Journal of Example Radiology,2021,12,3,101-9,10.5555/msk.2021.001,,
Thickness of the plantar fascia in runners,Example N,Revista Ejemplar,2020,,,,,,https://journals.example.org/x
"Gout, again",Example N,Revista Ejemplar,2019,,,,10.5555/gout,,
"""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A list of publications to import into."""
    path = tmp_path / "mine.csv"
    path.write_text(LIST, encoding="utf-8")
    return path


@pytest.fixture
def export(tmp_path: Path) -> Path:
    path = tmp_path / "my refs.txt"
    path.write_text(EXPORT, encoding="utf-8")
    return path


def lines(run: Run) -> list[str]:
    """What was printed, without the blanks that fill the columns of the table."""
    return [re.sub(r"  +", "  ", line).rstrip() for line in run.out.splitlines()]


def test_a_dry_run_shows_everything_and_writes_nothing(mine: Path, export: Path) -> None:
    run = pipeline("import", export, "--output", mine, env={"COLUMNS": "160"})
    assert (run.code, run.err) == (0, "")
    assert lines(run) == [
        "  record  year  title  what",
        "~ filled  line 1  2021  Sonography of the Median Nerve  row 2: issue 3, doi 10.5555/msk.2021.001",
        '  row 2: journal stays "Journal of Example Radiology"; here "J Ex',
        '  Radiol"',
        'x cannot be used  line 13  2019  Erratum: Gout, again  It bears the DOI of row 3, "Gout, again", which is another',
        "  publication.",
        '! conflict  line 21  2020  Gout, again  row 3: year stays "2019"; here "2020"',
        "- left out  line 29  2010  A thesis  It is a thesis; --all-types takes it too.",
        "+ new  line 35  2020  Thickness of the plantar fascia in runners  Revista Ejemplar",
        "= duplicate  line 43  2020  Thickness of the plantar fascia in runners  It is the publication of line 35 again.",
        "x cannot be used  line 49  2020  A paper without a journal  It has no journal.",
        "7 records: 1 new, 1 filled, 1 conflict, 1 duplicate, 1 left out, 2 cannot be used.",
        f"{mine} would get 1 new row, 2 cells filled. Nothing was written. To write it, give the same command with --write "
        '(make import FILES="…" OPTIONS=--write).',
    ]
    assert mine.read_text(encoding="utf-8") == LIST


def test_write_adds_and_fills_and_the_second_time_changes_nothing(mine: Path, export: Path) -> None:
    run = pipeline("import", export, "--output", mine, "--write")
    assert (run.code, run.err) == (0, "")
    assert lines(run)[-1] == f"{mine} was written: 1 new row, 2 cells filled."
    assert mine.read_text(encoding="utf-8") == WRITTEN
    before = mine.stat()
    again = pipeline("import", export, "--output", mine, "--write")
    assert lines(again)[-2:] == [
        "7 records: 2 conflict, 1 already there, 1 duplicate, 1 left out, 2 cannot be used.",
        f"{mine} needs no change.",
    ]
    after = mine.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_json_for_machines(mine: Path, export: Path) -> None:
    run = pipeline("import", export, "--output", mine, "--format", "json", "--write")
    assert (run.code, run.err) == (0, "")
    answer = json.loads(run.out)
    records = answer.pop("records")
    assert answer == {"ok": True, "written": True, "list": str(mine), "faults": []}
    file = str(export)
    assert records[0] == {
        "status": "filled",
        "file": file,
        "record": 1,
        "line": 1,
        "title": "Sonography of the Median Nerve",
        "row": 2,
        "cells": {"issue": "3", "doi": "10.5555/msk.2021.001"},
        "conflicts": [{"field": "journal", "kept": "Journal of Example Radiology", "other": "J Ex Radiol"}],
    }
    assert records[3:5] == [
        {
            "status": "left out",
            "file": file,
            "record": 4,
            "line": 29,
            "title": "A thesis",
            "notes": ["It is a thesis; --all-types takes it too."],
        },
        {
            "status": "new",
            "file": file,
            "record": 5,
            "line": 35,
            "title": "Thickness of the plantar fascia in runners",
            "cells": {
                "title": "Thickness of the plantar fascia in runners",
                "authors": "Example N",
                "journal": "Revista Ejemplar",
                "year": "2020",
                "url": "https://journals.example.org/x",
            },
        },
    ]
    assert mine.read_text(encoding="utf-8") == WRITTEN


def test_the_list_of_the_sources_is_the_default_and_builds(sources: Path, export: Path, tmp_path: Path) -> None:
    run = pipeline("import", export, "--write", env={"SOURCES": str(sources)})
    assert run.code == 0
    assert lines(run)[-1] == f"{sources}/publications.csv was written: 2 new rows, 0 cells filled."
    before = (SOURCES / "publications.csv").read_text(encoding="utf-8").splitlines()
    after = (sources / "publications.csv").read_text(encoding="utf-8").splitlines()
    assert [line for line in after if line in before] == before
    assert pipeline("build", "--sources", sources, "--database", tmp_path / "x.db").code == 0


def test_standard_input_and_several_files(mine: Path, export: Path, tmp_path: Path) -> None:
    """The file is named where there are several; what one file lacks the other gives, in whatever order they stand."""
    orcid = tmp_path / "works.json"
    known = {"doi": "10.5555/NEW", "pmid": "99000017"}
    ids = {
        "external-id": [
            {"external-id-type": kind, "external-id-value": value, "external-id-relationship": "self"}
            for kind, value in known.items()
        ]
    }
    work = {"put-code": 1, "title": {"title": {"value": "A new paper"}}, "external-ids": ids, "type": "journal-article"}
    orcid.write_text(json.dumps({"group": [{"work-summary": [work]}]}), encoding="utf-8")
    text = ris([{"title": "A new paper", "authors": "Levi R", "journal": "Levant Journal", "year": "2024", "doi": "10.5555/new"}])
    command = [sys.executable, "-m", "pipeline", "import", str(orcid), "-", "--output", str(mine), "--write"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, cwd=ROOT, check=False)
    printed = [re.sub(r"  +", "  ", line).rstrip() for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (0, "")
    assert printed[-2:] == ["2 records: 1 new, 1 filled.", f"{mine} was written: 1 new row, 1 cell filled."]
    assert mine.read_text(encoding="utf-8").splitlines()[1] == (
        "A new paper,Levi R,Levant Journal,2024,,,,10.5555/new,https://pubmed.ncbi.nlm.nih.gov/99000017/,"
    )


def test_orcid_alone_says_where_the_authors_are(mine: Path, tmp_path: Path) -> None:
    path = tmp_path / "works.json"
    work = {"put-code": 1, "title": {"title": {"value": "A new paper"}}, "type": "journal-article"}
    path.write_text(json.dumps({"group": [{"work-summary": [work]}]}), encoding="utf-8")
    run = pipeline("import", path, "--output", mine, "--format", "json")
    assert json.loads(run.out)["records"][0]["notes"] == [
        "It has no authors and no journal and no year. ORCID's lists have none; "
        "give the same works from PubMed or Crossref in the same command."
    ]


def test_all_types_takes_what_has_the_fields(mine: Path, tmp_path: Path) -> None:
    path = tmp_path / "book.bib"
    path.write_text(
        "@incollection{a, title={A chapter on nerves}, author={Example, Noa}, booktitle={Handbook of Examples}, year=2015}\n"
        "@book{b, title={A book on nerves}, author={Example, Noa}, year=2016}\n",
        encoding="utf-8",
    )
    assert lines(pipeline("import", path, "--output", mine))[-2] == "2 records: 2 left out."
    assert (
        lines(pipeline("import", path, "--output", mine, "--all-types", "--write"))[-2] == "2 records: 1 new, 1 cannot be used."
    )
    assert mine.read_text(encoding="utf-8").splitlines()[-1] == "A chapter on nerves,Example N,Handbook of Examples,2015,,,,,,"


def test_values_that_the_build_would_refuse_are_left_out(mine: Path, tmp_path: Path) -> None:
    """The owner's own schema decides; what is left out is said."""
    path = tmp_path / "odd.ris"
    path.write_text(ris([{"title": "A paper", "authors": "Levi R", "journal": "J", "year": "1650"}]), encoding="utf-8")
    run = pipeline("import", path, "--output", mine, "--format", "json")
    assert json.loads(run.out)["records"][0]["notes"] == [
        'year: "1650" is less than 1800. Write the four-digit year, for example 2021.'
    ]
    mine.write_text("title,authors,journal,year\n", encoding="utf-8")
    path.write_text(
        ris([{"title": "A paper", "authors": "Levi R", "journal": "J", "year": "2020", "volume": "7"}]), encoding="utf-8"
    )
    run = pipeline("import", path, "--output", mine, "--format", "json", "--write")
    assert json.loads(run.out)["records"][0]["notes"] == ['The list has no column volume for "7".']
    assert mine.read_text(encoding="utf-8") == "title,authors,journal,year\nA paper,Levi R,J,2020\n"


def test_colour_and_progress_on_a_terminal_only(mine: Path, tmp_path: Path) -> None:
    """One line of progress that is wiped at the end, a coloured table; neither in a pipe, no colour with NO_COLOR."""
    path = tmp_path / "many.ris"
    rows = [
        {"title": f"Paper {number} on nerves", "authors": "Levi R", "journal": "J", "year": "2020"} for number in range(60_000)
    ]
    path.write_text(ris(rows), encoding="utf-8")
    command = [sys.executable, "-m", "pipeline", "import", str(path), "--output", str(mine)]
    terminal, end = os.openpty()
    with subprocess.Popen([*command, "--format", "json"], stdout=subprocess.DEVNULL, stderr=end, cwd=ROOT):
        os.close(end)
        shown = ""
        with suppress(OSError):  # EIO: nobody writes to it any more
            while piece := os.read(terminal, 1 << 16):
                shown += piece.decode()
        os.close(terminal)
    first, *others, last = shown.split("\r")[1:]
    assert last == "\x1b[K"
    wording = rf"{re.escape(str(path))}: [0-9,]+00 records|{re.escape(str(mine))}: [0-9,]+00 publications|\x1b\[K"
    assert all(re.fullmatch(wording, line) for line in (first, *others))
    path.write_text(ris(rows[:1]), encoding="utf-8")
    assert "\x1b[32m+ new" in on_a_terminal(command)
    assert "\x1b[32m" not in on_a_terminal(command, NO_COLOR="1")
    piped = pipeline(*command[3:])
    assert (piped.err, "\x1b" in piped.out) == ("", False)


def on_a_terminal(command: list[str], **env: str) -> str:
    """What a command prints on a terminal."""
    terminal, end = os.openpty()
    with subprocess.Popen(
        command, stdout=end, stderr=end, cwd=ROOT, env={**os.environ, "TERM": "xterm-256color", **env}
    ) as running:
        os.close(end)
        shown = b""
        with suppress(OSError):
            while piece := os.read(terminal, 1 << 16):
                shown += piece
        os.close(terminal)
    assert running.returncode == 0
    return shown.decode()


def test_a_library_that_is_missing(mine: Path, export: Path, tmp_path: Path) -> None:
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / "rispy.py").write_text("raise ModuleNotFoundError(name='rispy')\n")
    run = pipeline("import", export, "--output", mine, env={"PYTHONPATH": str(hidden)})
    assert run == Run(2, "", 'The library rispy is not installed. Run make import FILES="...", which installs what is needed.\n')
