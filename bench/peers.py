"""The sides of the comparisons: this service in its forms, and what it is held against."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

from bench.machine import own_command
from bench.servers import Server, get, serving
from bench.synthetic import HEADER

TABLE_PAGE = "/profile/publications.json?" + urlencode(
    [*(("_col", column) for column in HEADER), ("_sort_desc", "year"), ("_shape", "objects")]
)
SQL = """select title, authors, journal, year, volume, issue, pages, doi, pubmed, url
from publications order by year desc, id limit 50"""
CUSTOM_SQL = "/profile.json?" + urlencode({"sql": SQL, "_shape": "objects"})
STREAMED_CSV = "/profile/publications.csv?" + urlencode([("_stream", "on"), *(("_col", column) for column in HEADER)])


class NotInstalledError(Exception):
    """A peer could not be installed; the message is its name."""


@dataclass(frozen=True)
class Peers:
    """Starts every side. ``commands`` is the folder of the commands of the peers' own environment."""

    commands: Path

    def peer(self, command: str, name: str) -> str:
        """A command of a peer."""
        path = self.commands / command
        if not path.is_file():
            raise NotInstalledError(name)
        return str(path)

    @contextmanager
    def bare(self, answer: Server, path: str = "/api/publications") -> Iterator[Server]:
        """A constant: what a running server answers, byte for byte, from a waitress with its own defaults."""
        expected = get(answer, path)
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "body").write_bytes(expected.body)
            Path(folder, "headers.json").write_text(json.dumps(expected.headers), encoding="utf-8")
            command = [own_command("waitress-serve"), "--listen=127.0.0.1:{port}", "bench.bare:app"]
            with serving("bare waitress", command, path, BENCH_ANSWER=folder) as server:
                if get(server, path) != expected:
                    raise AssertionError("the constant is not the same answer")
                yield server

    @contextmanager
    def datasette(self, database: Path) -> Iterator[Server]:
        options = ["--immutable", str(database), "--port", "{port}", "--setting", "max_csv_mb", "0"]
        command = [self.peer("datasette", "Datasette"), "serve", *options]
        with serving("Datasette", command, TABLE_PAGE) as server:
            yield server

    @contextmanager
    def fastapi(self, database: Path, *, fastest: bool = False) -> Iterator[Server]:
        """On uvicorn as `pip install uvicorn` has it, or with the libraries that make it fastest."""
        form = ("--loop", "uvloop", "--http", "httptools") if fastest else ("--loop", "asyncio", "--http", "h11")
        options = ["--port", "{port}", "--no-access-log", "--log-level", "warning", *form]
        command = [self.peer("python", "FastAPI"), "-m", "uvicorn", "bench.fastapi_app:app", *options]
        if not list(self.commands.parent.glob("lib/*/site-packages/fastapi/__init__.py")):
            raise NotInstalledError("FastAPI")
        with serving("FastAPI", command, PROFILE_DB=database) as server:
            yield server

    @contextmanager
    def gunicorn(self, database: Path) -> Iterator[Server]:
        options = ["--bind=127.0.0.1:{port}", "--workers=1", "--worker-class=gthread", "--threads=4"]
        with serving("gunicorn", [self.peer("gunicorn", "gunicorn"), *options, "api:app"], PROFILE_DB=database) as server:
            yield server

    @contextmanager
    def granian(self, database: Path) -> Iterator[Server]:
        options = ["--interface=wsgi", "--host=127.0.0.1", "--port={port}", "--workers=1", "--no-access-log"]
        with serving("granian", [self.peer("granian", "granian"), *options, "api:app"], PROFILE_DB=database) as server:
            yield server


@contextmanager
def on_default_waitress(database: Path, *, cached: bool = True) -> Iterator[Server]:
    """This service on the same waitress as the constant."""
    command = [own_command("waitress-serve"), "--listen=127.0.0.1:{port}", "api:app"]
    with serving("api:app", command, PROFILE_DB=database, PROFILE_CACHE_MB="32" if cached else "0") as server:
        yield server


@contextmanager
def as_shipped(database: Path, *, cached: bool = True) -> Iterator[Server]:
    """This service as `make serve` runs it."""
    command = [sys.executable, "-m", "api", "--port", "{port}"]
    with serving("python -m api", command, PROFILE_DB=database, PROFILE_CACHE_MB="32" if cached else "0") as server:
        yield server
