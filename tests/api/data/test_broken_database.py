"""A database that lacks what every build writes."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from api.data.snapshot import Snapshot
from api.data.store import Store


def test_a_missing_row_is_an_error() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("create table build (sources_sha256 text)")
        with pytest.raises(sqlite3.DatabaseError, match="a row that every build writes is missing"):
            Store(connection, Snapshot((0, 0, 0, 0, 0))).data_version()
