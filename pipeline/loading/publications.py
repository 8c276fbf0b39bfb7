"""Rows derived from the publications: their order, the journals, the authors and the full-text index.

The default order is latest year first, then the owner's order. The position in it is the ``id`` of a publication.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count

from sqlite_utils.db import quote_identifier

from db.publication.author import SEPARATOR, split_authors
from db.publication.identifiers import searched_pmid
from db.publication.key import citation_key
from db.publication.notice import announcement_date, notice_of
from db.text import letters, normalize, transliterate, words
from pipeline.loading.tables import JSON, Column, Row, SourceTable, Table, TableRows
from pipeline.validation.cv_entries import Record

# Columns of the table `publications` that the schema does not have.
DERIVED = (
    Column("journal_id", "integer not null references journals (id)", "Journal", "The journal's row in journals."),
    Column("pmid", "text", "PubMed ID", "The PubMed ID in the address of the record."),
    Column("has_doi", "integer not null check (has_doi in (0, 1))", "Has a DOI", "1 if the publication has a DOI, otherwise 0."),
    Column("title_position", "integer not null", "Position by title", "Position in the list sorted by title."),
    Column("announced", "text not null", "Announced", "Day by which the feed sorts: the later of added and the notice's date."),
)
# The type of most publications, which an empty cell means.
ARTICLE = "article"
# Keeps a phrase from matching across two authors. The tokenizer takes this character for a word; no source may contain it.
BETWEEN_AUTHORS = " \ue000 "

# Words joined by hyphens and dashes. The lookbehind saves a search from each letter of a word.
COMPOUND = re.compile(r"(?<![^\W_])[^\W_]+(?:[-‐‑–][^\W_]+)+")
OPTIMIZE = "insert into publications_search (publications_search) values ('optimize')"


class PublicationTable(SourceTable):
    """The publications in their default order, and the tables that are made from them."""

    derived = DERIVED

    def contents(self, records: Sequence[Record]) -> Iterator[TableRows]:
        listed = sorted(published(records), key=lambda record: -record["year"])
        yield "journals", ("id", "name", "normalized"), journal_rows(listed)
        yield from super().contents(listed)
        authors = [list(dict.fromkeys(split_authors(record["authors"]))) for record in listed]
        numbers = {name: number for number, name in enumerate(dict.fromkeys(chain(*authors)), start=1)}
        yield "authors", ("name", "id"), numbers.items()
        yield "publication_authors", ("publication_id", "position", "author_id"), author_rows(authors, numbers)
        yield "publications_search", ("rowid", "title", "authors", "journal", "details"), map(search_row, count(1), listed)

    def rows(self, records: Sequence[Record]) -> Iterator[Row]:
        journal_ids = {name: number for number, name, _ in journal_rows(records)}
        by_title = sorted(range(len(records)), key=lambda index: " ".join(words(records[index]["title"])))
        title_positions = {index: position for position, index in enumerate(by_title, start=1)}
        for index, (record, row) in enumerate(zip(records, super().rows(records), strict=True)):
            pmid, announced = searched_pmid(record.get("pubmed", "")) or None, announcement_date(record)
            yield *row, journal_ids[record["journal"]], pmid, int("doi" in record), title_positions[index], announced


def list_view(publications: Table) -> Table:
    """Return the view that shows the publications with the columns that people read: the position and the owner's fields."""
    columns = tuple(column for column in publications.columns if column not in (JSON, *DERIVED))
    return Table("publication_list", "List of publications", "The publications, with the columns that people read.", columns)


def create_list_view(view: Table) -> str:
    columns = ", ".join(quote_identifier(column.name) for column in view.columns)
    return f"create view {view.name} as select {columns} from publications order by id"  # noqa: S608  # nosec B608 - fixed names


def journal_rows(records: Sequence[Record]) -> Iterator[Row]:
    """Yield number, name and normalized name of each journal, sorted."""
    journals = sorted({(normalize(record["journal"]), record["journal"]) for record in records})
    return ((number, name, normalized) for number, (normalized, name) in enumerate(journals, start=1))


def published(records: Sequence[Record]) -> Iterator[Record]:
    """Yield the records as the API has them: each with its key, and without the type of an article.

    A repeated row without a DOI would have the same key; a number tells the two apart. Keys are compared regardless of case.
    """
    uses = Counter(record["key"].lower() for record in records if "key" in record)
    for record in records:
        key = citation_key(record)
        if "key" not in record:
            uses[key] += 1
            key = key if uses[key] == 1 else f"{key}-{uses[key]}"
        yield {name: value for name, value in record.items() if (name, value) != ("type", ARTICLE)} | {"key": key}


def author_rows(authors: Iterable[Sequence[str]], numbers: Mapping[str, int]) -> Iterator[Row]:
    """Yield a row for each author of each publication. A name that occurs twice in one counts once, at its first position."""
    for publication, listed in enumerate(authors, start=1):
        for position, name in enumerate(listed, start=1):
            yield publication, position, numbers[name]


def search_row(number: int, record: Record) -> Row:
    """Return the row of a publication in the full-text index."""
    title = transliterate(record["title"])
    authors = transliterate(record["authors"]).replace(SEPARATOR, BETWEEN_AUTHORS)
    notice = notice_of(record)
    # COVID19 finds COVID-19; a DOI is one word, so that its parts are not taken for a year.
    compounds = [letters(compound) for compound in COMPOUND.findall(title)]
    pmid = searched_pmid(record.get("pubmed", ""))
    summaries = map(transliterate, (record.get("summary", ""), record.get("summaryHebrew", "")))
    kind = notice["kind"] if notice else ""
    details = (str(record["year"]), letters(record.get("doi", "")), pmid, kind, *compounds, *summaries)
    return number, title, authors, transliterate(record["journal"]), " ".join(filter(None, details))
