"""Whether the data has any Hebrew."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from api.data.snapshot import Snapshot
from api.data.store import Store
from tests.support.own import build_own, remove_hebrew


def test_one_hebrew_text_anywhere_is_enough(tmp_path: Path, subtests: pytest.Subtests) -> None:
    """Also inside a list; a name of the owner's choice is none."""
    target = build_own(tmp_path, remove_hebrew)
    assert not Store(Snapshot(target)).has_hebrew
    for table, path in (
        ("profile", "$.nameHebrew"),
        ("cv_entries", "$.titleHebrew"),
        ("clinic", "$.hours.closures[1].reasonHebrew"),
        ("services", "$.nameHebrew"),
        ("research", "$.areas[2].keywordsHebrew"),
        ("profile", "$.links.Hebrew"),
    ):
        with subtests.test(table=table, path=path), closing(sqlite3.connect(target)) as connection:
            before = connection.execute(f"select json from {table} where id = 1").fetchone()  # noqa: S608
            update = f"update {table} set json = coalesce(?, json_set(json, ?, 'עברית')) where id = 1"  # noqa: S608
            connection.execute(update, (None, path))
            connection.commit()
            assert Store(Snapshot(target)).has_hebrew == (path != "$.links.Hebrew"), path
            connection.execute(update, (*before, path))
            connection.commit()
