"""Shared fixtures: the example's sources, a database built from them, and a real server."""

from __future__ import annotations

import csv
import gc
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from hypothesis import HealthCheck, settings

from bench.programs import free_port
from pipeline.build import build
from pipeline.images.fonts import site_fonts
from tests.support.messages import never_over
from tests.support.once import make_once
from tests.support.waiting import until_answered

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "sources"
PACKAGES = ("api", "bench", "bibliography", "cli", "db", "look", "pipeline")
BASE_URL = "https://profile.example.org"
# The categories and tags that api/README.md lists.
CATEGORIES = ("diagnostic-ultrasound", "sports-imaging", "injection", "procedure", "consultation")
TAGS = ("nerve-ultrasound", "prp-injection", "joint-injection")
# The keys of its publications, in the order of the file. They never change.
KEYS = (
    "example2025shear-3o5bl7tr",
    "dugma2025platelet-ufg2hpdr",
    "ejemploruiz2024ecografia-w6zfjhez",
    "zolw2023synovial-jpqtscyl",
    "example2023return-c7jjq7f2",
    "example2022double-jvcumvl3",
    "example2021sonography-2quh5q2i",
    "example2021ultrasound-dyx7mjkc",
    "mullerweiss2020querschnittsflache-42smbue5",
    "levi2019barbotage-m4f3pz33",
    "levy2017echographie-esfblpdy",
    "sample2016thickness-piybd56r",
    "example2014hip",
)
# Of the example's publications, in the order of the file: whether Noa Example is the first, last or only author.
AUTHORSHIP = ("first", "last", "last", "", "first", "first", "first", "first", "last", "last", "last", "", "only")
# What tests and the programs they start take from the environment: where things are, and how pytest and coverage run. Settings of
# the service, languages, variables of git and of make would change results.
KEPT = re.compile(r"PATH|HOME|USER|TMPDIR|TZ|LD_LIBRARY_PATH|CI|PROFILE_FRONT|(COVERAGE|PYTEST)\w*")
# The command for any WSGI server; the tests of api/http and deploy/ run the server that ships.
WAITRESS = (str(Path(sys.executable).with_name("waitress-serve")), "--listen=127.0.0.1:{port}", "api:app")
# The width of previews, the language of messages, no signatures on commits, which may ask for a password, and a
# folder for the fonts of the pages, which are made once, before the tests (in CI for two clones).
FIXED = {
    "COLUMNS": "100",
    "LC_ALL": "C.UTF-8",
    "GIT_CONFIG_COUNT": "1",
    "GIT_CONFIG_KEY_0": "commit.gpgSign",
    "GIT_CONFIG_VALUE_0": "false",
    "XDG_CACHE_HOME": os.environ.get("PYTEST_CACHE_HOME", str(ROOT / ".pytest_cache")),
}


def pytest_configure(config: pytest.Config) -> None:
    """Give the tests the same environment everywhere, and signals that interrupt programs, which the background ignores."""
    kept = {name: value for name, value in os.environ.items() if KEPT.fullmatch(name)}
    os.environ.clear()
    os.environ.update(kept | FIXED)
    if not hasattr(config, "workerinput"):
        site_fonts({"Hebr"})
    if hasattr(signal, "SIGHUP"):  # not on Windows
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # In CI the examples are the same in every run: a change is not refused for an example that has nothing to do with it.
    settings.register_profile(
        "tests",
        max_examples=25,
        deadline=None,
        derandomize="CI" in os.environ,
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )
    settings.load_profile("tests")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the long tests. Otherwise one of them keeps a single core busy at the end."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish() -> None:
    """Leave thousands of collected tests out of every later search for garbage."""
    gc.freeze()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a CI run that skips a test: it would be tested nowhere."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def modules() -> dict[str, Path]:
    """Every module of the project by its dotted name."""
    paths = [path for part in PACKAGES for path in (ROOT / part).rglob("*.py")]
    return {dotted(path.relative_to(ROOT)): path for path in paths}


def dotted(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


@dataclass(frozen=True)
class Run:
    """The exit code and output of a command."""

    code: int
    out: str
    err: str


Command = Callable[..., Run]


def run_python(*arguments: str | Path, **environment: str) -> Run:
    command = [sys.executable, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env={**os.environ, **environment}, check=False)
    return Run(done.returncode, done.stdout, done.stderr)


def run_main(main: Callable[[], int], *arguments: str | Path, **environment: str) -> Run:
    """Run a command in this process: it starts a second earlier."""
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        for name, value in environment.items():
            patch.setenv(name, value)
        patch.setattr("sys.argv", [main.__module__, *map(str, arguments)])
        code = main()
    return Run(code, out.getvalue(), err.getvalue())


class Server:
    """A running service and its client."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, database: Path, log: Path) -> None:
        self.process = process
        self.address = f"http://127.0.0.1:{port}"
        self.port = port
        self.database = database
        self.log = log
        # Uncompressed, unless a test asks for gzip.
        self.client = httpx.Client(base_url=self.address, timeout=20, headers={"Accept-Encoding": "identity"})

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.client.get(path, **options)

    def json(self, path: str) -> Any:
        response = self.get(path)
        assert response.status_code == 200, response.text
        return response.json()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *error: object) -> None:
        self.client.close()
        self.process.terminate()
        self.process.wait(timeout=20)


def start(
    database: Path, log: Path, command: tuple[str, ...] = (), cwd: Path = ROOT, port: int | None = None, **env: str
) -> Server:
    """Serve a database with ``waitress-serve api:app`` (or another command), and wait until it answers."""
    port = port or free_port()
    arguments = [part.format(port=port) for part in command or WAITRESS]
    with log.open("wb") as output:
        process = subprocess.Popen(
            arguments, cwd=cwd, stdout=output, stderr=output, env={**os.environ, "PROFILE_DB": str(database), **env}
        )
    until_answered(process, port, log)
    return Server(process, port, database, log)


@pytest.fixture(scope="session")
def example_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def make(folder: Path) -> None:
        assert build(SOURCES, folder / "profile.db").outcome == "built"

    return make_once(tmp_path_factory, "example", make) / "profile.db"


@pytest.fixture(scope="session")
def server(example_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The service with the example data. Tests only read from it."""
    with start(example_database, tmp_path_factory.mktemp("server") / "log") as running:
        yield running


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start servers that end with the test: ``serve(database, **environment)``."""
    with ExitStack() as stack:

        def run(database: Path, **options: Any) -> Server:
            return stack.enter_context(start(database, tmp_path / f"server-{time.monotonic_ns()}.log", **options))

        yield run


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    copy = tmp_path / "sources"
    shutil.copytree(SOURCES, copy)
    return never_over(copy)


@pytest.fixture
def folder(sources: Path) -> Path:
    """The same, for a test that edits them."""
    return sources


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """A path for a database, in a folder that does not exist yet."""
    return tmp_path / "public" / "profile.db"


@pytest.fixture(scope="session")
def publications() -> list[dict[str, Any]]:
    typed = [
        {
            **{name: cell.split(";") if name in ("data", "trial") else cell for name, cell in row.items()},
            "year": int(row["year"]),
            **({"featured": True} if "featured" in row else {}),
        }
        for row in rows("publications")
    ]
    return sorted(map(as_served, typed, KEYS, AUTHORSHIP), key=lambda row: -row["year"])


def as_served(row: dict[str, Any], key: str, authorship: str = "") -> dict[str, Any]:
    """A row of the list as the API should return it: with key, authorship and the address of its page."""
    computed = {"key": key, "authorship": authorship} if authorship else {"key": key}
    return {**row, **computed, "landingPage": f"{BASE_URL}/publications/{quote(row.get('doi', key), safe='')}"}


@pytest.fixture(scope="session")
def services() -> list[dict[str, Any]]:
    lists = ("tags", "locations")
    return [{name: cell.split(";") if name in lists else cell for name, cell in row.items()} for row in rows("services")]


def rows(name: str) -> list[dict[str, Any]]:
    with (SOURCES / f"{name}.csv").open(encoding="utf-8-sig", newline="") as file:
        return [{name: cell for name, cell in row.items() if cell} for row in csv.DictReader(file)]
