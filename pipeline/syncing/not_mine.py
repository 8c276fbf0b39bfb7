"""The works that the owner has refused."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pipeline.loading.publish import publish, temporary_beside
from pipeline.problems import Problem, Report
from pipeline.reading.spreadsheet import Columns, read_csv, separator_of
from pipeline.references import extract
from pipeline.references.matching import Identity

NOT_MINE = "not-mine.csv"
COLUMNS = ("doi", "pmid", "note")


class NotMine:
    """The works that the owner has refused: a CSV file beside the list, one row for each DOI or PubMed ID."""

    def __init__(self, path: Path, rows: list[dict[str, str]]) -> None:
        self.path = path
        self.rows = rows

    @classmethod
    def read(cls, path: Path, report: Report) -> NotMine:
        """Return the refused works; problems of the file are added to the report."""
        rows = list[dict[str, str]]()
        if path.exists():
            for number, cells in read_csv(path, str(path), Columns(COLUMNS, frozenset()), report):
                row = dict(zip(COLUMNS, cells, strict=True))
                if not (extract.doi(row["doi"]) or extract.pmid(row["pmid"])):
                    report.add(Problem(str(path), "required", "The row has neither a DOI nor a PubMed ID.", row=number))
                rows.append(row)
        return cls(path, rows)

    def __contains__(self, cells: Mapping[str, str]) -> bool:
        identity = Identity.of(cells)
        return any(
            (identity.doi and identity.doi == extract.doi(row["doi"]))
            or (identity.pubmed and identity.pubmed == extract.pmid(row["pmid"]))
            for row in self.rows
        )

    def add(self, cells: Mapping[str, str]) -> None:
        """Refuse the work with a DOI or PubMed ID."""
        row = {"doi": cells.get("doi", ""), "pmid": cells.get("pubmed", ""), "note": ""}
        if row not in [known | {"note": ""} for known in self.rows]:
            self.rows.append(row)

    @property
    def separator(self) -> str:
        """What separates the columns of the file."""
        return separator_of(self.path.read_text(encoding="utf-8").partition("\n")[0]) if self.path.exists() else ","

    def save(self) -> None:
        """Write the file atomically.

        Raises:
            OSError: it cannot be written; it is unchanged.
        """
        with temporary_beside(self.path.resolve()) as temporary:
            with temporary.open("w", encoding="utf-8", newline="") as file:
                writer = csv.DictWriter(file, COLUMNS, delimiter=self.separator, lineterminator="\n")
                writer.writeheader()
                writer.writerows(self.rows)
            publish(temporary, self.path.resolve())


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
