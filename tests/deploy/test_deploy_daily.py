"""The daily run of a profile, and the way back to yesterday's data, as deploy/README.md gives them."""

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count
from pathlib import Path

import httpx
import pytest

from bench.programs import free_port
from tests.conftest import ROOT, Server
from tests.support.nginx import DEPLOY, behind_nginx
from tests.support.repository import git, script
from tests.support.waiting import until
from tests.support.wire import ask

pytestmark = pytest.mark.slow
SOFTWARE = (
    "Makefile",
    "requirements.txt",
    "requirements-uv.txt",
    "api",
    "bibliography",
    "cli",
    "db",
    "look",
    "pipeline",
    "sources",
)
# For requests that were never sent before.
NUMBERS = count()
# Runs what the owner's shell runs. (A test's user is not always root, who alone may call the real one.)
RUNUSER = 'exec sh -c "${2#--command=}"'
# Restarts (or starts) the process as systemd does: it finishes what it was asked, and starts in the folder of the unit.
SYSTEMCTL = """
cd {folder}
cp srv/noa/db/profile.db at-restart.db
if [ -e pid ]; then
    kill $(cat pid)
    while [ -e /proc/$(cat pid)/exe ]; do sleep 0.1; done
fi
cd srv/noa
.venv/bin/python -m api --port {port} > ../../log 2>&1 &
echo $! > ../../pid
"""


class Machine:
    """A folder in place of a machine's paths, its published repository, and a systemctl."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.origin, self.profile, self.programs = folder / "origin", folder / "srv" / "noa", folder / "bin"
        self.backups, self.cache = folder / "var" / "backups" / "profile" / "noa", folder / "var" / "cache" / "nginx" / "profile"
        self.port = free_port()
        for path in (self.origin, self.cache, self.programs, folder / "etc" / "default"):
            path.mkdir(parents=True)
        (folder / "etc" / "default" / "profile-noa").write_text(f"PORT={self.port}\n", encoding="ascii")
        for name in SOFTWARE:
            (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, self.origin / name)
        (self.origin / ".gitignore").write_text("__pycache__\n*.db\n.venv\n", encoding="utf-8")
        git(self.origin, "init", "--quiet")
        self.commit()
        git(folder, "clone", "--quiet", str(self.origin), str(self.profile))
        # The libraries of these tests instead of an installation.
        script(self.profile / ".venv" / "bin" / "python", f'exec {sys.executable} "$@"')
        for stamp in ("python", "uv", "installed"):
            (self.profile / ".venv" / stamp).touch()
        script(self.programs / "runuser", RUNUSER)
        script(self.programs / "systemctl", SYSTEMCTL.format(folder=folder, port=self.port))

    def commit(self) -> None:
        git(self.origin, "add", "--all")
        git(self.origin, "commit", "--quiet", "--message=Change")

    def daily(self, *options: str, code: int = 0) -> str:
        """Run deploy/daily under the name by which it is installed; return what it prints."""
        script(self.folder / "profile-noa", self.here((DEPLOY / "daily").read_text(encoding="utf-8")))
        return self.run([self.folder / "profile-noa", *options], code)

    def here(self, text: str) -> str:
        """A script with this machine's paths."""
        return re.sub("/(?=(srv|var|etc)/)", f"{self.folder}/", text)

    def run(self, command: list[str | Path], code: int = 0) -> str:
        environment = {**os.environ, "PATH": f"{self.programs}:{os.environ['PATH']}"}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == code, done
        return done.stdout + done.stderr

    def rename(self, name: str) -> None:
        self.change("sources/profile.yaml", "^name: .*", f"name: {name}")

    def change(self, file: str, pattern: str, line: str) -> None:
        path = self.origin / file
        path.write_text(re.sub(pattern, line, path.read_text(encoding="utf-8"), count=1, flags=re.MULTILINE), encoding="utf-8")
        self.commit()

    @property
    def database(self) -> Path:
        return self.profile / "db" / "profile.db"

    @property
    def process(self) -> int:
        return int((self.folder / "pid").read_text(encoding="ascii"))

    @property
    def name(self) -> str:
        return str(httpx.get(f"http://127.0.0.1:{self.port}/api/profile").json()["name"])


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A machine that has published the example. Each test goes on from what the one before it has published."""
    machine = Machine(tmp_path_factory.mktemp("machine"))
    try:
        machine.daily()
        yield machine
    finally:
        os.kill(machine.process, signal.SIGKILL)


@pytest.fixture(scope="module")
def front(machine: Machine) -> Iterator[Server]:
    with behind_nginx(machine.folder, machine.port) as server:
        yield server


def user_version(database: Path) -> int:
    with closing(sqlite3.connect(database)) as connection:
        return int(connection.execute("pragma user_version").fetchone()[0])


def asked_during(server: Server, run: Callable[[], str]) -> tuple[set[int], set[int]]:
    """Statuses of requests during a run: for a page in the cache, and for pages that were never requested."""
    cached, others = set[int](), set[int]()
    for _ in range(2):
        ask(server, "/publications")
    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(run)
        while not running.done():
            cached.add(ask(server, "/publications").status)
            others.add(ask(server, f"/publications?q={next(NUMBERS)}").status)
        running.result()
    return cached, others


def test_a_daily_run_and_restoring_a_copy(machine: Machine) -> None:
    (machine.cache / "copy").touch()
    name, copies = machine.name, {*machine.backups.iterdir()}
    machine.rename("Dr. Neo Example")
    assert machine.daily() == ""  # or cron would mail it
    assert machine.name == "Dr. Neo Example"
    assert list(machine.cache.iterdir()) == []

    machine.rename('""')
    message = machine.daily(code=2)
    assert "sources/profile.yaml" in message
    assert "The published data stays as it was." in message
    assert machine.name == "Dr. Neo Example"

    # The copies have the time in their names: the first was made before the change, the second before the error.
    first, _ = sorted({*machine.backups.iterdir()} - copies)
    page = (DEPLOY / "README.md").read_text(encoding="utf-8")
    [back] = re.findall(r"^```sh\n([^`]*2027-03-01-062501-104582133\.db[^`]*)```$", page, re.MULTILINE)
    back = machine.here(back.replace("2027-03-01-062501-104582133.db", first.name))
    assert first.name in machine.run(["sh", "-eu", "-c", back])
    assert until(lambda: machine.name == name)
    # It stays when the changes are taken back in the repository.
    git(machine.origin, "revert", "--no-edit", "HEAD~2..HEAD")
    assert "13 publications, 18 services." in machine.daily("--verbose")
    assert machine.name == name


def test_the_newest_30_copies_stay_however_old_they_are(machine: Machine) -> None:
    """A database that was built years ago is copied with its time, and the copy of this minute must not go."""
    os.utime(machine.database, (0, 0))
    for copy in machine.backups.iterdir():
        copy.unlink()
    older = [machine.backups / f"2020-01-{day:02}-062501-104582133.db" for day in range(1, 31)]
    for copy in older:
        copy.touch()
    machine.daily()
    *kept, newest = sorted(machine.backups.iterdir())
    assert kept == older[1:]
    assert (newest.stat().st_mtime, newest.read_bytes()[:15]) == (0, b"SQLite format 3")


@pytest.mark.parametrize("change", ["", "Dr. Nia Example"], ids=["without changes", "with new data"])
def test_no_request_fails_during_a_daily_run(machine: Machine, front: Server, change: str) -> None:
    """The process goes on."""
    name = change or machine.name
    if change:
        machine.rename(change)
    before = machine.process
    assert asked_during(front, machine.daily) == ({200}, {200})
    assert (machine.process, machine.name) == (before, name)


def test_new_software_restarts_the_process(machine: Machine, front: Server) -> None:
    """Here it reads only a database that it has built. After a build that failed, the old software goes on; the next good run
    finishes what that one began. During it, pages in the cache are answered, and others at worst with a 503.
    """
    machine.change("db/file_format.py", "^SCHEMA_VERSION = .*", "SCHEMA_VERSION = 1000")
    machine.rename('""')
    before = machine.process
    assert asked_during(front, lambda: machine.daily(code=2)) == ({200}, {200})
    assert machine.process == before

    machine.rename("Dr. Nuri Example")
    cached, others = asked_during(front, machine.daily)
    assert cached == {200}
    assert others <= {200, 503}
    assert (machine.process != before, machine.name) == (True, "Dr. Nuri Example")
    # The old process never saw what the new software built.
    assert [user_version(path) == 1000 for path in (machine.folder / "at-restart.db", machine.database)] == [False, True]
