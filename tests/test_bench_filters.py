"""What ``make bench-filters`` asks: every filter and every pair, questions that the service answers, and a table of it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import combinations
from pathlib import Path

from api.parameters import FILTERS, SORT
from bench.filters import Measured, measured, questions, rows, table, values


def test_every_filter_and_every_pair_has_its_row() -> None:
    names = [parameter.name for parameter in FILTERS]
    orders = [f"sort={order}" for order in SORT.schema["enum"] if order not in ("-year", "relevance")]
    asked = list(rows())
    assert [(), *((name,) for name in names)] == asked[: len(names) + 1]
    assert set(combinations(names, 2)) | {(name, order) for name in names for order in orders} <= set(asked)
    assert [row for row in asked if "sort=relevance" in row] == [("q", "sort=relevance")]


def test_questions_are_different_ones(example_database: Path) -> None:
    with closing(sqlite3.connect(example_database)) as connection:
        drawn = values(connection)
    assert len(questions(("q", "author"), drawn, 50)) == len(set(questions(("q", "author"), drawn, 50))) == 50
    assert questions(("has_doi",), drawn, 50) == questions(("has_doi",), drawn, 50)
    assert len(questions(("has_doi",), drawn, 50)) == 2
    assert questions(("sort=title",), drawn, 50) == ["/api/publications?sort=title"]


def test_every_question_is_answered(example_database: Path) -> None:
    found = dict(measured(example_database, 3))
    assert list(found) == ["one publication by its DOI", *(", ".join(names) or "no filter" for names in rows())]
    assert [name for name, figures in found.items() if not 0 < figures.median <= figures.p99] == []


def test_the_table() -> None:
    sides = [{"q": Measured(2.0, 4.04)}, {"q": Measured(5.0, 10.06)}]
    assert table(sides, [1000, 1_000_000]) == (
        "| asked for | p50 at 1,000 | p99 at 1,000 | p50 at 1,000,000 | p99 at 1,000,000 | ratio of p50 |\n"
        "| --- | --: | --: | --: | --: | --: |\n"
        "| q | 2.0 ms | 4.0 ms | 5.0 ms | 10.1 ms | 2.5 |"
    )
