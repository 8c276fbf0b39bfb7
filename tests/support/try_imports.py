"""Import every export in a folder and compare with the rows that the folder's README.md expects.

``python -m tests.support.try_imports DIR`` (``make try-imports DIR=...``) prints, for each file, how many records
were read, written and refused, why, and how many of the expected rows match exactly. In the README, a heading names a file and
the CSV blocks below it hold its rows. A record that lacks a required value is not written; it is compared as it was read.
"""

from __future__ import annotations

import csv
import io
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from pipeline.importing.csv_editor import CsvEditor
from pipeline.importing.decide import Listing, decide_files
from pipeline.importing.outcome import apply
from pipeline.problems import Report
from pipeline.readers import formats
from pipeline.readers.inputs import InputError
from pipeline.references.reference import Reference
from pipeline.schema.package import Source, read_package
from pipeline.validation.fields import FieldCheck

SOURCES = Path(__file__).parent.parent.parent / "sources"
HEADING = re.compile(r"^## ", re.MULTILINE)
BLOCK = re.compile(r"```csv\n(.*?)```", re.DOTALL)
Row = Mapping[str, str]


def expected_rows(readme: Path) -> dict[str, list[Row]]:
    """Return the expected rows of each file, with the columns that the README has."""
    rows: dict[str, list[Row]] = {}
    for section in HEADING.split(readme.read_text(encoding="utf-8"))[1:]:
        name = section.split()[0].strip("`")
        for block in BLOCK.findall(section):
            for row in csv.DictReader(io.StringIO(block)):
                rows.setdefault(name, []).append(row)
    return rows


def publications() -> Source:
    """Return the example's schema of publications.csv."""
    package = read_package(SOURCES, Report())
    assert package is not None, "the example's sources have errors"
    return next(source for source in package.sources if source.name == "publications")


def try_import(path: Path, source: Source, expected: list[Row]) -> tuple[int, int]:
    """Import one file into an empty list and print the result; return how many expected rows match, and how many there are."""
    try:
        records = formats.read(str(path))
    except InputError as error:
        print(f"{path.name}: {error}")
        return 0, len(expected)
    with tempfile.TemporaryDirectory() as folder:
        editor = CsvEditor.read(Path(folder, "publications.csv"), "publications.csv", source.columns, Report())
        assert editor is not None, "there is no list yet, so there is nothing to refuse"
        listing = Listing(editor.label, editor.rows, {field.name: FieldCheck(field) for field in source.fields})
        outcomes = decide_files(listing, [records]).records
        apply(outcomes, editor, "")
        editor.save()
        written = list(csv.DictReader(io.StringIO(editor.encoded().decode())))
    found = [*written, *(record.cells for record in records if isinstance(record, Reference))]
    met = [row for row in expected if any(not different(row, other) for other in found)]
    print(
        f"{path.name}: {len(records)} records read, {len(written)} rows written, {len(met)} of {len(expected)} expected rows met"
    )
    for status, number in Counter(outcome.status for outcome in outcomes).items():
        if status != "new":
            print(f"  {number} {status}")
    for outcome in outcomes:
        if outcome.status == "left out":
            print(f"    {outcome.location.within}: {outcome.title[:60]}: {' '.join(outcome.notes)}")
    for row in expected:
        if row not in met:
            show_difference(row, found)
    return len(met), len(expected)


def different(row: Row, other: Row) -> list[str]:
    """Return the columns of an expected row in which another differs."""
    return [name for name, cell in row.items() if cell != other.get(name, "")]


def show_difference(row: Row, found: Iterable[Row]) -> None:
    """Print the cells in which the closest row differs from the expected one."""
    nearest = min(found, key=lambda other: len(different(row, other)), default={})
    print(f"  not met: {row.get('title', '')}")
    for name in different(row, nearest):
        print(f"    {name}: expected {row[name]!r}, found {nearest.get(name)!r}")


def main() -> int:
    """Try every file of the folder given on the command line. Return 1 if an expected row is missing."""
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        print('Name a folder of exports: make try-imports DIR="..."', file=sys.stderr)
        return 2
    folder, source = Path(sys.argv[1]), publications()
    rows = expected_rows(folder / "README.md") if (folder / "README.md").is_file() else {}
    paths = sorted(path for path in folder.iterdir() if path.is_file() and path.suffix.lower() != ".md")
    results = [try_import(path, source, rows.get(path.name, [])) for path in paths]
    met, expected = (sum(numbers) for numbers in zip(*results, strict=True)) if results else (0, 0)
    print(f"All files: {met} of {expected} expected rows met.")
    return 0 if met == expected else 1


if __name__ == "__main__":
    sys.exit(main())
