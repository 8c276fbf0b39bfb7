"""The database file: read into memory, and again when it is replaced."""

import sqlite3
import time
from pathlib import Path

import pytest

from db.snapshot import Database, Snapshot
from pipeline.publish import build


def test_a_file_is_checked_once_in_a_while(folder: Path, target: Path) -> None:
    build(folder, target)
    database = Database(target)
    first = database.snapshot()
    target.unlink()
    assert database.snapshot() is first
    time.sleep(0.11)
    assert database.snapshot().problem == "The database does not exist yet. Build it with make build-db."


def test_an_unreadable_file_is_logged_once(
    folder: Path, target: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """And read once in a while, because the reason may pass."""
    target.mkdir(parents=True)
    database = Database(target)
    first = database.check()
    assert database.check() is first
    monkeypatch.setattr("db.snapshot.RETRY_INTERVAL", 0)
    assert database.check() is not first
    assert [record.getMessage() for record in caplog.records] == [
        f"Cannot read the database {target}: OSError: not a regular file"
    ]
    target.rmdir()
    build(folder, target)
    assert database.check().problem == ""
    target.write_bytes(b"no database at all")
    database.check()
    assert len(caplog.records) == 2


def test_connections_end_with_their_snapshot(example_database: Path) -> None:
    """Not when the garbage collector runs: each holds a copy of the file."""
    snapshot = Snapshot(example_database)
    connection = snapshot.connection
    del snapshot
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.execute("select 1")


def test_no_file_stays_open(example_database: Path, tmp_path: Path) -> None:
    """Neither a good one nor one that cannot be served."""
    garbage = tmp_path / "garbage.db"
    garbage.write_bytes(b"no database at all" * 500)
    snapshots = [Snapshot(path) for path in (example_database, garbage)]
    assert [snapshot.problem for snapshot in snapshots] == ["", "The database cannot be read."]
    opened = {link.resolve() for link in Path("/proc/self/fd").iterdir()}
    assert opened.isdisjoint((example_database, garbage))
