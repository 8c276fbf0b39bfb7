"""Import exports from text, in this process."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from pipeline.importing.csv_editor import CsvEditor
from pipeline.importing.decide import Listing, decide_files
from pipeline.importing.outcome import Outcome, Outcomes
from pipeline.problems import Report
from pipeline.readers import formats
from pipeline.reading.spreadsheet import Columns
from pipeline.references.reference import Record, Reference
from pipeline.validation.fields import FieldCheck
from tests.support.messages import HEADER
from tests.support.try_imports import publications

SOURCE = publications()
CHECKS = {field.name: FieldCheck(field) for field in SOURCE.fields}


def records(text: str) -> list[Record]:
    """Return the records of an export."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "export")
        path.write_text(text, encoding="utf-8")
        return formats.read(str(path))


def references(text: str) -> list[Reference]:
    """Return the records of an export, all of which can be read."""
    found = records(text)
    return [record for record in found if isinstance(record, Reference)] if found else []


def decided(*exports: str, rows: str = "") -> Outcomes:
    """Return what becomes of exports in a list with these rows."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "publications.csv")
        path.write_text(f"{HEADER}\n{rows}", encoding="utf-8")
        editor = CsvEditor.read(path, path.name, Columns(SOURCE.field_names, frozenset()), Report())
    assert editor is not None
    listing = Listing(editor.label, editor.rows, CHECKS)
    return decide_files(listing, [records(export) for export in exports])


def outcomes(*exports: str, rows: str = "") -> list[Outcome]:
    """Return the outcomes of importing exports, in the order of the records."""
    return decided(*exports, rows=rows).records
