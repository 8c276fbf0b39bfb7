"""The daily run of one small machine, and the way back to yesterday's data, as deploy/README.md gives them."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import pytest

from tests.conftest import ROOT, Server
from tests.support.cold import free_port
from tests.support.front import DEPLOY, PORTS, proxy
from tests.support.load import SHIPPED
from tests.support.proxies import installed
from tests.support.waiting import until
from tests.support.wire import ask, within_2_seconds

SOFTWARE = ("Makefile", "requirements.txt", "api", "db", "pipeline", "sources")
GIT = ("git", "-c", "user.name=Noa Example", "-c", "user.email=noa@example.org")


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
        subprocess.run(["git", "clone", "--quiet", self.origin, folder / "profile-1"], check=True)
        self.profile.symlink_to("profile-1")
        # The libraries of these tests instead of an installation.
        (self.profile / ".venv" / "bin").mkdir(parents=True)
        script(self.profile / ".venv" / "bin" / "python", f'exec {sys.executable} "$@"')
        for stamp in ("python", "installed"):
            (self.profile / ".venv" / stamp).touch()
        script(self.programs / "systemctl", SYSTEMCTL.format(folder=folder))

    def git(self, *arguments: str) -> None:
        subprocess.run([*GIT, *arguments], cwd=self.origin, check=True, capture_output=True)

    def commit(self) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message=Change")

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


def name_of(server: Server) -> str:
    return str(server.json("/api/profile")["name"])


@pytest.mark.slow
def test_a_day_and_the_way_back(tmp_path: Path, serve: Callable[..., Server]) -> None:
    """A change is published, an error in the sources is not, and yesterday's copy brings back what it held."""
    machine = Machine(tmp_path)
    daily = (DEPLOY / "daily").read_text(encoding="utf-8")
    machine.run(daily)
    server = serve(machine.profile / "db" / "profile.db", command=SHIPPED)
    assert (name_of(server), machine.backups.exists(), list(machine.backups.iterdir())) == ("Dr. Noa Example", True, [])

    (machine.cache / "copy").touch()
    machine.rename("Dr. Neo Example")
    machine.run(daily)
    assert within_2_seconds(lambda: name_of(server) == "Dr. Neo Example")
    assert list(machine.cache.iterdir()) == []
    assert machine.processes == {}  # none was restarted

    machine.rename('""')
    assert "sources/profile.yaml" in machine.run(daily, code=2)
    assert name_of(server) == "Dr. Neo Example"

    # The copies have the time in their names: the first was made before the change, the second before the error.
    first, _ = sorted(machine.backups.iterdir())
    page = (DEPLOY / "README.md").read_text(encoding="utf-8")
    [back] = re.findall(r"^```sh\n([^`]*2027-03-01-062501-104582133\.db[^`]*)```$", page, re.MULTILINE)
    machine.run(back.replace("2027-03-01-062501-104582133.db", first.name))
    assert within_2_seconds(lambda: name_of(server) == "Dr. Noa Example")


@pytest.mark.slow
def test_new_code_fails_no_request(tmp_path: Path) -> None:
    """Although the new code cannot read the old database, nor the old code the new one."""
    installed("nginx")
    machine = Machine(tmp_path)
    daily = (DEPLOY / "daily").read_text(encoding="utf-8")
    machine.run(daily)
    with ExitStack() as stack:
        stack.callback(machine.stop)
        for port in PORTS:
            machine.run(f"systemctl restart profile@{port}")
        before = machine.processes
        front = stack.enter_context(proxy("nginx", tmp_path / "front", list(map(int, machine.ports.values()))))
        server = Server(front.process, front.port, tmp_path, front.log)
        stack.callback(server.client.close)
        assert until(lambda: {ask(server, "/api/status").status for _ in range(4)} == {200})

        machine.change("db/layout.py", "^SCHEMA_VERSION = .*", "SCHEMA_VERSION = 1000")
        machine.rename("Dr. Neo Example")
        with ThreadPoolExecutor(1) as thread:
            run = thread.submit(machine.run, daily)
            numbers = count()
            statuses = [ask(server, f"/publications?q={next(numbers)}").status for _ in iter(run.done, True)]
            run.result()
        after = machine.processes
        assert {ask(server, f"/api/profile?{number}").json()["name"] for number in range(4)} == {"Dr. Neo Example"}
    assert set(statuses) == {200}
    assert not set(before.values()) & set(after.values())
    # The folder of the old code is gone.
    assert [path.name for path in tmp_path.glob("profile-*")] == [machine.profile.resolve().name]
