"""The corners of a representation and of the database's checks that no request and no source file can reach."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from api.data.snapshot import Version
from api.data.store import Store
from api.http.representation import Representation, accepts_gzip, finished, is_not_modified
from pipeline.loading.database import ProfileDatabase
from pipeline.problems import Report
from pipeline.schema.package import read_package
from tests.conftest import SOURCES


def test_what_compression_would_lengthen_is_sent_as_it_is() -> None:
    noise = Representation(os.urandom(4096))
    assert finished(noise, gzip_accepted=True) == finished(noise, gzip_accepted=False)


@pytest.mark.parametrize(
    ("header", "accepted"),
    [
        ("", False),
        ("gzip", True),
        ("GZIP", True),
        ("deflate, gzip;q=0.5", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
        ("gzip;q=0, *", False),
        ("*", True),
        ("*;q=0", False),
        ("identity", False),
        ("x-gzip", True),
        ("gzip;q=nonsense", False),
        ("gzip;q=1.5", False),
        ("br;q=1.0, gzip;q=0.8, *;q=0.1", True),
    ],
)
def test_accept_encoding(header: str, accepted: bool) -> None:
    """RFC 9110, section 12.5.3."""
    assert accepts_gzip(header) is accepted


@pytest.mark.parametrize(
    ("header", "held"),
    [
        (None, False),
        ("", False),
        ("*", True),
        (' "a" ', True),
        ('W/"a"', True),
        ('"b", W/"a"', True),
        ('"b","c"', False),
        ("a", False),
        ('"a-gzip"', False),
        ('"x\\", "a"', True),
    ],
)
def test_if_none_match(header: str | None, held: bool) -> None:
    """RFC 9110, section 13.1.2: a list, compared weakly."""
    assert is_not_modified('"a"', header) is held


def test_a_database_without_its_rows_is_an_error() -> None:
    with sqlite3.connect(":memory:") as connection:
        connection.execute("create table build (sources_sha256 text)")
        with pytest.raises(sqlite3.DatabaseError, match="a row that every build writes is missing"):
            Store(connection, Version((0, 0, 0, 0, 0), 0)).data_version()
    connection.close()


def test_a_build_with_a_key_that_points_nowhere_is_refused(tmp_path: Path) -> None:
    """The last check of a build, foreign_key_check, finds what the insertion was kept from finding."""
    package = read_package(SOURCES, Report())
    assert package is not None
    with ProfileDatabase(tmp_path / "new.db", package.sources) as database:
        database.db.conn.commit()
        database.db.execute("pragma foreign_keys = off")
        database.db.execute("insert into service_tags values (99, 1, 'nerve-ultrasound')")
        with pytest.raises(sqlite3.DatabaseError, match="the new database is not sound"):
            database.finish("", "")
