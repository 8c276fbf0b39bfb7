"""Import each file in the folder exports into an empty list, and compare with the rows and reasons in its folder expected."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bibliography.changes import Change
from bibliography.formats import import_formats
from bibliography.reference import Reference
from tests.commands import try_imports
from tests.commands.try_imports import import_file, location, rows_of
from tests.conftest import ROOT
from tests.support.importing import import_into
from tests.support.messages import HEADER

EXPORTS = ROOT / "tests" / "bibliography" / "importing" / "exports"
EXPECTED = EXPORTS / "expected"
NAMES = sorted(path.name for path in EXPORTS.iterdir() if path.is_file() and path.name != "README.md")
AS_READ = [name for name in NAMES if (EXPECTED / f"{name}.as-read.csv").exists()]
LACKING = re.compile(r"(.*?): It has no .*")


def expected(name: str) -> str:
    """The text of a file; empty if there is none."""
    path = EXPECTED / name
    return path.read_text(encoding="utf-8") if path.exists() else ""


def other_outcomes(records: list[dict[str, Any]]) -> list[str]:
    """The outcomes other than a new row, as a file in the folder expected has them."""
    return [f"{location(record)}: {' '.join(reasons(record))}" for record in records if record["status"] != "new"]


def reasons(record: dict[str, Any]) -> Iterator[str]:
    """Yield the reason for each record that is not a new row."""
    if "same" in record:
        yield f"The same as {record['same'].rpartition(', ')[2]}."
    yield from record.get("notes", ())


def test_every_file_is_described() -> None:
    """In the README and in the folder expected, which has nothing else."""
    described = re.findall(r"^\| `([^`N]+)` \|", (EXPORTS / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert described == NAMES
    endings = re.compile(r"(\.as-read)?\.csv$|\.txt$")
    assert {endings.sub("", path.name) for path in EXPECTED.iterdir()} == {*NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_rows_and_reasons(name: str, tmp_path: Path) -> None:
    """Exactly the expected rows are written, and each other record has a reason; a second import changes nothing."""
    target = tmp_path / "list.csv"
    target.write_text(f"{HEADER}\n", encoding="utf-8")
    locations = [(record.location.record, record.location.line) for record in import_formats.read_export(str(EXPORTS / name))]
    rows = expected(f"{name}.csv")
    answer = import_file(EXPORTS / name, target)
    assert [(record["record"], record.get("line")) for record in answer["records"]] == locations
    assert target.read_text(encoding="utf-8-sig") == rows
    assert other_outcomes(answer["records"]) == expected(f"{name}.txt").splitlines()
    assert answer["ok"] is not any("unreadable" in record for record in answer["records"])
    again = import_into(target, (EXPORTS / name).read_bytes())
    assert target.read_text(encoding="utf-8-sig") == rows
    assert {record.status for record in again} <= {"same", "left out"}
    assert not any(record.conflicts for record in again if isinstance(record, Change) and record.row is not None)


@pytest.mark.parametrize("name", AS_READ)
def test_values_of_unusable_records(name: str) -> None:
    lacking = [match[1] for line in expected(f"{name}.txt").splitlines() if (match := LACKING.fullmatch(line))]
    read = [record for record in import_formats.read_export(str(EXPORTS / name)) if isinstance(record, Reference)]
    rows = [{name: cell for name, cell in row.items() if cell} for row in rows_of(expected(f"{name}.as-read.csv"))]
    assert [record.cells for record in read if record.location.within in lacking] == rows


def test_try_imports(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(EXPORTS / "zotero-csl.json", tmp_path)
    (tmp_path / "expected").mkdir()
    for name in ("zotero-csl.json.csv", "zotero-csl.json.as-read.csv"):
        shutil.copy(EXPECTED / name, tmp_path / "expected")
    monkeypatch.setattr("sys.argv", ["try_imports", str(tmp_path)])
    assert try_imports.main() == 0
    assert capsys.readouterr().out.splitlines()[-1] == "All files: 4 of 4 expected rows met."
