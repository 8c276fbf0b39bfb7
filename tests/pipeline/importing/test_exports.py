"""Import each file in the folder exports into an empty list, and compare with the rows and reasons in its README.md."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pipeline.__main__ import main
from pipeline.loading.publish import check
from pipeline.readers import formats
from pipeline.references.reference import Reference
from tests.conftest import ROOT, SOURCES
from tests.support import try_imports
from tests.support.messages import HEADER

EXPORTS = ROOT / "tests" / "pipeline" / "importing" / "exports"
SECTION = re.compile(r"^## (\S+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```(csv|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LACKING = re.compile(r"(.*?): It has no .*")


@dataclass(frozen=True)
class Expected:
    """The README's section about a file: the list that is written, the values of unusable records, and the other outcomes."""

    written: str
    as_read: list[dict[str, str]]
    others: list[str]


def sections() -> Iterator[tuple[str, Expected]]:
    """Yield the sections of the README that are about files."""
    for name, section in SECTION.findall((EXPORTS / "README.md").read_text(encoding="utf-8")):
        blocks = BLOCK.findall(section)
        if [kind for kind, _ in blocks] in (["csv", "text"], ["csv", "csv", "text"]):
            yield name, Expected(blocks[0][1], cells(blocks[1][1]) if len(blocks) == 3 else [], blocks[-1][1].splitlines())


def cells(block: str) -> list[dict[str, str]]:
    """Return the rows of a block of CSV without their empty cells."""
    return [{name: cell for name, cell in row.items() if cell} for row in csv.DictReader(io.StringIO(block))]


FILES = dict(sections())


@dataclass(frozen=True)
class Import:
    """The result of importing into a list."""

    code: int
    written: str
    records: list[dict[str, Any]]

    @property
    def others(self) -> list[str]:
        """The outcomes other than a new row, as the README writes them."""
        return [f"{location(record)}: {' '.join(reasons(record))}" for record in self.records if record["status"] != "new"]


def location(record: dict[str, Any]) -> str:
    return f"line {record['line']}" if "line" in record else f"record {record['record']}"


def reasons(record: dict[str, Any]) -> Iterator[str]:
    """Yield why a record is no new row."""
    if "same" in record:
        yield f"The same as {record['same'].rpartition(', ')[2]}."
    yield from record.get("notes", ())


def imported(path: Path, target: Path, capsys: pytest.CaptureFixture[str]) -> Import:
    """Import a file with the command that the owner gives, into a list with the columns of the README."""
    if not target.exists():
        target.write_text(f"{HEADER}\n", encoding="utf-8")
    code = main(["import", str(path), "--sources", str(SOURCES), "--output", str(target), "--write", "--format", "json"])
    answer = json.loads(capsys.readouterr().out)
    return Import(code, target.read_text(encoding="utf-8"), answer["records"])


def test_every_file_is_described() -> None:
    assert sorted(FILES) == sorted(path.name for path in EXPORTS.iterdir() if path.name != "README.md")


@pytest.mark.parametrize("name", FILES)
def test_rows_and_reasons(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exactly the rows of the README are written, and each other record has a reason; a second import changes nothing."""
    locations = [record.location for record in formats.read(str(EXPORTS / name))]
    done = imported(EXPORTS / name, tmp_path / "list.csv", capsys)
    assert [(record["record"], record.get("line")) for record in done.records] == [(at.record, at.line) for at in locations]
    assert [record["status"] for record in done.records].count("new") == len(cells(done.written))
    assert (done.written, done.others) == (FILES[name].written, FILES[name].others)
    assert done.code == int(any("unreadable" in record for record in done.records))
    again = imported(EXPORTS / name, tmp_path / "list.csv", capsys)
    assert again.written == FILES[name].written
    assert {record["status"] for record in again.records} <= {"same", "left out"}
    assert not any("conflicts" in record for record in again.records if "row" in record)


@pytest.mark.parametrize("name", [name for name in FILES if FILES[name].as_read])
def test_values_of_unusable_records(name: str) -> None:
    lacking = [match[1] for line in FILES[name].others if (match := LACKING.fullmatch(line))]
    read = [record for record in formats.read(str(EXPORTS / name)) if isinstance(record, Reference)]
    assert [record.cells for record in read if record.location.within in lacking] == FILES[name].as_read


def test_the_name_of_a_file_does_not_matter(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "My export (2).dat"
    shutil.copyfile(EXPORTS / "zotero.ris", other)
    assert imported(other, tmp_path / "list.csv", capsys).written == FILES["zotero.ris"].written


def test_the_next_build_accepts_the_rows(sources: Path) -> None:
    (sources / "publications.csv").write_text(FILES["zotero-better-bibtex.bib"].written, encoding="utf-8")
    result = check(sources)
    assert (result.report.errors, result.counts["publications"]) == (0, len(cells(FILES["zotero-better-bibtex.bib"].written)))


def test_try_imports(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """``make try-imports`` counts the same rows."""
    monkeypatch.setattr("sys.argv", ["try_imports", str(EXPORTS)])
    rows = sum(len(cells(expected.written)) + len(expected.as_read) for expected in FILES.values())
    assert try_imports.main() == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"All files: {rows} of {rows} expected rows met."


# The line ends of a file, and its beginning.
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
def test_strange_files_are_unchanged(name: str) -> None:
    """An editor or git may have normalized the line ends or encodings that these files are there to test."""
    content = (EXPORTS / name).read_bytes()
    ends = set(re.findall(rb"\r\0?\n\0?|\r|\n", content))
    assert (ends, content[: len(STRANGE[name][1])]) == STRANGE[name]


def test_one_file_is_not_utf_8() -> None:
    with pytest.raises(UnicodeDecodeError):
        (EXPORTS / "scholar-bibdesk-jabref.bib").read_text(encoding="utf-8")
