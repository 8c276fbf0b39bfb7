"""deploy/README.md, "Settings": the database may be missing or broken, come and go; the service only reads it."""

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from pipeline.build import build
from tests.conftest import ROOT, Server, start
from tests.support.waiting import until
from tests.support.wire import ANSWERING, METADATA, READING, REFUSING, ask, refused, unhealthy


def statuses(server: Server, paths: Iterable[str] = READING) -> set[int]:
    return {ask(server, path).status for path in paths}


def state(folder: Path) -> dict[str, Any]:
    """Names, contents, modes and times of the files in a folder."""
    return {
        str(path.relative_to(folder)): (path.stat().st_mtime_ns, path.stat().st_mode, path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def without(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("without")
    with start(folder / "none.db", folder / "log") as running:
        yield running


@pytest.mark.parametrize("target", ["/api/status", "/api/status/", "/api/status?_=1"])
def test_status_without_a_database(without: Server, target: str) -> None:
    """[no-database]"""
    answer, head = ask(without, target, If_None_Match="*", Accept_Encoding="gzip"), ask(without, target, "HEAD")
    unhealthy(answer)
    assert (head.status, head.body) == (503, b"")
    assert {**head.headers, "content-length": ""} == {**answer.headers, "content-length": ""}


@pytest.mark.parametrize("target", [*READING, *METADATA, "/api/publications?limit=5"])
def test_answers_without_a_database(without: Server, target: str) -> None:
    """[no-database]"""
    refused(ask(without, target, If_None_Match="*", Accept_Encoding="gzip"), 503, "service_unavailable", **{"retry-after": "5"})


@pytest.mark.parametrize(
    ("target", "method", "status"),
    [
        *((path, "GET", 400) for path in REFUSING),
        *((path, "OPTIONS", 204) for path in ANSWERING),
        ("/nowhere", "GET", 404),
        ("/api", "POST", 405),
        ("/api/publications?limit=x", "GET", 400),
    ],
)
def test_what_needs_no_database(without: Server, target: str, method: str, status: int) -> None:
    """[no-database]"""
    assert ask(without, target, method).status == status


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("", id="a pipe"),
        pytest.param("pragma application_id = 1", id="of another program"),
        pytest.param("drop table publications", id="a table is missing"),
    ],
)
def test_unreadable_database(serve: Callable[..., Server], example_database: Path, tmp_path: Path, statement: str) -> None:
    """[no-database] Without a trace, path or SQL. tests/api/http/test_recovery.py has a file that goes bad while it is served."""
    database = tmp_path / "broken.db"
    if statement:
        shutil.copy(example_database, database)
        with closing(sqlite3.connect(database)) as connection:
            connection.execute(statement)
    else:
        os.mkfifo(database)
    server = serve(database)
    answers = [ask(server, path) for path in ("/api/status", "/api/publications", "/api/export.csv")]
    unhealthy(answers[0])
    assert [answer.status for answer in answers] == [503] * 3
    telling = [str(tmp_path), "broken.db", "select", "sqlite", "Traceback", "no such table"]
    assert [word for word in telling for answer in answers if word in answer.body.decode()] == []


def test_the_database_returns(serve: Callable[..., Server], server: Server, example_database: Path, tmp_path: Path) -> None:
    """[no-database] It is copied in place while the service runs."""
    database = tmp_path / "late.db"
    late = serve(database)
    assert statuses(late) == {503}
    shutil.copy(example_database, database)
    assert until(lambda: ask(late, "/api/status").status == 200)
    answers = [(ask(late, path), ask(server, path)) for path in READING]
    assert [there for here, there in answers if (here.headers, here.body) != (there.headers, there.body)] == []


def test_new_data(serve: Callable[..., Server], sources: Path, tmp_path: Path) -> None:
    """[one-process] Each ETag changes only where the data appears: the name of the person; the icons have the same initials."""
    database = tmp_path / "changing.db"
    assert build(sources, database).outcome == "built"
    server = serve(database)
    before = {path: ask(server, path).headers["etag"] for path in READING}
    profile = sources / "profile.yaml"
    profile.write_text(profile.read_text(encoding="utf-8").replace("Dr. Noa Example", "Dr. Neo Example"), encoding="utf-8")
    assert build(sources, database).outcome == "built"
    assert until(lambda: server.json("/api/profile")["name"] == "Dr. Neo Example")
    assert [path for path in READING if ask(server, path).headers["etag"] != before[path]] == [
        "/api/profile",
        "/resume.json",
        "/api/docs",
        "/feed.atom",
        "/card.png",
        "/manifest.webmanifest",
        "/profile.jsonld",
        "/contact.vcf",
        "/llms.txt",
    ]


def test_the_service_writes_nothing(serve: Callable[..., Server], example_database: Path, tmp_path: Path) -> None:
    """[one-process] Nor anything next to it, nor a database or folder that is missing."""
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copy(example_database, folder / "profile.db")
    before = state(folder)
    servers = [serve(folder / name) for name in ("profile.db", "none.db", "deep/none.db")]
    targets = (*ANSWERING, *REFUSING, "/nowhere", "/api/publications?journal=x")
    requests = product(targets, ("GET", "POST"))
    assert [request for request in requests if ask(servers[0], *request).status >= 500] == []
    assert [statuses(each, ("/api", "/profile.db")) for each in servers[1:]] == [{503}, {503}]
    servers[0].process.terminate()
    servers[0].process.wait(timeout=20)
    assert state(folder) == before


def test_the_service_needs_no_sources(server: Server, example_database: Path, tmp_path: Path) -> None:
    """[one-process] A checkout without sources serves its db/profile.db just the same, and stays as it is."""
    checkout = tmp_path / "checkout"
    for package in ("api", "db", "look"):
        shutil.copytree(ROOT / package, checkout / package, ignore=shutil.ignore_patterns("__pycache__", "*.db"))
    shutil.copy(example_database, checkout / "db" / "profile.db")
    before = state(checkout)
    with start(Path(), tmp_path / "log", cwd=checkout, PROFILE_DB="", PYTHONDONTWRITEBYTECODE="1") as alone:
        answers = [(ask(alone, path), ask(server, path)) for path in (*READING, *METADATA)]
        assert {here.status for here, _ in answers} == {200}
        assert [there for here, there in answers if (here.headers, here.body) != (there.headers, there.body)] == []
        assert ask(alone, "/api/status").json()["services"] == ask(server, "/api/status").json()["services"]
    assert state(checkout) == before
