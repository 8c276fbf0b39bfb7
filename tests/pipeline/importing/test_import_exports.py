"""The exports of tests/exports, imported into an empty list: exactly the rows, and the reasons, that their README.md gives."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pipeline.__main__ import main
from pipeline.importing import formats
from pipeline.importing.inputs import opened
from pipeline.importing.reference import Reference
from pipeline.loading.publish import check
from tests.conftest import ROOT, SOURCES
from tests.support.messages import HEADER

EXPORTS = ROOT / "tests" / "pipeline" / "importing" / "exports"
SECTION = re.compile(r"^## (\S+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```(csv|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LACKING = re.compile(r"(.*): It has no .*")


@dataclass(frozen=True)
class Expected:
    """What the README says of a file: the list that is written, what the unusable records hold, and the other outcomes."""

    written: str
    as_read: list[dict[str, str]]
    others: list[str]


def sections() -> Iterator[tuple[str, Expected]]:
    """The sections of the README that are about files."""
    for name, section in SECTION.findall((EXPORTS / "README.md").read_text(encoding="utf-8")):
        blocks = BLOCK.findall(section)
        if [kind for kind, _ in blocks] in (["csv", "text"], ["csv", "csv", "text"]):
            yield name, Expected(blocks[0][1], cells(blocks[1][1]) if len(blocks) == 3 else [], blocks[-1][1].splitlines())


def cells(block: str) -> list[dict[str, str]]:
    """The rows of a block of CSV without their empty cells."""
    return [{name: cell for name, cell in row.items() if cell} for row in csv.DictReader(io.StringIO(block))]


FILES = dict(sections())
every_file = pytest.mark.parametrize("name", FILES)


@dataclass(frozen=True)
class Import:
    """How an import into a list ended."""

    code: int
    written: str
    records: list[dict[str, Any]]

    @property
    def others(self) -> list[str]:
        """The outcomes other than a new row, as the README writes them."""
        return [f"{place(record)}: {' '.join(record['notes'])}" for record in self.records if record["status"] != "new"]


def place(record: dict[str, Any]) -> str:
    return f"line {record['line']}" if "line" in record else f"record {record['record']}"


def imported(path: Path, target: Path, capsys: pytest.CaptureFixture[str]) -> Import:
    """Import a file with the command that the owner gives."""
    code = main(["import", str(path), "--sources", str(SOURCES), "--output", str(target), "--write", "--format", "json"])
    answer = json.loads(capsys.readouterr().out)
    return Import(code, target.read_text(encoding="utf-8") if target.exists() else f"{HEADER}\n", answer["records"])


def test_every_file_is_described() -> None:
    assert sorted(FILES) == sorted(path.name for path in EXPORTS.iterdir() if path.name != "README.md")


@every_file
def test_rows_and_reasons(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = imported(EXPORTS / name, tmp_path / "list.csv", capsys)
    assert (done.written, done.others) == (FILES[name].written, FILES[name].others)
    assert done.code == int("unreadable" in [record["status"] for record in done.records])


@every_file
def test_what_unusable_records_hold(name: str) -> None:
    lacking = [match[1] for line in FILES[name].others if (match := LACKING.fullmatch(line))]
    with opened(str(EXPORTS / name)) as source:
        read = [record for record in formats.read(source) if isinstance(record, Reference)]
    assert [record.cells for record in read if record.location.within in lacking] == FILES[name].as_read


@every_file
def test_the_name_of_the_file_does_not_matter(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "My export (2).dat"
    shutil.copyfile(EXPORTS / name, other)
    done = imported(other, tmp_path / "list.csv", capsys)
    assert (done.written, done.others) == (FILES[name].written, FILES[name].others)


@every_file
def test_a_second_import_changes_nothing(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    imported(EXPORTS / name, tmp_path / "list.csv", capsys)
    again = imported(EXPORTS / name, tmp_path / "list.csv", capsys)
    assert again.written == FILES[name].written
    assert not {"new", "filled", "conflict"} & {record["status"] for record in again.records}


@every_file
def test_the_rows_are_sound(name: str, sources: Path) -> None:
    (sources / "publications.csv").write_text(FILES[name].written, encoding="utf-8")
    result = check(sources)
    assert (result.report.errors, result.counts.get("publications", 0)) == (0, len(cells(FILES[name].written)))


def test_trying_the_folder() -> None:
    """What ``make try-imports DIR=tests/exports`` runs counts the same rows."""
    command = [sys.executable, "-m", "tests.support.try_imports", str(EXPORTS)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    rows = sum(len(cells(expected.written)) + len(expected.as_read) for expected in FILES.values())
    assert done.stdout.splitlines()[-1] == f"All files: {rows} of {rows} expected rows met."
    assert (done.returncode, done.stderr) == (0, "")


# The ends of lines in a file, and how it begins.
STRANGE = {
    "doi-org.bib": (set(), b" @article{"),
    "old-mac.bib": ({b"\r"}, b"@article{"),
    "pubmed.nbib": ({b"\r\n"}, b"PMID- "),
    "scholar-bibdesk-jabref.bib": ({b"\n"}, b"% Encoding: ISO8859_1\n"),
    "scopus.bib": ({b"\n"}, b"\xef\xbb\xbfScopus\n"),
    "utf-16.ris": ({b"\r\0\n\0"}, b"\xff\xfeT\0Y\0"),
    "zotero.ris": ({b"\r\n"}, b"\xef\xbb\xbfTY  - "),
}


@pytest.mark.parametrize("name", STRANGE)
def test_strange_files_are_strange_still(name: str) -> None:
    """An editor or a version control system that mends line ends or encodings takes away what these files are for."""
    content = (EXPORTS / name).read_bytes()
    ends = set(re.findall(rb"\r\0?\n\0?|\r|\n", content))
    assert (ends, content[: len(STRANGE[name][1])]) == STRANGE[name]


def test_one_file_is_not_utf_8() -> None:
    with pytest.raises(UnicodeDecodeError):
        (EXPORTS / "scholar-bibdesk-jabref.bib").read_text(encoding="utf-8")
