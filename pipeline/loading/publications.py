"""What is derived from the publications: their order, the journals, the authors and the full-text index.

The owner's rows wait in a temporary table until the last one is there. Only then is the default order known: latest year first,
then the owner's order. The position in that order is the ``id`` of a publication.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from sqlite_utils.db import quote_identifier

from db.keys import citation_key
from db.names import SEPARATOR, names
from db.text import normalize, transliterate, words
from pipeline.loading.tables import JSON, Column, Row, Table

BATCH = 5000

# Columns of the table `publications` beyond those of the schema.
DERIVED = (
    Column("journal_id", "integer not null references journals (id)", "Journal", "The journal's row in journals."),
    Column("has_doi", "integer not null check (has_doi in (0, 1))", "Has a DOI", "1 if the publication has a DOI, otherwise 0."),
    Column("title_position", "integer not null", "Position by title", "Position in the list sorted by title."),
    Column("citation_key", "text not null", "Citation key", "The key of the BibTeX entry, by which documents cite it."),
)
# The columns from which a citation key is made.
KEY_COLUMNS = ("title", "authors", "journal", "year", "volume", "issue", "pages", "doi")
# Keeps a phrase from matching across two authors. The tokenizer takes this character for a word; no source may contain it.
BETWEEN_AUTHORS = " \ue000 "

FILL_JOURNALS = """
insert into journals (name, normalized)
select journal, normalize(journal) as normalized
from (select distinct journal from incoming)
order by normalized, journal
"""
FILL_PUBLICATIONS = """
insert into publications (id, {columns}, journal_id, has_doi, title_position, citation_key)
select sorted.id, {columns}, journals.id, doi is not null, sorted.title_position, sorted.citation_key
from (
    select
        number,
        row_number() over (order by year desc, number) as id,
        row_number() over (order by sort_key(title), year desc, number) as title_position,
        -- A repeated row without a DOI has the same key; a number tells the two apart.
        citation_key || coalesce('-' || nullif(row_number() over (partition by citation_key order by number), 1), '')
            as citation_key
    from (select rowid as number, year, title, citation_key({key_columns}) as citation_key from incoming)
) as sorted
cross join incoming on incoming.rowid = sorted.number
join journals on journals.name = incoming.journal
order by sorted.id
"""
FILL_SEARCH = """
insert into publications_search (rowid, title, authors, journal)
select id, transliterate(title), authors_for_search(authors), transliterate(journal)
from publications
order by id
"""
OPTIMIZE = "insert into publications_search (publications_search) values ('optimize')"


def list_view(table: Table) -> Table:
    """Return the view that shows the publications with the columns that people read: the position and the owner's fields."""
    columns = tuple(column for column in table.columns if column not in (JSON, *DERIVED))
    return Table("publication_list", "List of publications", "The publications, with the columns that people read.", columns)


def create_list_view(connection: sqlite3.Connection, view: Table) -> None:
    columns = ", ".join(quote_identifier(column.name) for column in view.columns)
    connection.execute(f"create view {view.name} as select {columns} from publications order by id")  # noqa: S608  # nosec B608 - fixed names


def create_incoming(connection: sqlite3.Connection, columns: Sequence[str]) -> None:
    """Create the temporary table that :func:`fill` reads."""
    connection.execute(f"create temporary table incoming ({', '.join(map(quote_identifier, columns))})")


def add_incoming(connection: sqlite3.Connection, columns: Sequence[str], rows: Iterable[Row]) -> None:
    """Insert rows, each with its number in the source first. (sqlite-utils doesn't see temporary tables.)"""
    names, values = ", ".join(["rowid", *map(quote_identifier, columns)]), ", ".join("?" * (len(columns) + 1))
    connection.executemany(f"insert into incoming ({names}) values ({values})", rows)  # noqa: S608  # nosec B608 - fixed names


def fill(connection: sqlite3.Connection, columns: Sequence[str]) -> None:
    """Fill the tables of publications, journals and authors and the full-text index from the temporary table."""
    for name, function in {
        "normalize": normalize,
        "transliterate": transliterate,
        "sort_key": lambda title: " ".join(words(title)),
        "authors_for_search": lambda authors: transliterate(authors).replace(SEPARATOR, BETWEEN_AUTHORS),
    }.items():
        connection.create_function(name, 1, function, deterministic=True)
    connection.create_function("citation_key", len(KEY_COLUMNS), key_of, deterministic=True)
    connection.execute(FILL_JOURNALS)
    quoted = ", ".join(map(quote_identifier, columns))
    connection.execute(FILL_PUBLICATIONS.format(columns=quoted, key_columns=", ".join(KEY_COLUMNS)))
    connection.execute("drop table incoming")
    fill_authors(connection)
    connection.execute(FILL_SEARCH)
    connection.execute(OPTIMIZE)


def key_of(*values: Any) -> str:
    """Return the citation key of the publication with these values of ``KEY_COLUMNS``."""
    return citation_key({name: value for name, value in zip(KEY_COLUMNS, values, strict=True) if value is not None})


def fill_authors(connection: sqlite3.Connection) -> None:
    """Fill the tables of authors. A name that occurs twice in one publication counts once, at its first position."""
    numbers: dict[str, int] = {}
    lists = connection.execute("select id, authors from publications order by id")
    while batch := list(islice(lists, BATCH)):
        known = len(numbers)
        rows = [row for number, authors in batch for row in author_rows(number, authors, numbers)]
        new = list(islice(numbers.items(), known, None))
        connection.executemany("insert into authors (name, id) values (?, ?)", new)
        connection.executemany("insert into publication_authors values (?, ?, ?)", rows)


def author_rows(publication: int, authors: str, numbers: dict[str, int]) -> Iterator[tuple[int, int, int]]:
    """Yield the rows of one publication in publication_authors, numbering the authors that are new."""
    for position, name in enumerate(dict.fromkeys(names(authors)), start=1):
        yield publication, position, numbers.setdefault(name, len(numbers) + 1)
