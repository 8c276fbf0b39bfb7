"""How SQLite answers: each filter, alone and with each other one, from an index; never by a look at every publication.

What is walked through all the same, and what bounds it:
the table ``journals``, for a part of a name (as many rows as there are journals; once a search);
the list itself, in the wanted order, where no filter is set or where those that are set leave so many publications that a page is
full before long (``api.data.snapshot.pays_to_sort``);
in the index of words, the publications that have the words.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import combinations
from typing import Any

import pytest

from api.data.fts import all_words, phrase
from api.data.snapshot import Snapshot
from api.data.sql import DOIS, ORDERS, PUBLICATION_FILTERS
from api.data.store import Store, containing
from api.parameters import FILTERS
from tests.conftest import SOURCES, pipeline
from tests.support.own import write_csv

MANY = 3000
FEW: dict[str, Any] = {
    "year": 2003,
    "year_from": 2016,
    "year_to": 2003,
    "journal": containing("journal 7"),
    "author": phrase("Levi 7"),
    "q": all_words("title 77"),
    "has_doi": 0,
}
# A name, or the table that stands in the parentheses, as the plan has it (https://www.sqlite.org/eqp.html).
SCAN = re.compile(r"SCAN (\w+)\b(?! VIRTUAL TABLE INDEX \d+:\S)")
RESULTS = {"CONSTANT", "page", "counted", "wanted"}  # what a subquery or an earlier query has found


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    """A database with so many publications that SQLite has something to choose."""
    folder = tmp_path_factory.mktemp("many")
    shutil.copytree(SOURCES, folder / "sources")
    rows = [
        [
            f"Title {n}",
            f"Levi {n % 99}, Example N",
            f"Journal {n % 50}",
            2020 - n * 20 // MANY,
            "" if n % 200 == 0 else f"10.5555/{n}",
        ]
        for n in range(MANY)
    ]
    write_csv(folder / "sources" / "publications.csv", ["title", "authors", "journal", "year", "doi"], rows)
    assert pipeline("build", "--sources", folder / "sources", "--database", folder / "many.db").code == 0
    with closing(sqlite3.connect(folder / "many.db")) as connection:
        yield connection


def plans(connection: sqlite3.Connection, filters: dict[str, Any], sort: str = "-year") -> list[str]:
    """The steps of all queries that a page of the list takes, as the service asks them."""
    asked: list[str] = []
    connection.set_trace_callback(asked.append)
    Store(connection, Snapshot((0, 0, 0, 0, 0))).publications(filters, 50, 0, sort)
    connection.set_trace_callback(None)
    statements = [statement for statement in asked if " listing" in statement or "from journals" in statement]  # not SQLite's own
    return [row[3] for statement in statements for row in connection.execute(f"explain query plan {statement}")]


def scanned(steps: list[str]) -> set[str]:
    """The tables of which every row is looked at."""
    return {found[1] for step in steps if (found := SCAN.match(step))} - RESULTS - {"build"}  # which has one row


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("year", "SEARCH listing USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"),
        ("year_from", "SEARCH listing USING INTEGER PRIMARY KEY (rowid<?)"),
        ("year_to", "SEARCH listing USING INTEGER PRIMARY KEY (rowid>?)"),
        ("journal", "SEARCH listing USING INDEX listing_journal (journal_id=?)"),
        ("author", "SCAN publications_search VIRTUAL TABLE INDEX 64:M1"),
        ("q", "SCAN publications_search VIRTUAL TABLE INDEX 64:M3"),
        ("has_doi", "SEARCH listing USING INDEX listing_doi (has_doi=?)"),
    ],
)
def test_each_filter_has_its_index(many: sqlite3.Connection, name: str, step: str) -> None:
    """The step that finds the publications; those without a sort of their own come in the order of the list."""
    steps = plans(many, {name: FEW[name]})
    assert step in steps
    assert ("USE TEMP B-TREE FOR ORDER BY" in steps) == (name == "journal")
    assert scanned(steps) == ({"journals"} if name == "journal" else set())


def test_every_filter_is_held_to_it() -> None:
    """A filter is a parameter with a fragment of SQL; one without the other would do nothing."""
    assert list(FEW) == list(PUBLICATION_FILTERS)
    assert {parameter.name for parameter in FILTERS} == set(PUBLICATION_FILTERS)


@pytest.mark.parametrize(("one", "other"), list(combinations(FEW, 2)))
def test_no_pair_looks_at_every_publication(many: sqlite3.Connection, one: str, other: str) -> None:
    """In every order of the list."""
    filters = {one: FEW[one], other: FEW[other]}
    for sort in ORDERS:
        if sort != "relevance" or "q" in filters:
            assert scanned(plans(many, filters, sort)) <= {"journals"}, (filters, sort)


def test_a_doi_has_its_index(many: sqlite3.Connection) -> None:
    asked: list[str] = []
    many.set_trace_callback(asked.append)
    assert Store(many, Snapshot((0, 0, 0, 0, 0))).publication("10.5555/77") is not None
    many.set_trace_callback(None)
    [step] = [row[3] for row in many.execute(f"explain query plan {asked[0]}")]
    assert step == "SEARCH publications USING INDEX publications_doi (doi=?)"


def test_the_dois_of_the_newest_are_walked_through(many: sqlite3.Connection) -> None:
    """In the order of the list, up to the limit: nothing is sorted, and no publication without one is looked at."""
    steps = [row[3] for row in many.execute(f"explain query plan {DOIS}", {"limit": 5})]
    assert "SEARCH listing USING INDEX listing_doi (has_doi=?)" in steps
    assert "SEARCH publications USING INTEGER PRIMARY KEY (rowid=?)" in steps
    assert [step for step in steps if "B-TREE" in step] == []
    assert Store(many, Snapshot((0, 0, 0, 0, 0))).dois(2) == ["10.5555/1", "10.5555/2"]


@pytest.mark.parametrize(
    ("filters", "sort", "step"),
    [
        ({}, "-year", "SCAN listing"),
        ({}, "year", "SCAN listing"),
        ({}, "title", "SCAN listing USING INDEX listing_title"),
        ({}, "journal", "SCAN listing USING INDEX listing_sorted_journal"),
        ({"journal": containing("journal")}, "-year", "SCAN listing"),
        ({"journal": containing("journal")}, "journal", "SCAN journals USING COVERING INDEX journals_sorted"),
        ({"has_doi": 1}, "title", "SCAN listing USING INDEX listing_title"),
        ({"year_from": 2001}, "title", "SCAN listing USING INDEX listing_title"),
    ],
)
def test_what_is_walked_through(many: sqlite3.Connection, filters: dict[str, Any], sort: str, step: str) -> None:
    """In the order that is wanted, so the walk ends with the page: nothing is sorted."""
    steps = plans(many, filters, sort)
    assert step in steps
    assert [step for step in steps if "B-TREE" in step] == []
