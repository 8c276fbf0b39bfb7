"""Import each file in the folder exports into an empty list, and compare with the rows and reasons in its README.md."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bibliography.formats import import_formats
from bibliography.reference import Reference
from tests.commands import try_imports
from tests.commands.try_imports import import_file, location, rows_of, sections
from tests.conftest import ROOT
from tests.support.messages import HEADER

EXPORTS = ROOT / "tests" / "bibliography" / "importing" / "exports"
# The README's blocks about a file: the list that is written, perhaps the values of unusable records, the other outcomes.
FILES = {name: [text for _, text in blocks] for name, blocks in sections(EXPORTS / "README.md").items() if blocks}
LACKING = re.compile(r"(.*?): It has no .*")


def other_outcomes(records: list[dict[str, Any]]) -> list[str]:
    """Return the outcomes other than a new row, as the README writes them."""
    return [f"{location(record)}: {' '.join(reasons(record))}" for record in records if record["status"] != "new"]


def reasons(record: dict[str, Any]) -> Iterator[str]:
    """Yield why a record is no new row."""
    if "same" in record:
        yield f"The same as {record['same'].rpartition(', ')[2]}."
    yield from record.get("notes", ())


def test_every_file_is_described() -> None:
    assert sorted(FILES) == sorted(path.name for path in EXPORTS.iterdir() if path.name != "README.md")


@pytest.mark.parametrize("name", FILES)
def test_rows_and_reasons(name: str, tmp_path: Path) -> None:
    """Exactly the rows of the README are written, and each other record has a reason; a second import changes nothing."""
    target = tmp_path / "list.csv"
    target.write_text(f"{HEADER}\n", encoding="utf-8")
    locations = [(record.location.record, record.location.line) for record in import_formats.read(str(EXPORTS / name))]
    answer = import_file(EXPORTS / name, target)
    assert [(record["record"], record.get("line")) for record in answer["records"]] == locations
    assert target.read_text(encoding="utf-8-sig") == FILES[name][0]
    assert other_outcomes(answer["records"]) == FILES[name][-1].splitlines()
    assert answer["ok"] is not any("unreadable" in record for record in answer["records"])
    again = import_file(EXPORTS / name, target)
    assert target.read_text(encoding="utf-8-sig") == FILES[name][0]
    assert {record["status"] for record in again["records"]} <= {"same", "left out"}
    assert not any("conflicts" in record for record in again["records"] if "row" in record)


@pytest.mark.parametrize("name", [name for name, blocks in FILES.items() if len(blocks) == 3])
def test_values_of_unusable_records(name: str) -> None:
    lacking = [match[1] for line in FILES[name][-1].splitlines() if (match := LACKING.fullmatch(line))]
    read = [record for record in import_formats.read(str(EXPORTS / name)) if isinstance(record, Reference)]
    expected = [{name: cell for name, cell in row.items() if cell} for row in rows_of(FILES[name][1])]
    assert [record.cells for record in read if record.location.within in lacking] == expected


def test_try_imports(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("README.md", "zotero-csl.json"):
        shutil.copy(EXPORTS / name, tmp_path)
    monkeypatch.setattr("sys.argv", ["try_imports", str(tmp_path)])
    assert try_imports.main() == 0
    assert capsys.readouterr().out.splitlines()[-1] == "All files: 4 of 4 expected rows met."
