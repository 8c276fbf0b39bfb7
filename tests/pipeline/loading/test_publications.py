"""The tables derived from publications: order, journals, authors, list fields, full-text index."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from db.keys import citation_key
from pipeline.loading.publish import build
from tests.support.messages import edit
from tests.support.own import write_csv

KEYWORDS = """
        - {name: keywords, type: list, delimiter: ;, title: Keywords, description: Keywords.}

  - name: services
"""
ROWS = [
    ["Old", "Levi R, Example N, Levi R", "B Journal", "1999", "10.5555/old", "x;y"],
    ["new: the first", "Example N, et al", "a journal", "2020", "", ""],
    ["New, the second", "Study Group", "A journal", "2020", "10.5555/new", "z"],
    ["Élan", "Levi R", "B Journal", "2010", "", ""],
]


@pytest.fixture
def read(sources: Path, tmp_path: Path) -> Iterator[sqlite3.Connection]:
    edit(sources, "datapackage.yaml", "\n  - name: services\n", KEYWORDS)
    write_csv(sources / "publications.csv", ["title", "authors", "journal", "year", "doi", "keywords"], ROWS)
    assert build(sources, tmp_path / "profile.db").outcome == "built"
    with closing(sqlite3.connect(f"file:{tmp_path / 'profile.db'}?mode=ro", uri=True)) as connection:
        yield connection


def rows(connection: sqlite3.Connection, query: str) -> list[tuple[Any, ...]]:
    return connection.execute(query).fetchall()


def test_the_id_is_the_position_in_the_default_order(read: sqlite3.Connection) -> None:
    """Latest year first, then the order of the file. `select *` shows the list as the API does."""
    assert rows(read, "select id, title, year, has_doi, title_position from publications") == [
        (1, "new: the first", 2020, 0, 2),
        (2, "New, the second", 2020, 1, 3),
        (3, "Élan", 2010, 0, 1),
        (4, "Old", 1999, 1, 4),
    ]


def test_citation_keys(sources: Path, tmp_path: Path) -> None:
    """Those of the exports; a row without a DOI that occurs twice gets a number."""
    header = ["title", "authors", "journal", "year", "volume", "doi"]
    listed = [["New", "Levi R", "J", "2020", "1", ""], ["Old", "Levi R", "J", "2019", "", "10.5555/old"]]
    write_csv(sources / "publications.csv", header, [*listed, listed[0]])
    assert build(sources, tmp_path / "keys.db").outcome == "built"
    with closing(sqlite3.connect(tmp_path / "keys.db")) as connection:
        found = rows(connection, "select json, citation_key from publications order by id")
    keys = [citation_key(json.loads(text)) for text, _ in found]
    assert [key for _, key in found] == [keys[0], f"{keys[0]}-2", keys[2]]
    assert keys[2].startswith("levi2019")


def test_journals_are_in_the_order_of_their_names(read: sqlite3.Connection) -> None:
    assert rows(read, "select * from journals") == [
        (1, "A journal", "a journal"),
        (2, "a journal", "a journal"),
        (3, "B Journal", "b journal"),
    ]
    assert rows(read, "select id, journal_id from publications order by id") == [(1, 2), (2, 1), (3, 3), (4, 3)]


def test_authors(read: sqlite3.Connection) -> None:
    """Numbered as they appear in the list; a name that is repeated in a publication counts once."""
    assert rows(read, "select * from authors") == [(1, "Example N"), (2, "Study Group"), (3, "Levi R")]
    assert rows(read, "select * from publication_authors order by publication_id, position") == [
        (1, 1, 1),
        (2, 1, 2),
        (3, 1, 3),
        (4, 1, 3),
        (4, 2, 1),
    ]


def test_values_of_a_list_field(read: sqlite3.Connection) -> None:
    assert rows(read, "select * from publication_keywords") == [(2, 1, "z"), (4, 1, "x"), (4, 2, "y")]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("elan", [3]),
        ("title : new", [1, 2]),
        ("journal", [1, 2, 3, 4]),
        ("authors : levi", [3, 4]),
        ('authors : "n study"', []),
        ('authors : "example n"', [1, 4]),
    ],
)
def test_the_full_text_index(read: sqlite3.Connection, query: str, found: list[int]) -> None:
    """Its rowid is the id of the publication. No phrase reaches from one author to the next."""
    matches = read.execute("select rowid from publications_search where publications_search match ?", (query,))
    assert [row for (row,) in matches] == found
