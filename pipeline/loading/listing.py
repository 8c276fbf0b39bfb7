"""The list of publications as the API gives it: one narrow row each, in the order of the list, with what filters and sorts."""

from __future__ import annotations

import sqlite3

from db.names import SEPARATOR
from db.text import transliterate, words
from pipeline.loading.tables import Column

COLUMNS = [
    Column("place", "integer primary key", "Place", "Place in the list: the latest year first, within a year the owner's order."),
    Column("publication_id", "integer not null references publications (id)", "Publication", "Row of publications."),
    Column("year", "integer not null", "Year", "Year of publication."),
    Column("journal_id", "integer not null references journals (id)", "Journal", "Row of journals."),
    Column("has_doi", "integer not null check (has_doi in (0, 1))", "Has a DOI", "1 if the publication has a DOI."),
    Column("by_title", "integer not null", "By title", "Place in the list that is sorted by title."),
    Column("by_journal", "integer not null", "By journal", "Place in the list that is sorted by journal."),
]
FILL = """
insert into listing
select
    row_number() over (order by year desc, publications.id) as place,
    publications.id,
    year,
    journal_id,
    doi is not null,
    row_number() over (order by words(title), year desc, publications.id),
    row_number() over (order by journals.folded, journals.name, year desc, publications.id)
from publications
join journals on journals.id = publications.journal_id
order by place
"""
INDEXES = """
create unique index listing_publication on listing (publication_id);
create unique index listing_title on listing (by_title);
create unique index listing_sorted_journal on listing (by_journal);
create index listing_journal on listing (journal_id, place, has_doi);
create unique index journals_sorted on journals (folded, name);
create index listing_doi on listing (has_doi, place);
"""

YEARS = [
    Column("year", "integer primary key", "Year", "Year of publication."),
    Column("publications", "integer not null", "Publications", "Number of publications of that year."),
    Column("first", "integer not null", "First", "Place of its first publication in the list."),
    Column("last", "integer not null", "Last", "Place of its last publication in the list."),
]
FILL_YEARS = """
insert into years
select year, count(*), min(place), max(place)
from listing
group by year
"""

# An index of words (https://www.sqlite.org/fts5.html). It holds no text of its own: its rows are those of `listing`, so what it
# finds comes in the order of the list. Words by their first letter, of which there are many, have an index of their own.
SEARCH = """
create virtual table publications_search using fts5(
    title, authors, journal, content = '', prefix = '1', tokenize = 'unicode61 remove_diacritics 2'
)
"""
SEARCH_COLUMNS = {
    "title": "Words of the title.",
    "authors": "Words of the authors' names.",
    "journal": "Words of the journal's name.",
}
# A word in a title says more than one in a name, and a journal's name says least.
WEIGHTS = "insert into publications_search (publications_search, rank) values ('rank', 'bm25(10.0, 5.0, 1.0)')"
FILL_SEARCH = """
insert into publications_search (rowid, title, authors, journal)
select place, transliterate(title), typed_apart(authors), transliterate(journal)
from listing
join publications on publications.id = publication_id
order by place
"""
MERGE_SEARCH = "insert into publications_search (publications_search) values ('optimize')"
# Stands between two authors, so that no phrase reaches from one into the next. It is a word to the index, and in no text.
BETWEEN_AUTHORS = " \ue000 "


def fill(connection: sqlite3.Connection) -> None:
    """Put all publications into the list and into the index of words."""
    for name, function in {"words": joined_words, "transliterate": transliterate, "typed_apart": typed_apart}.items():
        connection.create_function(name, 1, function, deterministic=True)
    connection.execute(FILL)
    connection.executescript(INDEXES)
    connection.execute(FILL_YEARS)
    connection.execute(WEIGHTS)
    connection.execute(FILL_SEARCH)
    connection.execute(MERGE_SEARCH)


def joined_words(text: str) -> str:
    return " ".join(words(text))


def typed_apart(authors: str) -> str:
    return transliterate(authors).replace(SEPARATOR, BETWEEN_AUTHORS)
