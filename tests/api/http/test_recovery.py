"""The file that is served may go bad, and its time may go back; the service recovers by itself."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from api.data.snapshot import Database
from api.data.store import Store
from db.layout import SCHEMA_VERSION
from pipeline.loading.publish import build
from tests.conftest import Server
from tests.support.load import SHIPPED
from tests.support.messages import edit
from tests.support.wire import READING, ask, refused, unhealthy, within_2_seconds


def delete(database: Path) -> None:
    database.unlink()


def truncate_by_one_byte(database: Path) -> None:
    os.truncate(database, database.stat().st_size - 1)


def overwrite_with_garbage(database: Path) -> None:
    """In place, with the same number of bytes."""
    database.write_bytes(os.urandom(database.stat().st_size))


def replace_by_older_schema(database: Path) -> None:
    older = database.with_name("older")
    shutil.copy(database, older)
    with closing(sqlite3.connect(older)) as connection:
        connection.execute(f"pragma user_version = {SCHEMA_VERSION - 1}")
    older.replace(database)


FAILURES: dict[Callable[[Path], None], str] = {
    delete: "The database does not exist yet. Build it with make build-db.",
    truncate_by_one_byte: "The database file is truncated.",
    overwrite_with_garbage: "The database cannot be read.",
    replace_by_older_schema: "The database was built by another version. Rebuild it with make build-db.",
}


def answers(server: Server) -> dict[str, tuple[int, dict[str, str], bytes]]:
    found = {path: ask(server, path) for path in READING}
    return {path: (answer.status, answer.headers, answer.body) for path, answer in found.items()}


def put_back(good: Path, database: Path) -> None:
    """Rename a copy of the good file to the name of the bad one, as an operator does."""
    copy = database.with_name("copy")
    shutil.copy(good, copy)
    copy.replace(database)


@pytest.mark.parametrize("fail", FAILURES, ids=lambda fail: fail.__name__)
def test_a_bad_file_is_reported_and_a_good_one_taken_up(
    serve: Callable[..., Server], example_database: Path, tmp_path: Path, fail: Callable[[Path], None], subtests: pytest.Subtests
) -> None:
    """503 with the reason within 2 s, whatever the cache holds; the same answers as before within 2 s of the good file."""
    database = tmp_path / "served.db"
    shutil.copy(example_database, database)
    server = serve(database, command=SHIPPED)
    before = answers(server)
    assert {status for status, _, _ in before.values()} == {200}
    fail(database)
    assert within_2_seconds(lambda: {status for status, _, _ in answers(server).values()} == {503})
    assert unhealthy(ask(server, "/api/status")) == FAILURES[fail]
    for path in READING:
        with subtests.test(path=path):
            answer = ask(server, path, If_None_Match="*")
            description = refused(answer, 503, "service_unavailable", **{"retry-after": "5"})
            assert description == f"{FAILURES[fail]} Try again in a moment."
    put_back(example_database, database)
    assert within_2_seconds(lambda: answers(server) == before)
    assert ask(server, "/api/status").status == 200


def test_a_new_file_with_an_older_time_is_taken_up(folder: Path, tmp_path: Path) -> None:
    """As after the clock was set back, or from an archive; also with the very same time and size."""
    served, new = tmp_path / "served.db", tmp_path / "new.db"
    build(folder, served)
    database = Database(served)
    names = ["Dr. Noa Example", "Dr. Neo Example", "Dr. Mia Example"]
    versions = [Store(database.check()).data_version()]
    for before, after, older in zip(names, names[1:], (365 * 86_400 * 10**9, 0), strict=False):
        edit(folder, "profile.yaml", f"name: {before}", f"name: {after}")
        build(folder, new)
        modified = served.stat().st_mtime_ns - older
        os.utime(new, ns=(modified, modified))
        assert new.stat().st_size == served.stat().st_size
        new.replace(served)
        versions.append(Store(database.check()).data_version())
    assert len(set(versions)) == 3
