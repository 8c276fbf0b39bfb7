"""The comparison of sources and database: matching of rows, moves, changed fields, unusable files."""

from __future__ import annotations

import json
import os
import random
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from db.layout import APPLICATION_ID, SCHEMA_VERSION
from pipeline.difference import (
    KEYS,
    Change,
    FieldChange,
    UnusableDatabaseError,
    difference,
    field_changes,
    in_api_order,
    longest_increasing,
    matched,
    row_changes,
)
from pipeline.loading.publish import build
from tests.support.messages import HEADER, append, edit, publication, write

AWARD = """\
        - name: award
          type: string
          title: Award
          description: Award for the paper.
          example: Best paper
        - name: url
"""


def paper(title: str, year: int = 2020, **fields: str) -> dict[str, Any]:
    return {"title": title, "year": year, **fields}


def changes(old: list[Any], new: list[Any], resource: str = "publications") -> list[tuple[str, str | None]]:
    rows = [in_api_order(resource, side) for side in (old, new)]
    return [(change.change, change.name(str)) for change in row_changes(resource, *rows)]


def pairs(old: list[Any], new: list[Any]) -> dict[int, int]:
    return matched(old, new, KEYS["publications"])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (paper("One", doi="10.5555/ab"), paper("Two", 2019, doi="10.5555/AB")),
        (paper("One", pubmed="https://a.example.org/1", doi="10.5555/a"), paper("Two", pubmed="https://a.example.org/1")),
        (paper("Über-Titel", doi="10.5555/a"), paper("uber titel.", doi="10.5555/b")),
        (paper("A; b"), paper("A b", 2019)),
        (paper("!"), paper("!", issue="1")),
    ],
    ids=["DOI", "PubMed", "title and year", "title", "title without letters"],
)
def test_what_identifies_a_publication(old: dict[str, Any], new: dict[str, Any]) -> None:
    other = paper("Other", doi="10.5555/other")
    assert pairs([old, other], [other, new]) == {0: 1, 1: 0}


def test_the_most_reliable_key_decides() -> None:
    """A row is matched by its DOI although another has its title; two titles without letters are different."""
    old = [paper("One", doi="10.5555/a"), paper("?")]
    assert pairs(old, [paper("One", doi="10.5555/b"), paper("Two", doi="10.5555/a"), paper("!")]) == {1: 0}


def test_a_repeated_title_is_matched_by_its_year() -> None:
    editorials = [paper("Editorial", year) for year in (2021, 2020, 2019)]
    assert pairs(editorials, editorials[1:]) == {0: 1, 1: 2}


def test_services_with_the_same_name_are_matched_in_order() -> None:
    old = [{"name": "Knee", "category": category} for category in ("injection", "procedure")]
    assert matched(old, [*old, {"name": "Knee"}], KEYS["services"]) == {0: 0, 1: 1}


def test_removed_rows_come_first_then_the_new_order() -> None:
    services = [{"name": name} for name in "abcd"]
    assert changes(services, [{"name": "x"}, *services[1:]], "services") == [("removed", "a"), ("added", "x")]


def test_only_rows_that_must_move_have_moved() -> None:
    """Not those that they pass."""
    services = [{"name": name} for name in "abcde"]
    assert changes(services, [services[0], services[4], *services[1:4]], "services") == [("moved", "e")]


def test_the_api_orders_publications_by_year() -> None:
    """So rows of different years may have any order, and a new year moves no other row."""
    papers = [paper("One", 2021), paper("Two", 2020), paper("Three", 2019)]
    assert changes(papers, papers[::-1]) == []
    assert changes([], papers[1:] + papers[:1])[0] == ("added", "One (2021)")
    assert changes(papers, [*papers[:2], paper("Three", 2022)]) == [("changed", "Three (2022)")]


def test_fields_have_paths_and_both_values() -> None:
    """In the order of the new row; absent values come last; an added item does not change those after it."""
    old = {"a": {"b": 1, "c": 2}, "list": ["x", "y"], "gone": {"d": 3}}
    new = {"a": {"b": 1, "c": 4}, "list": ["w", "x", "y"], "come": {"e": "f"}}
    assert list(field_changes(old, new)) == [
        FieldChange("a.c", 2, 4),
        FieldChange("list[1]", None, "w"),
        FieldChange("come.e", None, "f"),
        FieldChange("gone.d", 3, None),
    ]


def test_values_are_compared_as_json() -> None:
    """In Python, 1, 1.0 and True are equal; the order of keys does not count."""
    old = {"a": 1, "b": 1, "c": [True], "d": {"x": 1, "y": 2}, "e": {}, "f": ["x"]}
    new = {"a": True, "b": 1.0, "c": [1], "d": {"y": 2, "x": 1}, "f": "x", "g": []}
    assert list(field_changes(old, new)) == [
        FieldChange("a", 1, True),
        FieldChange("b", 1, 1.0),
        FieldChange("c[1]", True, 1),
        FieldChange("f", ["x"], "x"),
        FieldChange("g", None, []),
        FieldChange("e", {}, None),
    ]


def test_only_published_values_are_compared(folder: Path, target: Path) -> None:
    """Comments, quotation marks and the order of columns are not published; a new field is."""
    assert build(folder, target).outcome == "built"
    append(folder, "clinic.yaml", "# A note.\n")
    edit(folder, "profile.yaml", "credentials: MD, PhD", 'credentials: "MD, PhD"')
    lines = [line.split(",") for line in (folder / "services.csv").read_text(encoding="utf-8").splitlines()]
    write(folder, "services.csv", "".join(",".join(reversed(cells)) + "\n" for cells in lines))
    edit(folder, "datapackage.yaml", "        - name: url\n", AWARD)
    found = difference(folder, target)
    assert (found.ok, found.state, found.changes) == (True, "present", ())
    header, first, *others = (folder / "publications.csv").read_text(encoding="utf-8").splitlines()
    rows = [f"{header},award", f"{first},Best paper", *(f"{row}," for row in others)]
    write(folder, "publications.csv", "\n".join(rows) + "\n")
    [change] = difference(folder, target).changes
    assert change.fields == (FieldChange("award", None, "Best paper"),)


def cut(target: Path) -> None:
    os.truncate(target, target.stat().st_size - 4096)


def overwrite(target: Path) -> None:
    """Keep the first page, which says what kind of file it is."""
    whole = target.read_bytes()
    target.write_bytes(whole[:16384] + b"\xff" * (len(whole) - 16384))


def break_an_object(target: Path) -> None:
    with closing(sqlite3.connect(target)) as connection:
        connection.execute("pragma ignore_check_constraints = on")
        connection.execute("update clinic set json = '{'")
        connection.commit()


@pytest.mark.parametrize("damage", [cut, overwrite, break_an_object])
def test_a_damaged_database(folder: Path, target: Path, damage: Callable[[Path], None]) -> None:
    assert build(folder, target).outcome == "built"
    damage(target)
    with pytest.raises(UnusableDatabaseError, match=r"profile\.db cannot be read \(.+\)\. Rebuild it with make build-db\."):
        difference(folder, target)


def write_sqlite(path: Path, script: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)


OTHER_VERSION = f"pragma application_id = {APPLICATION_ID}; pragma user_version = {SCHEMA_VERSION + 1}; create table site (id);"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: path.write_bytes(b"text"), r"cannot be read \(file is not a database\)"),
        (lambda path: path.touch(), "is not a database of this service"),
        (lambda path: write_sqlite(path, "create table publications (id, json)"), "is not a database of this service"),
        (lambda path: write_sqlite(path, OTHER_VERSION), r"cannot be read \(no such column: json\)"),
        (Path.mkdir, "is not a file. Name the database with --database or PROFILE_DB"),
        (os.mkfifo, "is not a file. Name the database with --database or PROFILE_DB"),
    ],
    ids=["text", "empty file", "other SQLite file", "other version", "folder", "pipe"],
)
def test_a_file_that_cannot_be_compared(folder: Path, tmp_path: Path, make: Callable[[Path], Any], message: str) -> None:
    path = tmp_path / "profile.db"
    make(path)
    with pytest.raises(UnusableDatabaseError, match=message):
        difference(folder, path)


def test_a_path_that_cannot_be_reached(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(UnusableDatabaseError, match=r"cannot be read \(File name too long\)"):
        difference(folder, tmp_path / ("x" * 300))


@given(st.permutations(range(8)), st.integers(0, 8))
@settings(max_examples=50, deadline=None)
def test_as_many_rows_as_possible_stay(order: list[int], length: int) -> None:
    """Compared with the length of the longest increasing subsequence, found by trying all."""
    positions = order[:length]
    stay = longest_increasing(positions)
    assert [position for position in positions if position in stay] == sorted(stay)
    longest: list[int] = []
    for end, position in enumerate(positions):
        longest.append(1 + max((longest[before] for before in range(end) if positions[before] < position), default=0))
    assert len(stay) == max(longest, default=0)


ROW = st.fixed_dictionaries(
    {
        "title": st.sampled_from(["Nerve", "Tendon", "NERVE!", "Muscle", "?", "?!"]),
        "year": st.sampled_from(["2019", "2020", "2021"]),
        "doi": st.sampled_from(["", "10.5555/a", "10.5555/A", "10.5555/b", "10.5555/c"]),
        "pubmed": st.sampled_from(["", "https://pubmed.example.org/1", "https://pubmed.example.org/2"]),
        "issue": st.sampled_from(["", "1"]),
    }
)
ROWS = st.lists(ROW, max_size=6, unique_by=lambda row: row["doi"].lower() or object())


def objects(target: Path) -> dict[str, list[Any]]:
    """Return what the API would serve, read in plain SQL."""
    with closing(sqlite3.connect(target)) as connection:
        orders = {"services": "id", "publications": "year desc, id"}
        return {
            table: [json.loads(text) for (text,) in connection.execute(f"select json from {table} order by {order}")]  # noqa: S608
            for table, order in orders.items()
        }


def undone(change: Change) -> dict[str, Any]:
    """Return a changed row as it was before, in another order of fields."""
    row = change.row | {field.field: field.old for field in change.fields}
    return {name: value for name, value in row.items() if value is not None}


def counted(rows: list[dict[str, Any]]) -> Counter[str]:
    return Counter(json.dumps(row, sort_keys=True) for row in rows)


@pytest.mark.slow
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ROWS, ROWS, st.randoms(use_true_random=False))
def test_the_difference_leads_from_the_old_data_to_the_new(
    sources: Path, target: Path, old: list[Any], new: list[Any], chance: random.Random
) -> None:
    """And after the build none is left."""
    services = [f"{name},{category},\n" for name in "abcd" for category in ("injection", "procedure")]
    served = []
    for papers in (old, new):
        write(sources, "publications.csv", f"{HEADER}\n" + "".join(publication(**row) for row in papers))
        write(sources, "services.csv", "name,category,tags\n" + "".join(chance.sample(services, 4)))
        found = difference(sources, target)
        assert build(sources, target).outcome in ("built", "unchanged")
        served.append(objects(target))
    for resource, before in served[0].items():
        after = served[1][resource]
        of_kind = {
            kind: [change for change in found.changes if (change.resource, change.change) == (resource, kind)]
            for kind in found.counts
        }
        kept = counted(after) - counted([change.row for kind in ("added", "changed") for change in of_kind[kind]])
        gone = [change.row for change in of_kind["removed"]] + [undone(change) for change in of_kind["changed"]]
        assert kept + counted(gone) == counted(before)
        assert counted([change.row for change in of_kind["moved"]]) <= kept
        assert any(of_kind.values()) == (before != after)
    assert difference(sources, target).changes == ()
