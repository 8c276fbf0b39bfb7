"""The works that the owner has refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pipeline.importing.csv_editor import CsvEditor
from pipeline.problems import Problem, Report
from pipeline.reading.spreadsheet import Columns
from pipeline.references import extract
from pipeline.references.matching import Identity

NOT_MINE = "not-mine.csv"
COLUMNS = Columns(("doi", "pmid", "note"), frozenset())


@dataclass
class NotMine:
    """The works that the owner has refused: a CSV file beside the list, one row for each DOI or PubMed ID."""

    editor: CsvEditor

    @classmethod
    def read(cls, path: Path, report: Report) -> NotMine | None:
        """Return the refused works; None if the report says why they cannot be read."""
        editor = CsvEditor.read(path, str(path), COLUMNS, report)
        for row in editor.rows if editor else ():
            if not (extract.doi(row.cells["doi"]) or extract.pmid(row.cells["pmid"])):
                report.add(Problem(str(path), "required", "The row has neither a DOI nor a PubMed ID.", row=row.number))
        return cls(editor) if editor else None

    def __contains__(self, cells: Mapping[str, str]) -> bool:
        identity = Identity.of(cells)
        return any(
            (identity.doi and identity.doi == extract.doi(row.get("doi", "")))
            or (identity.pubmed and identity.pubmed == extract.pmid(row.get("pmid", "")))
            for row in (*(row.cells for row in self.editor.rows), *self.editor.inserted)
        )

    def refuse(self, works: Iterable[Mapping[str, str]]) -> None:
        """Refuse the works with a DOI or PubMed ID, and write the file.

        Raises:
            OSError: it cannot be written; it is unchanged.
        """
        for cells in works:
            if cells not in self:
                self.editor.insert({"doi": cells.get("doi", ""), "pmid": cells.get("pubmed", "")})
        self.editor.save()


def identified(arguments: Iterable[str]) -> Iterator[dict[str, str]]:
    """Yield a cell with a DOI or a PubMed ID for each of these; make passes several as one argument.

    Raises:
        ValueError: a text is neither.
    """
    for text in (word.strip(",") for argument in arguments for word in argument.split()):
        if doi := extract.doi(text):
            yield {"doi": doi}
        elif pmid := extract.pmid(text):
            yield {"pubmed": pmid}
        elif text:
            raise ValueError(text)
