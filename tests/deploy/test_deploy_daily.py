"""The daily run of one small machine, and the way back to yesterday's data, as deploy/README.md gives them."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import httpx
import pytest

from tests.conftest import ROOT, Server
from tests.support.cold import free_port
from tests.support.front import DEPLOY, PORTS, proxy
from tests.support.proxies import installed
from tests.support.wire import ask, within_2_seconds

SOFTWARE = ("Makefile", "requirements.txt", "api", "db", "pipeline", "sources")
GIT = ("git", "-c", "user.name=Noa Example", "-c", "user.email=noa@example.org")


# Runs what the owner's shell runs. (A test's user is not always root, who alone may call the real one.)
RUNUSER = 'exec sh -c "${2#--command=}"'
# Restarts (or starts) a process as systemd does: it finishes what it was asked, and starts in the folder of the unit.
SYSTEMCTL = """
port=${{2#profile@}}
cd {folder}
if [ -e $port.pid ]; then
    kill $(cat $port.pid)
    while [ -e /proc/$(cat $port.pid)/exe ]; do sleep 0.1; done
fi
cd profile
.venv/bin/python -m api --port $port > ../$port.log 2>&1 &
echo $! > ../$port.pid
"""


class Machine:
    """A folder in place of a machine's paths, its published repository, and a systemctl."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.origin, self.profile = folder / "origin", folder / "profile"
        self.backups, self.cache, self.programs = folder / "backups", folder / "cache", folder / "bin"
        self.ports = {written: str(free_port()) for written in PORTS}
        for path in (self.origin, self.cache, self.programs):
            path.mkdir()
        for name in SOFTWARE:
            (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, self.origin / name)
        (self.origin / ".gitignore").write_text("__pycache__\n*.db\n.venv\n", encoding="utf-8")
        self.git("init", "--quiet")
        self.commit()
        subprocess.run(["git", "clone", "--quiet", self.origin, self.profile], check=True)
        # The libraries of these tests instead of an installation.
        (self.profile / ".venv" / "bin").mkdir(parents=True)
        script(self.profile / ".venv" / "bin" / "python", f'exec {sys.executable} "$@"')
        for stamp in ("python", "installed"):
            (self.profile / ".venv" / stamp).touch()
        script(self.programs / "runuser", RUNUSER)
        script(self.programs / "systemctl", SYSTEMCTL.format(folder=folder))

    def git(self, *arguments: str, folder: Path | None = None) -> None:
        subprocess.run([*GIT, *arguments], cwd=folder or self.origin, check=True, capture_output=True)

    def commit(self) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message=Change")

    def daily(self, code: int = 0) -> str:
        return self.run((DEPLOY / "daily").read_text(encoding="utf-8"), code)

    def run(self, text: str, code: int = 0) -> str:
        """Run a script with this machine's paths; return what it prints."""
        paths = {"/srv/profile": self.profile, "/var/backups/profile": self.backups, "/var/cache/nginx/profile": self.cache}
        for written, here in (paths | self.ports).items():
            text = text.replace(written, str(here))
        environment = {**os.environ, "PATH": f"{self.programs}:{os.environ['PATH']}"}
        done = subprocess.run(["sh", "-eu", "-c", text], env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == code, done
        return done.stdout + done.stderr

    def rename(self, name: str) -> None:
        """Change the owner's name in the published repository."""
        self.change("sources/profile.yaml", "^name: .*", f"name: {name}")

    def change(self, file: str, pattern: str, line: str) -> None:
        """Change a line of a file in the published repository."""
        path = self.origin / file
        path.write_text(re.sub(pattern, line, path.read_text(encoding="utf-8"), count=1, flags=re.MULTILINE), encoding="utf-8")
        self.commit()

    @property
    def processes(self) -> dict[str, int]:
        """The ids of the processes by their ports."""
        return {path.stem: int(path.read_text(encoding="ascii")) for path in self.folder.glob("*.pid")}

    def stop(self) -> None:
        for process in self.processes.values():
            os.kill(process, signal.SIGKILL)


def script(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
    path.chmod(0o755)


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    """A machine that has published the example."""
    machine = Machine(tmp_path)
    machine.run("make -C /srv/profile build-db")
    try:
        for port in PORTS:
            machine.run(f"systemctl restart profile@{port}")
        machine.daily()
        yield machine
    finally:
        machine.stop()


@pytest.fixture
def front(machine: Machine) -> Iterator[Server]:
    """A server in front of its processes: nginx."""
    installed("nginx")
    with proxy("nginx", machine.folder / "front", [int(port) for port in machine.ports.values()]) as running:
        server = Server(running.process, running.port, machine.folder, running.log)
        yield server
        server.client.close()


def names(machine: Machine) -> set[str]:
    """The names that both processes answer."""
    return {httpx.get(f"http://127.0.0.1:{port}/api/profile").json()["name"] for port in machine.ports.values()}


def asked_during(server: Server, run: Callable[[], str]) -> tuple[Counter[int], Counter[int]]:
    """Return the statuses of requests during a run: for a page in the cache, and for ever new ones."""
    cached, others = Counter[int](), Counter[int]()
    numbers = count()
    for _ in range(2):
        ask(server, "/publications")
    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(run)
        while not running.done():
            cached[ask(server, "/publications").status] += 1
            others[ask(server, f"/publications?q={next(numbers)}").status] += 1
        running.result()
    return cached, others


@pytest.mark.slow
def test_a_day_and_the_way_back(machine: Machine) -> None:
    """A change is published, an error in the sources is not, and yesterday's copy brings back what it held."""
    (machine.cache / "copy").touch()
    machine.rename("Dr. Neo Example")
    machine.daily()
    assert names(machine) == {"Dr. Neo Example"}
    assert list(machine.cache.iterdir()) == []

    machine.rename('""')
    message = machine.daily(code=2)
    assert "sources/profile.yaml" in message
    assert "what was published stays" in message
    assert names(machine) == {"Dr. Neo Example"}

    # The copies have the time in their names: the second was made before the change, the third before the error.
    _, second, _ = sorted(machine.backups.iterdir())
    page = (DEPLOY / "README.md").read_text(encoding="utf-8")
    [back] = re.findall(r"^```sh\n([^`]*2027-03-01-062501-104582133\.db[^`]*)```$", page, re.MULTILINE)
    machine.run(back.replace("2027-03-01-062501-104582133.db", second.name))
    assert within_2_seconds(lambda: names(machine) == {"Dr. Noa Example"})
    # It stays when the changes are taken back in the repository.
    machine.git("revert", "--no-edit", "HEAD~2..HEAD")
    machine.daily()
    assert names(machine) == {"Dr. Noa Example"}


@pytest.mark.slow
def test_the_newest_30_copies_stay_however_old_they_are(machine: Machine) -> None:
    """A database that was built years ago is copied with its time, and the copy of this minute must not go."""
    [first] = machine.backups.iterdir()
    first.unlink()
    os.utime(machine.profile / "db" / "profile.db", (0, 0))
    older = [machine.backups / f"2020-01-{day:02}-062501-104582133.db" for day in range(1, 31)]
    for copy in older:
        copy.touch()
    machine.daily()
    *kept, newest = sorted(machine.backups.iterdir())
    assert kept == older[1:]
    assert (newest.stat().st_mtime, newest.read_bytes()[:15]) == (0, b"SQLite format 3")


@pytest.mark.slow
def test_a_day_without_changes_and_a_day_with_new_data_fail_no_request(machine: Machine, front: Server) -> None:
    """Although both processes are restarted."""
    for name in ("Dr. Noa Example", "Dr. Neo Example"):
        if name not in names(machine):
            machine.rename(name)
        before = machine.processes
        cached, others = asked_during(front, machine.daily)
        assert (set(cached), set(others)) == ({200}, {200})
        assert not set(before.values()) & set(machine.processes.values())
        assert names(machine) == {name}


@pytest.mark.slow
def test_new_code_that_reads_only_a_new_database(machine: Machine, front: Server) -> None:
    """After a build that failed, the old code answers alone. The next good run finishes what that one began; during it, pages in
    the cache are answered, and others at worst with an error that asks to try again.
    """
    machine.change("db/layout.py", "^SCHEMA_VERSION = .*", "SCHEMA_VERSION = 1000")
    machine.rename('""')
    cached, others = asked_during(front, lambda: machine.daily(code=2))
    assert (set(cached), set(others)) == ({200}, {200})
    assert ask(front, "/publications?q=after").status == 200

    machine.rename("Dr. Neo Example")
    cached, others = asked_during(front, machine.daily)
    assert set(cached) == {200}
    assert set(others) <= {200, 503}
    assert names(machine) == {"Dr. Neo Example"}


@pytest.mark.slow
def test_a_commit_on_the_server_changes_nothing(machine: Machine) -> None:
    """A run ends with git's sentence if the repository has moved on."""
    machine.git("commit", "--quiet", "--allow-empty", "--message=Here", folder=machine.profile)
    machine.rename("Dr. Neo Example")
    before = machine.processes
    assert "Not possible to fast-forward" in machine.daily(code=128)
    assert names(machine) == {"Dr. Noa Example"}
    assert machine.processes == before
