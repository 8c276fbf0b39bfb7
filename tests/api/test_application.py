"""Exceptions become errors; the process imports no more than it needs."""

from __future__ import annotations

import logging
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from falcon.testing import TestClient

from api.application import create_app
from api.context import Context, Endpoint, Service
from api.data.snapshot import Database
from api.endpoints import ENDPOINTS
from api.http.response import Representation
from tests.api.http.test_middleware import client_of
from tests.conftest import ROOT

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


def raising(exception: Exception) -> Endpoint:
    def handler(context: Context) -> Representation:
        raise exception

    return Endpoint("/api/raising", handler, "Raises.")


def endless(context: Context) -> Representation:
    """Run a query that would take hours."""
    context.store.execute(
        "with recursive numbers(n) as (select 1 union all select n + 1 from numbers) select count(*) from numbers"
    ).fetchone()
    return Representation(b"{}")


def test_an_unexpected_exception_is_logged_and_not_shown(example_database: Path, caplog: pytest.LogCaptureFixture) -> None:
    """internal_error 500: no trace, no path, no SQL."""
    secret = "secret: /etc/passwd, select * from publications"  # noqa: S105
    with caplog.at_level(logging.ERROR), client_of(example_database, raising(RuntimeError(secret))) as client:
        answer = client.simulate_get("/api/raising")
    assert answer.status_code == 500
    assert answer.json == {
        "error": "internal_error",
        "error_description": "Unexpected error in the service. It was logged.",
    }
    assert (answer.headers["cache-control"], answer.headers["access-control-allow-origin"]) == ("no-store", "*")
    assert [str(record.exc_info[1]) for record in caplog.records if record.exc_info] == [secret]


def test_a_query_that_takes_too_long_is_stopped(example_database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """query_timeout 504; the next request is answered."""
    monkeypatch.setattr("api.data.store.QUERY_SECONDS", 0.05)
    with client_of(example_database, Endpoint("/api/endless", endless, "Runs.")) as client:
        answer = client.simulate_get("/api/endless")
        after = client.simulate_get("/api/profile")
    assert answer.status_code == 504
    assert answer.json == {
        "error": "query_timeout",
        "error_description": "The query took too long. Ask for less: add a filter, or shorten the search text.",
    }
    assert answer.headers["cache-control"] == "no-store"
    assert after.status_code == 200


@pytest.mark.parametrize("make", [sqlite3.DatabaseError, sqlite3.OperationalError])
def test_a_database_error_without_a_code_is_unavailable(
    example_database: Path, make: Callable[[str], sqlite3.Error], caplog: pytest.LogCaptureFixture
) -> None:
    """Only exceptions that SQLite itself raised have an error code."""
    with client_of(example_database, raising(make("a row is missing"))) as client:
        answer = client.simulate_get("/api/raising")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    assert answer.json == {
        "error": "service_unavailable",
        "error_description": "The database cannot be read. Try again in a moment.",
    }
    assert "a row is missing" in caplog.text


def test_it_imports_no_pipeline_library(example_database: Path) -> None:
    """Neither Frictionless nor its dependencies, once every endpoint has answered; Jinja2 only for pages.

    The parser of Markdown is imported with the first document that has its text, Typst and its fonts for the PDF.
    """
    program = """
import sys
from falcon.testing import TestClient
from api import app
from api.endpoints import ENDPOINTS
client = TestClient(app)
heavy = {"PIL", "pymupdf_fonts", "bidi", "frictionless", "jsonschema", "yaml", "tzdata", "pydantic"}
heavy |= {"jinja2", "markdown_it", "typst", "flask", "flask_swagger_ui", "httpx", "httpcore"}
every = [endpoint.path for endpoint in ENDPOINTS]
in_api = [endpoint.path for endpoint in ENDPOINTS if endpoint.in_api]
for asked in (["/api", "/api/profile"], in_api, every):
    statuses = {client.simulate_get(path).status_code for path in asked}
    print(sorted(statuses), sorted(heavy & set(sys.modules)))
"""
    environment = {**os.environ, "PROFILE_DB": str(example_database)}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, env=environment, check=False)
    assert (
        done.stdout
        == "[200] []\n[200, 404] ['markdown_it']\n[200, 400, 404] ['jinja2', 'markdown_it', 'pymupdf_fonts', 'typst']\n"
    ), done.stderr


@pytest.mark.parametrize(
    ("path", "advice"),
    [
        ("/Publicatons/", "Did you mean /publications?"),
        ("/he/publication", "Did you mean /he/publications?"),
        ("/api/profil", "Did you mean /api/profile?"),
        ("/admin", "The endpoints are listed at /api."),
        (f"/{'publications' * 5000}", "The endpoints are listed at /api."),
    ],
    ids=lambda text: text[:20],
)
def test_the_nearest_address_is_suggested(example_database: Path, path: str, advice: str) -> None:
    with client_of(example_database) as client:
        assert client.simulate_get(path).json["error_description"] == f'There is nothing at "{path[:100]}". {advice}'


def test_an_error_page_that_fails_becomes_json(example_database: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The owner may have replaced its template."""
    (tmp_path / "error.html").write_text("{{ nothing.nothing.nothing }}")
    service = Service(Database(example_database), ENDPOINTS, templates=tmp_path)
    answer = TestClient(create_app(service)).simulate_get("/nothing", headers=BROWSER)
    assert (answer.status_code, answer.json["error"]) == (404, "not_found")
    assert "Cannot render the error page" in caplog.text
