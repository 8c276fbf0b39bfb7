"""The file that is served may go bad or change as fast as it can be renamed, the clock may be set back, the log may be full."""

import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bench.programs import free_port
from bench.synthetic import write_sources
from db.file_format import SCHEMA_VERSION
from db.snapshot import CHECK_SECONDS, RETRY_SECONDS, Database
from pipeline.build import build
from tests.conftest import ROOT, Server, start
from tests.support.load import SHIPPED, Client
from tests.support.messages import edit
from tests.support.site import serving
from tests.support.waiting import is_answering, until
from tests.support.wire import READING, Answer, ask, refused, unhealthy

CANNOT_BE_READ = "The database cannot be read: {}."


def overwrite_with_garbage(database: Path) -> None:
    database.write_bytes(os.urandom(database.stat().st_size))


def change_to_older_schema(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(f"pragma user_version = {SCHEMA_VERSION - 1}")


def replace_by_directory(database: Path) -> None:
    database.unlink()
    database.mkdir()


def obeying_file_modes(command: tuple[str, ...]) -> tuple[str, ...]:
    """The command without root's right to read every file."""
    if os.geteuid():
        return command
    return ("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all", "--", *command)


def answers(server: Server) -> dict[str, tuple[int, dict[str, str], bytes]]:
    found = {path: ask(server, path) for path in READING}
    return {path: (answer.status, answer.headers, answer.body) for path, answer in found.items()}


def put_back(good: Path, database: Path) -> None:
    """Rename a copy of the good file to the name of the bad one, as an operator does."""
    copy = database.with_name("copy")
    shutil.copy(good, copy)
    if database.is_dir():
        database.rmdir()
    copy.replace(database)


@pytest.fixture(scope="module")
def served(example_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("served")
    shutil.copy(example_database, folder / "served.db")
    with start(folder / "served.db", folder / "log", obeying_file_modes(SHIPPED)) as running:
        yield running


@pytest.fixture(scope="module")
def good(served: Server) -> dict[str, tuple[int, dict[str, str], bytes]]:
    return answers(served)


@pytest.mark.parametrize(
    ("fail", "reason"),
    [
        (Path.unlink, "The database does not exist yet. Build it with make build-db or public-profile build."),
        (lambda database: os.truncate(database, database.stat().st_size - 1), "The database file is truncated."),
        (lambda database: os.truncate(database, 20_000), CANNOT_BE_READ.format("database disk image is malformed")),
        (lambda database: os.truncate(database, 0), CANNOT_BE_READ.format("the file is empty")),
        (overwrite_with_garbage, CANNOT_BE_READ.format("file is not a database")),
        (
            change_to_older_schema,
            "The database is from another version of the software. Restart the service. If that does not help, rebuild the "
            "database with make build-db or public-profile build.",
        ),
        (replace_by_directory, CANNOT_BE_READ.format("not a regular file")),
        (lambda database: database.chmod(0), CANNOT_BE_READ.format("Permission denied")),
    ],
    ids=["deleted", "a byte less", "a few pages", "empty", "garbage", "older schema", "directory", "not readable"],
)
def test_a_bad_file_is_reported_and_a_good_one_taken_up(
    served: Server, good: dict[str, Any], example_database: Path, fail: Callable[[Path], None], reason: str
) -> None:
    """503 with the reason, whatever the cache holds; the same answers as before with the good file."""
    assert {status for status, _, _ in good.values()} == {200}
    fail(served.database)
    assert until(lambda: ask(served, "/api/status").status == 503)
    assert {status for status, _, _ in answers(served).values()} == {503}
    assert unhealthy(ask(served, "/api/status")) == reason
    answer = ask(served, "/api/profile", If_None_Match="*")
    description = refused(answer, 503, "service_unavailable", **{"retry-after": "5"})
    assert description == f"{reason} Try again in a moment."
    put_back(example_database, served.database)
    assert until(lambda: ask(served, "/api/status").status == 200)
    assert answers(served) == good


def test_a_change_of_the_file_is_noticed_within_two_seconds() -> None:
    """However busy the machine is, so no time is measured: the service looks often enough."""
    assert CHECK_SECONDS + RETRY_SECONDS < 2


def test_a_new_file_with_an_older_time_is_taken_up(folder: Path, tmp_path: Path) -> None:
    """As after the clock was set back, or from an archive; also with the very same time and size."""
    served, new = tmp_path / "served.db", tmp_path / "new.db"
    build(folder, served)
    database = Database(served)
    names = ["Dr. Noa Example", "Dr. Neo Example", "Dr. Mia Example"]
    versions = [database.read_if_changed().store.data_version()]
    for before, after, older in zip(names, names[1:], (365 * 86_400 * 10**9, 0), strict=False):
        edit(folder, "profile.yaml", f"name: {before}", f"name: {after}")
        build(folder, new)
        modified = served.stat().st_mtime_ns - older
        os.utime(new, ns=(modified, modified))
        assert new.stat().st_size == served.stat().st_size
        new.replace(served)
        versions.append(database.read_if_changed().store.data_version())
    assert len(set(versions)) == 3


def test_the_clock_may_be_set_back(folder: Path, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a day: the uptime keeps growing, and new data is taken up."""
    build(folder, target)
    site = serving(target)
    before = site.json("/api/status")["uptime"]
    edit(folder, "profile.yaml", "name: Dr. Noa Example", "name: Dr. Neo Example")
    build(folder, target)
    earlier = time.time() - 86_400
    monkeypatch.setattr(time, "time", lambda: earlier)
    assert until(lambda: site.json("/api/profile")["name"] == "Dr. Neo Example")
    assert site.json("/api/status")["uptime"] > before


@pytest.mark.slow
def test_a_full_disk_for_logs_changes_no_answer(example_database: Path, tmp_path: Path) -> None:
    """Every line that is logged fails (ENOSPC), for requests and for errors."""
    port = free_port()
    database = tmp_path / "served.db"
    shutil.copy(example_database, database)
    # Unbuffered, or Python itself would end with 120, because it cannot write its buffer at the end.
    environment = {**os.environ, "PROFILE_DB": str(database), "PROFILE_ACCESS_LOG": "1", "PYTHONUNBUFFERED": "1"}
    command = [part.format(port=port) for part in SHIPPED]
    with Path("/dev/full").open("wb") as full:
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=full, env=environment)
    try:
        assert until(lambda: is_answering(port))
        with Client(port) as client:
            overwrite_with_garbage(database)
            assert until(lambda: client.get("/api/profile").status == 503)
            put_back(example_database, database)
            assert until(lambda: client.get("/api/profile").status == 200)
            assert {client.get(path).status for path in PATHS} == {200}
            assert client.get("/api/nothing").status == 404
    finally:
        process.terminate()
    assert process.wait(timeout=20) == 0


PATHS = ("/api/profile", "/api/publications?limit=5&q=title", "/api/export.csv", "/")
SECONDS = 1


def take_name(served: Path, file: Path) -> None:
    link = served.with_name("next")
    os.link(file, link)
    link.replace(served)


def swap(served: Path, files: list[Path], end: float) -> None:
    while time.monotonic() < end:
        for file in files:
            take_name(served, file)


def answers_of(port: int, path: str, end: float) -> set[tuple[object, ...]]:
    different = set()
    with Client(port) as client:
        while time.monotonic() < end:
            different.add(comparable(client.get(path)))
    return different


def comparable(answer: Answer) -> tuple[object, ...]:
    """What is the same in every answer from one database file."""
    return answer.status, answer.headers.get("etag"), answer.headers.get("x-total-count"), answer.body


@pytest.mark.slow
@pytest.mark.parametrize("cache", ["0", "32"])
def test_a_swapped_file_causes_no_error(serve: Callable[..., Server], example_database: Path, tmp_path: Path, cache: str) -> None:
    """No answer is an error, and none has parts of both files."""
    files = [tmp_path / "small.db", tmp_path / "big.db"]
    shutil.copy(example_database, files[0])  # a link would change the time of the file that other tests serve
    write_sources(tmp_path / "sources", 200)
    build(tmp_path / "sources", files[1])
    assert files[0].stat().st_size != files[1].stat().st_size
    served = tmp_path / "served.db"
    expected: dict[str, set[tuple[object, ...]]] = {path: set() for path in PATHS}
    for file in files:
        take_name(served, file)
        server = serve(served, command=SHIPPED, PROFILE_CACHE_MB=cache)
        with Client(server.port) as client:
            for path in PATHS:
                expected[path].add(comparable(client.get(path)))
    end = time.monotonic() + SECONDS
    with ThreadPoolExecutor(6) as threads:
        swapping = threads.submit(swap, served, files, end)
        different = threads.map(lambda path: answers_of(server.port, path, end), PATHS)
    swapping.result()  # or its exception
    others = {path: seen - expected[path] for path, seen in zip(PATHS, different, strict=True)}
    assert others == {path: set() for path in PATHS}
