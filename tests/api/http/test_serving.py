"""The process that serves: what it imports, what it logs, and what it does when something in it fails."""

from __future__ import annotations

import json
import logging
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from falcon.testing import TestClient

import api
from api.application import create_app
from api.context import Context, Service
from api.data.database import Database
from api.endpoint import Endpoint
from api.endpoints import ENDPOINTS
from api.errors import UnavailableError
from api.http.representation import Representation
from tests.conftest import ROOT, Server

LOGGED = re.compile(r'INFO:api\.access:127\.0\.0\.1 "(?P<request>[^"\n]*)" (?P<status>\d{3}) (?P<size>\d+) \d+\.\dms')


def test_it_imports_no_pipeline_library(example_database: Path) -> None:
    """Neither Frictionless nor sqlite-utils, nor what they bring, when every endpoint has answered; Jinja2 for pages only."""
    program = """
import sys
from falcon.testing import TestClient
from api import app
from api.endpoints import ENDPOINTS
client = TestClient(app)
heavy = {"frictionless", "sqlite_utils", "jsonschema", "yaml", "tzdata", "pydantic", "jinja2", "flask", "flask_swagger_ui"}
for pages in (False, True):
    asked = [endpoint.path for endpoint in ENDPOINTS if pages or endpoint.in_api]
    statuses = {client.simulate_get(path).status_code for path in asked}
    print(sorted(statuses), sorted(heavy & set(sys.modules)))
"""
    environment = {**os.environ, "PROFILE_DB": str(example_database)}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, env=environment, check=False)
    assert done.stdout == "[200, 404] []\n[200, 400, 404] ['jinja2']\n", done.stderr


def test_a_wrong_base_address_stops_it_with_a_sentence(example_database: Path) -> None:
    environment = {**os.environ, "PROFILE_DB": str(example_database), "PROFILE_BASE_URL": "profile.example.org"}
    done = subprocess.run(
        [sys.executable, "-m", "api", "--port", "1"], capture_output=True, text=True, cwd=ROOT, env=environment, check=False
    )
    assert done.returncode == 1
    assert (
        done.stderr == 'PROFILE_BASE_URL is "profile.example.org". It must be an address such as https://profile.example.org.\n'
    )


def test_without_a_database_it_starts_and_says_so(tmp_path: Path, serve: Callable[..., Server]) -> None:
    missing = tmp_path / "missing.db"
    running = serve(missing, command=(sys.executable, "-m", "api", "--port", "{port}"))
    assert running.get("/api").status_code == 503
    assert running.log.read_text().splitlines()[:7] == [
        f"Serving {missing}. Open in a browser:",
        f"  {running.address}/                    the profile",
        f"  {running.address}/he                  in Hebrew",
        f"  {running.address}/api/docs            try the API",
        f"  {running.address}/api                 all endpoints",
        "The database is not there yet: it has to be built first. Try again in a moment. Until then every answer is 503.",
        "Stop with Ctrl+C.",
    ]


def test_each_request_is_one_line_of_the_log(example_database: Path, serve: Callable[..., Server]) -> None:
    """Where the operator wants it; also one whose path holds line breaks, which would otherwise forge further lines."""
    running = serve(example_database, PROFILE_ACCESS_LOG="1")
    before = len(running.log.read_text().splitlines())
    running.get("/api/profile?x=1")
    running.get("/nothing%0AINFO:api.access:forged")
    running.client.request("DELETE", "/api")
    lines = [match for line in running.log.read_text().splitlines()[before:] if (match := LOGGED.fullmatch(line))]
    assert [(match["request"], match["status"]) for match in lines] == [
        ("GET /api/profile?x=1", "200"),
        ("GET /nothing%0AINFO%3Aapi.access%3Aforged", "404"),
        ("DELETE /api", "405"),
    ]
    assert len(running.log.read_text().splitlines()) == before + 3


def test_a_full_queue_is_not_logged(example_database: Path, serve: Callable[..., Server]) -> None:
    """32 clients at four threads: waitress alone would warn of its queue at nearly every request."""
    running = serve(example_database)
    with ThreadPoolExecutor(32) as clients:
        statuses = list(clients.map(lambda _: running.get("/api/openapi.json").status_code, range(320)))
    assert statuses == [200] * 320
    assert [line for line in running.log.read_text().splitlines() if "WARNING" in line or "queue" in line] == []


@contextmanager
def client_of(database: Path, endpoint: Endpoint) -> Iterator[TestClient]:
    """A client in this process, of a service that has one more endpoint."""
    opened = Database(database)
    yield TestClient(create_app(Service(opened, (*ENDPOINTS, endpoint))))
    opened.forget()


def failing(context: Context) -> Representation:
    raise RuntimeError("secret: /etc/passwd, select * from publications")


def test_what_nobody_expected_is_logged_and_not_shown(example_database: Path, caplog: pytest.LogCaptureFixture) -> None:
    """internal_error 500: no trace, no path, no SQL."""
    endpoint = Endpoint("/api/failing", failing, "Fails.")
    with caplog.at_level(logging.ERROR), client_of(example_database, endpoint) as client:
        answer = client.simulate_get("/api/failing")
    assert answer.status_code == 500
    assert json.loads(answer.text) == {
        "error": "internal_error",
        "error_description": "Something went wrong here. It was logged; the request was not at fault.",
    }
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["access-control-allow-origin"] == "*"
    assert [str(record.exc_info[1]) for record in caplog.records if record.exc_info] == [
        "secret: /etc/passwd, select * from publications"
    ]


def endless(context: Context) -> Representation:
    """A query that would run for hours."""
    context.store.connection.execute(
        "with recursive numbers(n) as (select 1 union all select n + 1 from numbers) select count(*) from numbers"
    ).fetchone()
    return Representation(b"{}")


def test_a_query_that_takes_too_long_is_a_clean_503(example_database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time limit ends it; the next request is answered."""
    monkeypatch.setattr("api.data.database.TIME_LIMIT", 0.05)
    with client_of(example_database, Endpoint("/api/endless", endless, "Runs.")) as client:
        answer = client.simulate_get("/api/endless")
        after = client.simulate_get("/api/profile")
    assert answer.status_code == 503
    assert answer.json == {
        "error": "service_unavailable",
        "error_description": "The answer took too long to find. Try again in a moment.",
    }
    assert answer.headers["retry-after"] == "5"
    assert after.status_code == 200


def test_the_database_is_opened_for_reading_only(example_database: Path) -> None:
    connection = Database(example_database).store().connection
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        connection.execute("delete from publications")
    connection.close()


@pytest.mark.parametrize("module", sorted(path.stem for path in (ROOT / "api").glob("[a-z]*.py")))
def test_no_name_of_the_package_hides_a_module(module: str) -> None:
    """``api.settings`` must be the module, also after the package has made its application."""
    assert getattr(api, module, None) in (None, sys.modules.get(f"api.{module}"))


def test_a_file_that_is_none_of_ours_leaves_nothing_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither garbage nor another program's database."""
    garbage, other = tmp_path / "garbage.db", tmp_path / "other.db"
    garbage.write_bytes(b"no database at all" * 500)
    connect = sqlite3.connect
    opened: list[sqlite3.Connection] = []
    with closing(connect(other)) as connection:
        connection.execute("create table elsewhere (name text)")

    def watched(*arguments: Any, **options: Any) -> sqlite3.Connection:
        opened.append(connect(*arguments, **options))
        return opened[-1]

    monkeypatch.setattr("api.data.database.sqlite3.connect", watched)
    for path, reason in ((garbage, "cannot be read"), (other, "built by another version")):
        with pytest.raises(UnavailableError, match=reason):
            Database(path).store()
    assert len(opened) == 2
    for connection in opened:
        with pytest.raises(sqlite3.ProgrammingError, match="closed database"):
            connection.execute("select 1")
