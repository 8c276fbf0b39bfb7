"""A field of each type that a CSV file can have, added by an owner: from the cell to the API and its description."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pipeline.loading.publish import build, check
from tests.conftest import Server

FIELDS = """
        - {name: citations, type: integer, title: Citations, description: How often it is cited., example: 7,
           constraints: {minimum: 0, maximum: 100000, unique: true}}
        - {name: impact, type: number, title: Impact, description: Impact factor., example: 3.5}
        - {name: openAccess, type: boolean, title: Open access, description: Whether all may read it., example: true}
        - {name: received, type: date, title: Received, description: Day of submission.}
        - {name: keywords, type: list, delimiter: ;, title: Keywords, description: Keywords., example: nerve;wrist}
        - {name: shelf, type: string, title: Shelf, description: Where it stands., example: AB-1,
           constraints: {pattern: '[A-Z]+-[0-9]', minLength: 4, maxLength: 6}}
"""
CONTRACT = ("title", "authors", "journal", "year", "volume", "issue", "pages", "doi", "pubmed", "url")
HEADER = "title,authors,journal,year,citations,impact,openAccess,received,keywords,shelf"
ROWS = [
    "First,Example N,J,2021,7,3.5,true,2021-01-31,nerve; wrist,AB-1",
    "Second,Example N,J,2020,0,4,false,,,",
]


@pytest.fixture
def folder(sources: Path) -> Path:
    """The example's sources with the further fields, and two publications that have them."""
    descriptor = sources / "datapackage.yaml"
    text = descriptor.read_text(encoding="utf-8")
    before, after = text.split("  - name: services\n")
    descriptor.write_text(f"{before.rstrip()}{FIELDS}\n  - name: services\n{after}", encoding="utf-8")
    (sources / "publications.csv").write_text("\n".join([HEADER, *ROWS, ""]), encoding="utf-8")
    return sources


def messages(folder: Path) -> list[str]:
    """The errors of a check; the missing DOIs are warnings."""
    problems = check(folder).report
    return [str(problem).removeprefix(f"{folder}/") for problem in problems if problem.severity == "error"]


def test_every_type_reaches_database_and_api(folder: Path, tmp_path: Path, serve: Callable[..., Server]) -> None:
    target = tmp_path / "profile.db"
    assert build(folder, target).outcome == "built"
    with closing(sqlite3.connect(target)) as connection:
        rows = connection.execute(
            "select citations, typeof(impact), impact, openAccess, received, shelf from publications order by id"
        )
        assert rows.fetchall() == [
            (7, "real", 3.5, 1, "2021-01-31", "AB-1"),
            (0, "real", 4.0, 0, None, None),
        ]
        assert connection.execute("select * from publication_keywords").fetchall() == [(1, 1, "nerve"), (1, 2, "wrist")]
    running = serve(target)
    first: dict[str, Any] = {"title": "First", "authors": "Example N", "journal": "J", "year": 2021, "citations": 7}
    first |= {"impact": 3.5, "openAccess": True, "received": "2021-01-31", "keywords": ["nerve", "wrist"], "shelf": "AB-1"}
    second = {"title": "Second", "authors": "Example N", "journal": "J", "year": 2020, "citations": 0}
    second |= {"impact": 4, "openAccess": False}
    assert running.json("/api/publications") == {"count": 2, "publications": [first, second]}
    described = running.json("/api/openapi.json")["components"]["schemas"]["Publication"]["properties"]
    added = [name for name in described if name not in CONTRACT]
    shapes = {
        name: {key: described[name][key] for key in described[name] if key not in ("title", "description")} for name in added
    }
    assert shapes == {
        "citations": {"type": "integer", "minimum": 0, "maximum": 100000, "examples": [7]},
        "impact": {"type": "number", "examples": [3.5]},
        "openAccess": {"type": "boolean", "examples": [True]},
        "received": {"type": "string", "format": "date"},
        "keywords": {"type": "array", "uniqueItems": True, "items": {"type": "string"}, "examples": [["nerve", "wrist"]]},
        "shelf": {"type": "string", "pattern": "^(?:[A-Z]+-[0-9])$", "minLength": 4, "maxLength": 6, "examples": ["AB-1"]},
    }


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("citations", "-1", '"-1" is less than 0. An example: 7.'),
        ("citations", "100001", '"100001" is more than 100000. An example: 7.'),
        ("citations", "1_0", '"1_0" is not a whole number. An example: 7.'),
        ("impact", "3,5", '"3,5" is not a number. An example: 3.5.'),
        ("impact", "NaN", '"NaN" is not a number. An example: 3.5.'),
        ("openAccess", "perhaps", '"perhaps" is not true or false. An example: true.'),
        ("received", "31.1.2021", '"31.1.2021" is not a date.'),
        ("shelf", "ab-1", '"ab-1" does not have the right form. An example: AB-1.'),
        ("shelf", "A-1", '"A-1" is shorter than 4 characters. An example: AB-1.'),
        ("shelf", "ABCDE-1", '"ABCDE-1" is longer than 6 characters. An example: AB-1.'),
        ("keywords", "a;b;a", 'An entry stands twice in "a, b, a". Keep one.'),
    ],
)
def test_every_constraint_has_its_sentence(folder: Path, column: str, value: str, message: str) -> None:
    cells = ROWS[0].split(",")
    cells[HEADER.split(",").index(column)] = f'"{value}"'
    (folder / "publications.csv").write_text("\n".join([HEADER, ",".join(cells), ""]), encoding="utf-8")
    assert messages(folder) == [f"publications.csv, row 2, {column}: {message}"]


def test_a_value_that_must_be_unique(folder: Path) -> None:
    """Frictionless finds it; it is not an error of the cell alone."""
    (folder / "publications.csv").write_text("\n".join([HEADER, ROWS[0], ROWS[1].replace(",0,", ",7,"), ""]), encoding="utf-8")
    assert messages(folder) == ['publications.csv, row 3, citations: "7" stands in another row already.']


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "name: citations, type: integer",
            "name: citations, type: array",
            "publications, citations: a cell of a CSV file cannot be of the type array. Use list.",
        ),
        ("minimum: 0,", "minimum: 0.5,", "publications, citations: the limits of a whole number must be whole numbers."),
        ("minimum: 0,", "enum: ['1'],", "publications, citations: only a text can have a closed list (enum)."),
        ("name: shelf", "name: JSON", 'publications cannot have a further field "JSON": the name is taken.'),
    ],
)
def test_what_cannot_be_carried_is_refused(folder: Path, old: str, new: str, message: str) -> None:
    descriptor = folder / "datapackage.yaml"
    descriptor.write_text(descriptor.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    assert messages(folder)[0] == f"datapackage.yaml: {message}"
