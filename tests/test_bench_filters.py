"""What ``make bench-filters`` asks: every filter and every pair, questions that the service answers, and a table of it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from http.client import HTTPConnection
from itertools import combinations
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from api.parameters import FILTERS, SORT
from bench.filters import LIST, WARMING, Measured, ask, measured, questions, rows, table, values
from bench.servers import Server
from tests import conftest


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


def test_no_question_contradicts_itself(example_database: Path) -> None:
    """Those that the service refuses are never asked, and others take their place."""
    with closing(sqlite3.connect(example_database)) as connection:
        asked = questions(("year_from", "year_to"), values(connection), 30)
    spans = [{name: int(years[0]) for name, years in parse_qs(urlsplit(address).query).items()} for address in asked]
    assert len(spans) == 30
    assert [span for span in spans if span["year_from"] > span["year_to"]] == []


def test_each_question_is_new_when_it_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """With as many as wanted the rest is asked before; with fewer, they are asked in turn after the plain list."""
    asked: list[str] = []

    def noted(connection: HTTPConnection, address: str) -> float:
        asked.append(address)
        return 0.0

    monkeypatch.setattr("bench.filters.answered", noted)
    server = Server("none", 0, 0)
    ask(server, ["/1", "/2", "/3", "/4"], 3)
    assert asked == ["/4", "/1", "/2", "/3"]
    asked.clear()
    ask(server, ["/1", "/2"], 5)
    assert asked == [*[LIST] * WARMING, "/1", "/2", "/1", "/2", "/1"]


def test_a_refusal_ends_it(server: conftest.Server) -> None:
    with pytest.raises(SystemExit, match=r"^/api/publications\?year=x was answered with 400\.$"):
        ask(Server("the example's", server.process.pid, server.port), [f"{LIST}?year=x"], 1)


def test_every_question_is_answered(example_database: Path) -> None:
    found = dict(measured(example_database, 3))
    first = ["an answer that was kept", "one publication by its DOI"]
    assert list(found) == [*first, *(", ".join(names) or "no filter" for names in rows())]
    assert [name for name, figures in found.items() if not 0 < figures.median <= figures.p99] == []


def test_the_table() -> None:
    sides = [{"q": Measured(2.0, 4.04)}, {"q": Measured(5.0, 10.06)}]
    assert table(sides, [1000, 1_000_000]) == (
        "| asked for | p50 at 1,000 | p99 at 1,000 | p50 at 1,000,000 | p99 at 1,000,000 | ratio of p50 |\n"
        "| --- | --: | --: | --: | --: | --: |\n"
        "| q | 2.0 ms | 4.0 ms | 5.0 ms | 10.1 ms | 2.5 |"
    )
