"""The database file: opened read-only, one connection per thread, and taken up when it is replaced."""

from __future__ import annotations

import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from api.data.connection import open_database
from api.data.database import Database
from api.data.snapshot import Snapshot
from api.errors import QueryTimeoutError, UnavailableError
from pipeline.loading.publish import build
from tests.support.messages import edit


def test_a_replaced_file_is_taken_up(folder: Path, target: Path) -> None:
    """With a new snapshot, in which nothing of the old one is kept."""
    build(folder, target)
    database = Database(target)
    old = database.store()
    assert database.store().snapshot is old.snapshot
    old.snapshot.keep("derived", lambda: "old")
    edit(folder, "profile.yaml", "name: Dr. Noa Example", "name: Dr. Neo Example")
    build(folder, target)
    database.check()
    new = database.store()
    assert '"name": "Dr. Neo Example"' in new.document("profile")
    assert new.snapshot.keep("derived", lambda: "new") == "new"
    database.close()


def test_a_missing_file(folder: Path, target: Path) -> None:
    """It may appear and disappear."""
    database = Database(target)
    with pytest.raises(UnavailableError, match="does not exist yet"):
        database.store()
    build(folder, target)
    database.check()
    assert database.probe()["ok"] is True
    target.unlink()
    database.check()
    assert database.probe() == {"ok": False, "reason": "The database does not exist yet. Build it with make build-db."}


def test_a_file_that_one_thread_misses_is_gone_for_all(folder: Path, target: Path) -> None:
    """Otherwise answers from the connection of one thread and errors of another would take turns until the next check."""
    build(folder, target)
    database = Database(target)
    database.store()
    target.unlink()
    database.checked = float("inf")
    with ThreadPoolExecutor(1) as other:
        assert isinstance(other.submit(database.store).exception(), UnavailableError)
    with pytest.raises(UnavailableError, match="does not exist yet"):
        database.store()


def test_threads_that_opened_different_files_share_no_snapshot(folder: Path, target: Path) -> None:
    """The file was replaced, and the service hasn't noticed: a thread that opens it now reads other data than the first one."""
    build(folder, target)
    database = Database(target)
    first = database.store()
    edit(folder, "profile.yaml", "name: Dr. Noa Example", "name: Dr. Neo Example")
    build(folder, target)
    database.checked = float("inf")
    with ThreadPoolExecutor(1) as other:
        second = other.submit(database.store).result()
    assert second.snapshot is not first.snapshot
    assert database.store().snapshot is second.snapshot
    assert '"name": "Dr. Neo Example"' in database.store().document("profile")
    database.close()


def test_each_thread_has_a_connection_and_closes_it(example_database: Path) -> None:
    """Python warns about a connection that is not closed, and warnings are errors here."""
    database = Database(example_database)
    connections = [database.store().connection]
    identities = []

    def other() -> None:
        connection = database.store().connection
        identities.append(id(connection))
        assert connection is not connections[0]
        assert connection is database.store().connection

    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    assert len(identities) == 1
    database.close()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connections[0].execute("select 1")


def test_a_query_has_a_time_limit(example_database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is counted anew for each query, and ends also what is made from the rows."""
    monkeypatch.setattr("api.data.store.QUERY_TIME", 0.01)
    database = Database(example_database)
    store = database.store()
    with pytest.raises(sqlite3.OperationalError, match="interrupted"):
        store.one("with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n")
    assert store.one("select 1") == (1,)
    formatted = store.in_time(range(10**9))
    assert next(formatted) == 0
    with pytest.raises(QueryTimeoutError):
        list(formatted)
    database.close()


def test_a_download_has_a_longer_one(example_database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.data.store.QUERY_TIME", 0.0)
    database = Database(example_database)
    assert len(list(database.store().all_publications())) == 13
    monkeypatch.setattr("api.data.store.DOWNLOAD_TIME", 0.0)
    with pytest.raises(QueryTimeoutError):
        list(database.store().all_publications())
    database.close()


def test_the_file_is_opened_read_only(example_database: Path) -> None:
    connection = open_database(example_database)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        connection.execute("delete from publications")
    connection.close()


def test_a_snapshot_makes_what_it_keeps_once() -> None:
    """Other threads wait for the first. After a failure, the next thread tries again."""
    snapshot, calls = Snapshot((0, 0, 0, 0, 0)), list[str]()

    def make() -> str:
        calls.append("made")
        time.sleep(0.02)
        return "kept"

    threads = [threading.Thread(target=snapshot.keep, args=("key", make)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (calls, snapshot.keep("key", make)) == (["made"], "kept")
    with pytest.raises(ZeroDivisionError):
        snapshot.keep("other", lambda: 1 // 0)
    assert snapshot.keep("other", lambda: 1) == 1
