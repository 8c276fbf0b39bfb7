"""Import every export in a folder and compare with the rows in its folder ``expected``.

``python -m tests.commands.try_imports DIR`` (``make try-imports DIR=...``) prints, for each file, how many records
were read, written and refused, why, and how many of the expected rows match exactly. For ``works.ris``,
``expected/works.ris.csv`` has the rows that are written, and ``expected/works.ris.as-read.csv`` those that lack a required
value.
"""

import csv
import io
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from bibliography.formats import import_formats
from bibliography.reference import Reference
from cli.__main__ import main as pipeline

SOURCES = Path(__file__).parent.parent.parent / "sources"
Row = Mapping[str, str]


def expected_rows(path: Path) -> list[Row]:
    """The rows of an export's two files of rows; none if a file is missing."""
    files = [path.parent / "expected" / f"{path.name}{ending}" for ending in (".csv", ".as-read.csv")]
    return [row for file in files if file.exists() for row in rows_of(file.read_text(encoding="utf-8"))]


def rows_of(text: str) -> list[Row]:
    return [*csv.DictReader(io.StringIO(text))]


def import_file(path: Path, target: Path) -> dict[str, Any]:
    with redirect_stdout(io.StringIO()) as answer:
        pipeline(["import", str(path), "--sources", str(SOURCES), "--output", str(target), "--write", "--format", "json"])
    document: dict[str, Any] = json.loads(answer.getvalue())
    return document


def try_import(path: Path, expected: list[Row]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "publications.csv")
        answer = import_file(path, target)
        written = rows_of(target.read_text(encoding="utf-8-sig")) if target.exists() else []
    if answer["errors"]:
        print(*answer["errors"])
        return 0
    records = answer["records"]
    rows = [*written, *(record.cells for record in import_formats.read_export(str(path)) if isinstance(record, Reference))]
    met = [row for row in expected if any(not different(row, other) for other in rows)]
    print(
        f"{path.name}: {len(records)} records read, {len(written)} rows written, {len(met)} of {len(expected)} expected rows met"
    )
    for status, number in Counter(record["status"] for record in records).items():
        if status != "new":
            print(f"  {number} {status}")
    for record in records:
        if record["status"] == "left out":
            print(f"    {location(record)}: {record.get('title', '')[:60]}: {' '.join(record['notes'])}")
    for row in expected:
        if row not in met:
            show_difference(row, rows)
    return len(met)


def location(record: Mapping[str, Any]) -> str:
    return f"line {record['line']}" if "line" in record else f"record {record['record']}"


def different(row: Row, other: Row) -> list[str]:
    return [name for name, cell in row.items() if cell != other.get(name, "")]


def show_difference(row: Row, rows: Iterable[Row]) -> None:
    """Print the cells in which the closest row differs from the expected one."""
    nearest = min(rows, key=lambda other: len(different(row, other)), default={})
    print(f"  not met: {row.get('title', '')}")
    for name in different(row, nearest):
        print(f"    {name}: expected {row[name]!r}, found {nearest.get(name)!r}")


def main() -> int:
    if len(sys.argv) != 2 or not Path(sys.argv[1], "expected").is_dir():
        print('Name a folder of exports with a folder "expected": make try-imports DIR="..."', file=sys.stderr)
        return 2
    folder = Path(sys.argv[1])
    met = total = 0
    for path in sorted(path for path in folder.iterdir() if path.is_file() and path.suffix.lower() != ".md"):
        expected = expected_rows(path)
        met += try_import(path, expected)
        total += len(expected)
    print(f"All files: {met} of {total} expected rows met.")
    return 0 if met == total else 1


if __name__ == "__main__":
    sys.exit(main())
