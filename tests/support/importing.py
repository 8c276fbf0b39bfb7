"""Import exports into a list, in this process."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from bibliography.changes import Change, PlannedRecord
from bibliography.csv_editor import CsvEditor
from bibliography.formats import import_formats
from bibliography.plan import plan_files
from bibliography.reference import ReadResult, Reference
from cli.own_list import read_own_list
from pipeline.report import Report
from tests.conftest import SOURCES, Command, Run
from tests.support.checking import example_sources
from tests.support.messages import HEADER

LIST = f"""{HEADER}
Sonography of the median nerve,"Example N, Levi R",Journal of Example Radiology,2021,12,,101-9,,,
"Gout, again",Example N,Revista Ejemplar,2019,,,,10.5555/gout,,
"""
SOURCE = example_sources()["publications"]


@dataclass
class Import:
    command: Command
    folder: Path
    list: Path

    def __call__(self, *arguments: str | Path) -> Run:
        return self.command("import", "--sources", SOURCES, "--output", self.list, *arguments)

    def file(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path


def records(content: str | bytes) -> list[ReadResult]:
    with TemporaryDirectory() as folder:
        path = Path(folder, "export")
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return import_formats.read_export(str(path))


def references(content: str | bytes) -> list[Reference]:
    return [record for record in records(content) if isinstance(record, Reference)]


def import_into(path: Path, *exports: str | bytes) -> Sequence[PlannedRecord]:
    editor = CsvEditor.read(path, SOURCE.columns, Report())
    assert editor is not None
    plan = plan_files(read_own_list(SOURCE, editor), map(records, exports))
    plan.apply(editor, date(2026, 11, 22))
    editor.save()
    return plan.records


def changes(*exports: str, rows: str = "") -> list[Change]:
    return [record for record in planned(*exports, rows=rows) if isinstance(record, Change)]


def planned(*exports: str, rows: str = "") -> Sequence[PlannedRecord]:
    with TemporaryDirectory() as folder:
        path = Path(folder, "publications.csv")
        path.write_text(f"{HEADER}\n{rows}", encoding="utf-8")
        return import_into(path, *exports)


def rows(path: Path) -> list[dict[str, str]]:
    text = path.read_bytes().decode("utf-8-sig") if path.exists() else ""
    return [{name: cell for name, cell in row.items() if cell} for row in csv.DictReader(io.StringIO(text, newline=""))]


def read_back(export: str | bytes) -> list[dict[str, str]]:
    with TemporaryDirectory() as folder:
        path = Path(folder, "publications.csv")
        import_into(path, export)
        return rows(path)
