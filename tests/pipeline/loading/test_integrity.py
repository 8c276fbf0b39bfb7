"""The last checks of a build."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from pipeline.loading.database import ProfileDatabase
from pipeline.problems import Report
from pipeline.schema.package import read_package
from tests.conftest import SOURCES


def test_a_foreign_key_without_its_row_is_refused(tmp_path: Path) -> None:
    """foreign_key_check finds what was inserted while foreign keys were off."""
    package = read_package(SOURCES, Report())
    assert package is not None
    with ProfileDatabase(tmp_path / "new.db", package.sources) as database:
        database.db.conn.commit()
        database.db.execute("pragma foreign_keys = off")
        database.db.execute("insert into service_tags values (99, 1, 'nerve-ultrasound')")
        with pytest.raises(sqlite3.DatabaseError, match="the new database is damaged"):
            database.finish("", "")
