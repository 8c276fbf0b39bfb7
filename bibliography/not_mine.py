"""The file not-mine.csv: publications and ORCID entries that the owner has refused for good."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from bibliography import notices
from bibliography.csv_editor import CsvEditor, ListRow
from pipeline.read.table import Columns
from pipeline.report import Problem, Report

# The column for CV entries: their only identifier is the number at ORCID.
PUT_CODE = "putCode"
NOT_MINE_COLUMNS = Columns(("doi", "pmid", "note", PUT_CODE), frozenset())


class NotMine:
    """What the owner has refused: a CSV file next to the list, with one row per DOI, PubMed ID, or put-code of a CV entry."""

    def __init__(self, editor: CsvEditor) -> None:
        self.editor = editor
        self.ids = {refused_id for row in editor.rows for refused_id in ids_of_row(row)}

    @classmethod
    def read(cls, path: Path, report: Report) -> NotMine | None:
        """Read the file. None if it cannot be read; the report says why."""
        editor = CsvEditor.read(path, NOT_MINE_COLUMNS, report)
        for row in editor.rows if editor else ():
            if not [*ids_of_row(row)]:
                report.add(Problem(str(path), "required", "The row has no DOI, PubMed ID or put-code.", row=row.number))
        return cls(editor) if editor else None

    def problems_with(self, publications: Iterable[Mapping[str, str]]) -> Iterator[Problem]:
        """Yield a warning for each row that refuses a publication of the list."""
        listed = {name for publication in publications for name in notices.publication_ids_of_row(publication)}
        for row in self.editor.rows:
            if not listed.isdisjoint(ids_of_row(row)):
                text = "publications.csv has this publication too. Delete it from one of the two."
                yield Problem(str(self.editor.path), "refused", text, "warning", row=row.number)

    def __contains__(self, cells: Mapping[str, str]) -> bool:
        return not self.ids.isdisjoint(refused_ids(cells))

    @property
    def put_codes(self) -> list[str]:
        return [name.removeprefix(f"{PUT_CODE}:") for name in self.ids if name.startswith(PUT_CODE)]

    def refuse(self, records: Iterable[Mapping[str, str]]) -> None:
        """Add a row for each record that is not refused yet, and write the file.

        Raises:
            OSError: the file cannot be written. It is unchanged.
        """
        for cells in records:
            if cells not in self:
                self.editor.add_columns({PUT_CODE} & cells.keys())
                row = {"doi": cells.get("doi", ""), "pmid": cells.get("pubmed", ""), PUT_CODE: cells.get(PUT_CODE, "")}
                self.editor.insert(row)
                self.ids.update(refused_ids(cells))
        self.editor.save()


def ids_of_row(row: ListRow) -> Iterator[str]:
    return refused_ids({**row.cells, "pubmed": row.cells["pmid"]})


def refused_ids(cells: Mapping[str, str]) -> Iterator[str]:
    yield from notices.publication_ids_of_row(cells)
    if code := cells.get(PUT_CODE):
        yield f"{PUT_CODE}:{code}"
