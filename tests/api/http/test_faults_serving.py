"""What may happen to the file that is served, to the clock and to the log while the service runs; it recovers by itself."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import pytest

from db.layout import SCHEMA_VERSION
from pipeline.loading.publish import build
from tests.conftest import ROOT, Server
from tests.support.cold import free_port
from tests.support.load import SHIPPED, Client, shipped_with
from tests.support.messages import edit
from tests.support.wire import ANSWERING, ask, refused, unhealthy, within_2_seconds

READING = tuple(path for path in ANSWERING if path != "/api/status")
# The user who owns nothing, on every Linux.
NOBODY = 65_534
CANNOT_BE_READ = "The database cannot be read."


def delete(database: Path) -> None:
    database.unlink()


def truncate(database: Path) -> None:
    """As a copy that was broken off leaves it, to whole pages; in place."""
    os.truncate(database, 8 * 4096)


def truncate_by_one_byte(database: Path) -> None:
    os.truncate(database, database.stat().st_size - 1)


def empty(database: Path) -> None:
    os.truncate(database, 0)


def replace_by_garbage(database: Path) -> None:
    garbage = database.with_name("garbage")
    garbage.write_bytes(b"This is no database. " * 8000)
    garbage.replace(database)


def overwrite_with_garbage(database: Path) -> None:
    """In place, the same number of bytes."""
    database.write_bytes(os.urandom(database.stat().st_size))


def replace_by_older_schema(database: Path) -> None:
    older = database.with_name("older")
    shutil.copy(database, older)
    with closing(sqlite3.connect(older)) as connection:
        connection.execute(f"pragma user_version = {SCHEMA_VERSION - 1}")
    older.replace(database)


def replace_by_directory(database: Path) -> None:
    database.unlink()
    database.mkdir()


def make_unreadable(database: Path) -> None:
    database.chmod(0)


FAULTS: dict[Callable[[Path], None], str] = {
    delete: "The database is not there yet: it has to be built first.",
    truncate: CANNOT_BE_READ,
    truncate_by_one_byte: "The database is not whole.",
    empty: "The database was built by another version and has to be built again.",
    replace_by_garbage: CANNOT_BE_READ,
    overwrite_with_garbage: CANNOT_BE_READ,
    replace_by_older_schema: "The database was built by another version and has to be built again.",
    replace_by_directory: CANNOT_BE_READ,
    make_unreadable: CANNOT_BE_READ,
}


@pytest.fixture
def reached(tmp_path: Path) -> Iterator[Path]:
    """A folder that every user may enter, and all those above it too while the test runs."""
    closed = [folder for folder in (tmp_path, *tmp_path.parents) if not folder.stat().st_mode & 0o001]
    for folder in closed:
        folder.chmod(folder.stat().st_mode | 0o011)
    yield tmp_path
    for folder in closed:
        folder.chmod(folder.stat().st_mode & ~0o011)


def as_nobody(command: tuple[str, ...]) -> tuple[str, ...]:
    """The command as a user without rights: root may read everything."""
    if os.geteuid():
        return command
    return ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--inh-caps=-all", "--", *command)


def answers(server: Server) -> dict[str, tuple[int, dict[str, str], bytes]]:
    found = {path: ask(server, path) for path in READING}
    return {path: (answer.status, answer.headers, answer.body) for path, answer in found.items()}


def say_why(server: Server, reason: str) -> None:
    """Hold the status and every other answer to the whole of a 503 that gives the reason."""
    assert unhealthy(ask(server, "/api/status")) == reason
    for path in READING:
        answer = ask(server, path, If_None_Match="*")
        assert refused(answer, 503, "service_unavailable", **{"retry-after": "5"}) == f"{reason} Try again in a moment."


def put_back(good: Path, database: Path) -> None:
    """What an operator does: a copy of the good file under the name of the bad one."""
    copy = database.with_name("copy")
    shutil.copy(good, copy)
    copy.chmod(0o644)
    if database.is_dir():
        database.rmdir()
    copy.replace(database)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_fault_of_the_file_is_said_and_overcome(
    serve: Callable[..., Server], example_database: Path, reached: Path, fault: Callable[[Path], None]
) -> None:
    """503 with the reason within 2 s, however warm the cache was; the same answers as before within 2 s of the good file."""
    database = reached / "served.db"
    shutil.copy(example_database, database)
    environment = {"PYTHONDONTWRITEBYTECODE": "1"} if fault is make_unreadable else {}
    server = serve(database, command=as_nobody(SHIPPED) if fault is make_unreadable else SHIPPED, **environment)
    before = answers(server)
    assert {status for status, _, _ in before.values()} == {200}
    fault(database)
    assert within_2_seconds(lambda: {status for status, _, _ in answers(server).values()} == {503})
    say_why(server, FAULTS[fault])
    if fault is make_unreadable:
        database.chmod(0o644)
    else:
        put_back(example_database, database)
    assert within_2_seconds(lambda: answers(server) == before)
    assert ask(server, "/api/status").status == 200
    assert server.process.poll() is None


def test_every_thread_recovers_under_load(serve: Callable[..., Server], example_database: Path, tmp_path: Path) -> None:
    """Eight clients all the while, ten times away and back: never anything but the whole answer or a 503."""
    database = tmp_path / "served.db"
    shutil.copy(example_database, database)
    server = serve(database, command=SHIPPED, PROFILE_CACHE_MB="0")
    expected = answers(server)
    running = True

    def ask_on(path: str) -> set[str]:
        seen = set()
        with Client(server.port) as client:
            while running:
                answer = client.get(path)
                assert answer.status == 503 or answer.body == expected[path][2]
                seen.add(str(answer.status))
        return seen

    with ThreadPoolExecutor(8) as threads:
        clients = [threads.submit(ask_on, path) for path in ("/api/publications", "/api/export.csv", "/api", "/api/profile") * 2]
        try:
            for _ in range(10):
                database.rename(tmp_path / "away.db")
                time.sleep(0.2)
                (tmp_path / "away.db").rename(database)
                time.sleep(0.2)
        finally:
            running = False
        assert [client.result() for client in clients] == [{"200", "503"}] * 8
    assert answers(server) == expected


def test_a_new_database_with_an_older_time_is_taken_up(serve: Callable[..., Server], folder: Path, tmp_path: Path) -> None:
    """As after the clock was set back, or from an archive; in place of the old one, and with the very same time and size too."""
    database, new = tmp_path / "served.db", tmp_path / "new.db"
    build(folder, database)
    server = serve(database, command=SHIPPED)
    assert server.json("/api/profile")["name"] == "Dr. Noa Example"
    for name, older in (("Dr. Neo Example", 365 * 86_400 * 10**9), ("Dr. Mia Example", 0)):
        edit(folder, "profile.yaml", f"name: {server.json('/api/profile')['name']}", f"name: {name}")
        build(folder, new)
        served = database.stat()
        os.utime(new, ns=(served.st_atime_ns, served.st_mtime_ns - older))
        assert new.stat().st_size == served.st_size
        new.replace(database)
        assert within_2_seconds(lambda wanted=name: server.json("/api/profile")["name"] == wanted)  # type: ignore[misc]


def test_serving_goes_on_when_the_clock_is_set_back(serve: Callable[..., Server], folder: Path, tmp_path: Path) -> None:
    """By a day, under requests: every answer comes, the uptime goes on growing, new data is taken up."""
    changes = """
import signal, time
right = time.time
def set_back(number, frame):
    time.time = lambda: right() - 86_400
signal.signal(signal.SIGUSR1, set_back)
"""
    database = tmp_path / "served.db"
    build(folder, database)
    server = serve(database, command=shipped_with(tmp_path, changes))
    before = server.json("/api/status")
    date = server.get("/api/profile").headers["date"]
    server.process.send_signal(signal.SIGUSR1)
    assert within_2_seconds(lambda: server.get("/api/clinic").headers["date"][:16] != date[:16])
    after = server.json("/api/status")
    assert after["uptime"] > before["uptime"]
    assert {**after, "ts": "", "uptime": 0} == {**before, "ts": "", "uptime": 0}
    assert {server.get(path).status_code for path in ANSWERING} == {200}
    edit(folder, "profile.yaml", "name: Dr. Noa Example", "name: Dr. Neo Example")
    build(folder, database)
    assert within_2_seconds(lambda: server.json("/api/profile")["name"] == "Dr. Neo Example")


@pytest.mark.parametrize("what", ["requests", "faults"])
def test_no_space_for_logs(example_database: Path, tmp_path: Path, what: str) -> None:
    """Every line that is logged fails (ENOSPC); every request is answered all the same."""
    port = free_port()
    database = tmp_path / "served.db"
    shutil.copy(example_database, database)
    # Unbuffered, or Python itself ends with 120: at its end it could not write what its buffer still held.
    environment = {**os.environ, "PROFILE_DB": str(database), "PROFILE_ACCESS_LOG": "1", "PYTHONUNBUFFERED": "1"}
    command = [part.format(port=port) for part in SHIPPED]
    with Path("/dev/full").open("wb") as full:
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=full, env=environment)
    try:
        with connected(port, process) as client:
            if what == "faults":
                replace_by_garbage(database)
                assert within_2_seconds(lambda: client.get("/api/profile").status == 503)
                put_back(example_database, database)
                assert within_2_seconds(lambda: client.get("/api/profile").status == 200)
            for _ in range(50):
                assert {client.get(path).status for path in ANSWERING} == {200}
            assert client.get("/api/nothing").status == 404
    finally:
        process.terminate()
    assert process.wait(timeout=20) == 0


def connected(port: int, process: subprocess.Popen[bytes]) -> Client:
    """A connection to a server that is about to start."""
    end = time.monotonic() + 20
    while time.monotonic() < end and process.poll() is None:
        with suppress(ConnectionRefusedError):
            return Client(port)
        time.sleep(0.02)
    pytest.fail("the server did not start")
