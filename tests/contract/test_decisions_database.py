"""Decisions, Bodies and Small print: the database may be missing or broken, come and go; the service only reads it."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipeline.loading.publish import build
from tests.conftest import ROOT, Server, start
from tests.support.wire import ANSWERING, METADATA, READING, REFUSING, ask, unhealthy, within_2_seconds


def statuses(server: Server) -> set[int]:
    return {ask(server, path).status for path in READING}


def state(folder: Path) -> dict[str, Any]:
    """Return the state of a folder: names, contents, modes and times."""
    return {
        str(path.relative_to(folder)): (
            path.stat().st_mtime_ns,
            path.stat().st_mode,
            hashlib.sha256(path.read_bytes()).hexdigest(),
        )
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def break_file(database: Path, how: str) -> None:
    """Make a database unreadable in one of several ways."""
    if how == "pipe":
        database.unlink()
        os.mkfifo(database)
    else:
        connection = sqlite3.connect(database)
        statements = {
            "another's": "pragma application_id = 1",
            "table missing": "drop table publications",
        }
        connection.executescript(statements[how])
        connection.commit()
        connection.close()


def test_missing_database(serve: Callable[..., Server], tmp_path: Path) -> None:
    """Bodies, Status: database missing: HTTP 503, ok: false, same shape; a 503 of /api/status is no-store."""
    server = serve(tmp_path / "none.db")
    for target in ("/api/status", "/api/status/", "/api/status?_=1"):
        unhealthy(ask(server, target, If_None_Match="*", Accept_Encoding="gzip"))
    head, got = ask(server, "/api/status", "HEAD"), ask(server, "/api/status")
    assert (head.status, head.body) == (503, b"")
    assert {**head.headers, "content-length": ""} == {**got.headers, "content-length": ""}
    assert statuses(server) == {503}


@pytest.mark.parametrize("how", ["pipe", "another's", "table missing"])
def test_unreadable_database(
    serve: Callable[..., Server], example_database: Path, tmp_path: Path, how: str, subtests: pytest.Subtests
) -> None:
    """Bodies, Status: database unreadable: HTTP 503, ok: false, same shape; no trace, path or SQL in any answer.

    tests/api/http/test_recovery.py has a file that goes bad while it is served.
    """
    database = tmp_path / "broken.db"
    shutil.copy(example_database, database)
    break_file(database, how)
    server = serve(database)
    unhealthy(ask(server, "/api/status"))
    for path in ("/api/status", "/api/publications", "/api/export.csv"):
        with subtests.test(path=path):
            answer = ask(server, path)
            assert answer.status == 503
            telling = [str(tmp_path), "broken.db", "select", "sqlite", "Traceback", "no such table"]
            assert [word for word in telling if word in answer.body.decode()] == []


def test_what_needs_no_database_is_answered_without(serve: Callable[..., Server], tmp_path: Path) -> None:
    """Errors, OPTIONS: refusals, preflights and unknown paths are the same without a database."""
    server = serve(tmp_path / "none.db")
    assert {ask(server, path).status for path in REFUSING} == {400}
    assert {ask(server, path, "OPTIONS").status for path in ANSWERING} == {204}
    assert ask(server, "/nowhere").status == 404
    assert ask(server, "/api", "POST").status == 405
    assert ask(server, "/api/publications?limit=x").status == 400


def test_return_of_the_database_is_noticed(
    serve: Callable[..., Server], server: Server, example_database: Path, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    """Small print, The database: its return is noticed within 2 s, when it is copied in place while the service runs."""
    database = tmp_path / "late.db"
    late = serve(database)
    assert statuses(late) == {503}
    shutil.copy(example_database, database)
    assert within_2_seconds(lambda: ask(late, "/api/status").status == 200)
    assert statuses(late) == {200}
    for path in READING:
        with subtests.test(path=path):
            here, there = ask(late, path), ask(server, path)
            assert (here.headers, here.body) == (there.headers, there.body)


def test_new_data_is_served(serve: Callable[..., Server], sources: Path, tmp_path: Path) -> None:
    """Small print, The database: a new file is served without a restart."""
    database = tmp_path / "changing.db"
    assert build(sources, database).outcome == "built"
    server = serve(database)
    before = {path: ask(server, path).headers["etag"] for path in READING}
    profile = sources / "profile.yaml"
    profile.write_text(profile.read_text(encoding="utf-8").replace("Dr. Noa Example", "Dr. Neo Example"), encoding="utf-8")
    assert build(sources, database).outcome == "built"
    assert within_2_seconds(lambda: server.json("/api/profile")["name"] == "Dr. Neo Example")
    changed = [path for path in READING if ask(server, path).headers["etag"] != before[path]]
    # The name of the person; the icons have the same initials.
    assert changed == [
        "/api/profile",
        "/feed.atom",
        "/card.png",
        "/manifest.webmanifest",
        "/profile.jsonld",
        "/resume.json",
        "/contact.vcf",
        "/llms.txt",
    ]


def test_the_service_never_writes_the_database(
    serve: Callable[..., Server], example_database: Path, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    """Small print, The database: the service never creates or writes it, or anything next to it."""
    folder = tmp_path / "data"
    folder.mkdir()
    database = folder / "profile.db"
    shutil.copy(example_database, database)
    before = state(folder)
    server = serve(database)
    for path in (*ANSWERING, *REFUSING, "/nowhere", "/api/publications?journal=x", "/api/services?tag=prp-injection"):
        with subtests.test(path=path):
            for method in ("GET", "HEAD", "OPTIONS", "POST", "DELETE"):
                assert ask(server, path, method).status < 500
    assert state(folder) == before
    server.process.terminate()
    server.process.wait(timeout=20)
    assert state(folder) == before


def test_the_service_never_creates_the_database(serve: Callable[..., Server], tmp_path: Path, subtests: pytest.Subtests) -> None:
    """Small print, The database: the service never creates it, or its folder."""
    folder = tmp_path / "data"
    folder.mkdir()
    for database in (folder / "none.db", folder / "deep" / "none.db"):
        with subtests.test(database=database):
            server = serve(database)
            assert statuses(server) == {503}
    assert list(folder.iterdir()) == []


def test_a_read_only_database(serve: Callable[..., Server], example_database: Path, tmp_path: Path) -> None:
    """Small print, The database: never written, so a read-only file in a read-only folder is enough."""
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copy(example_database, folder / "profile.db")
    (folder / "profile.db").chmod(0o444)
    folder.chmod(0o555)
    try:
        assert statuses(serve(folder / "profile.db")) == {200}
    finally:
        folder.chmod(0o755)


def test_the_service_needs_no_sources(server: Server, example_database: Path, tmp_path: Path) -> None:
    """Base address, Bodies: a checkout without sources serves its db/profile.db just the same, including metadata."""
    checkout = tmp_path / "checkout"
    for package in ("api", "db"):
        shutil.copytree(ROOT / package, checkout / package, ignore=shutil.ignore_patterns("__pycache__", "*.db"))
    shutil.copy(example_database, checkout / "db" / "profile.db")
    alone = start(Path(), tmp_path / "log", cwd=checkout, PROFILE_DB="", PYTHONDONTWRITEBYTECODE="1")
    try:
        assert not (checkout / "sources").exists()
        for path in (*READING, *METADATA):
            here, there = ask(alone, path), ask(server, path)
            assert (here.status, here.headers, here.body) == (200, there.headers, there.body)
        assert ask(alone, "/api/status").json()["services"] == ask(server, "/api/status").json()["services"]
    finally:
        alone.close()
    assert sorted(path.name for path in checkout.iterdir()) == ["api", "db"]
    assert list((checkout / "db").glob("profile*")) == [checkout / "db" / "profile.db"]
