"""Properties: the diff and the build agree, whatever is written."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.commands.diff import KINDS, Change, difference, longest_rising
from pipeline.loading.publish import build
from tests.conftest import SOURCES
from tests.pipeline.commands.test_diff import publications_from
from tests.support.messages import write


@given(st.permutations(range(9)), st.integers(0, 9))
def test_the_rows_that_stay_are_as_many_as_can_be(order: list[int], length: int) -> None:
    """Held against all choices of rows."""
    places = order[:length]
    stay = longest_rising(places)
    kept = [place for place in places if place in stay]
    assert kept == sorted(stay)
    rising: list[int] = []
    for end, place in enumerate(places):
        rising.append(1 + max((rising[before] for before in range(end) if places[before] < place), default=0))
    assert len(stay) == max(rising, default=0)


TITLES = ["Nerve", "Tendon", "NERVE!", "Muscle", "?", "?!"]
ROW = st.fixed_dictionaries(
    {
        "title": st.sampled_from(TITLES),
        "year": st.sampled_from(["2019", "2020", "2021"]),
        "doi": st.sampled_from(["", "10.5555/a", "10.5555/A", "10.5555/b", "10.5555/c"]),
        "pubmed": st.sampled_from(["", "https://pubmed.example.org/1", "https://pubmed.example.org/2"]),
        "issue": st.sampled_from(["", "1"]),
    }
)
ROWS = st.lists(ROW, max_size=6, unique_by=lambda row: row["doi"].lower() or object())


def objects(target: Path) -> dict[str, list[Any]]:
    """What the API would serve, read in plain SQL."""
    with closing(sqlite3.connect(target)) as connection:
        tables = {"services": "id", "publications": "year desc, id"}
        return {
            table: [json.loads(text) for (text,) in connection.execute(f"select json from {table} order by {order}")]  # noqa: S608
            for table, order in tables.items()
        }


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """What all examples of a property share: a folder of sources, and a place for the database."""
    folder = tmp_path_factory.mktemp("workshop")
    shutil.copytree(SOURCES, folder / "sources")
    return folder / "sources", folder / "profile.db"


def undone(change: Change) -> dict[str, Any]:
    """The row as it was before it changed; its order of fields is another."""
    row = change.row | {field.field: field.old for field in change.fields}
    return {name: value for name, value in row.items() if value is not None}


def counted(rows: list[dict[str, Any]]) -> Counter[str]:
    """Rows to compare, whatever their order and that of their fields."""
    return Counter(json.dumps(row, sort_keys=True) for row in rows)


@settings(max_examples=40, deadline=None)
@given(ROWS, ROWS, st.randoms(use_true_random=False))
def test_diff_and_build_agree(workshop: tuple[Path, Path], old: list[Any], new: list[Any], chance: random.Random) -> None:
    """The changes lead from what was served to what is served; after the build none are left."""
    folder, target = workshop
    services = [f"{name},{category},\n" for name in "abcd" for category in ("injection", "procedure")]
    served = []
    for papers in (old, new):
        publications_from(folder, *papers)
        write(folder, "services.csv", "name,category,tags\n" + "".join(chance.sample(services, 4)))
        found = difference(folder, target)
        assert build(folder, target).outcome in ("built", "unchanged")
        served.append(objects(target))
    for resource, (before, after) in {name: (served[0][name], served[1][name]) for name in served[0]}.items():
        rows = {kind: [one for one in found.changes if (one.resource, one.change) == (resource, kind)] for kind in KINDS}
        kept = counted(after) - counted([one.row for kind in ("added", "changed") for one in rows[kind]])
        gone = [one.row for one in rows["removed"]] + [undone(one) for one in rows["changed"]]
        assert kept + counted(gone) == counted(before)
        assert counted([one.row for one in rows["moved"]]) <= kept
        assert any(rows.values()) == (before != after)
    assert difference(folder, target).changes == ()
