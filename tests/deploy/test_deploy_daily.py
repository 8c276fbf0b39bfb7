"""The daily run of one small machine, and the way back to yesterday's data, as deploy/README.md gives them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import ROOT, Server
from tests.support.front import DEPLOY
from tests.support.load import SHIPPED
from tests.support.wire import within_2_seconds

SOFTWARE = ("Makefile", "requirements.txt", "api", "db", "pipeline", "sources")
GIT = ("git", "-c", "user.name=Noa Example", "-c", "user.email=noa@example.org")


class Machine:
    """A folder in place of a machine's paths, its published repository, and a record of what systemd is told."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.origin, self.profile = folder / "origin", folder / "profile"
        self.backups, self.cache, self.told = folder / "backups", folder / "cache", folder / "told"
        self.programs = folder / "bin"
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
        script(self.programs / "systemctl", f'echo "$@" >> {self.told}')

    def git(self, *arguments: str) -> None:
        subprocess.run([*GIT, *arguments], cwd=self.origin, check=True, capture_output=True)

    def commit(self) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message=Change")

    def run(self, text: str, code: int = 0) -> str:
        """Run a script with this machine's paths; return what it prints."""
        for written, path in (("/srv/profile", self.profile), ("/var/backups/profile", self.backups)):
            text = text.replace(written, str(path))
        text = text.replace("/var/cache/nginx/profile", str(self.cache)).replace("sleep 3", "sleep 0")
        settings = {name: value for name, value in os.environ.items() if name not in ("SOURCES", "PROFILE_DB")}
        environment = {**settings, "PATH": f"{self.programs}:{os.environ['PATH']}"}
        done = subprocess.run(["sh", "-eu", "-c", text], env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == code, done
        return done.stdout + done.stderr

    def rename(self, name: str) -> None:
        """Change the owner's name in the published repository."""
        profile = self.origin / "sources" / "profile.yaml"
        changed = re.sub("^name: .*", f"name: {name}", profile.read_text(encoding="utf-8"), flags=re.MULTILINE)
        profile.write_text(changed, encoding="utf-8")
        self.commit()


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
    assert machine.told.read_text(encoding="utf-8").split("\n")[:2] == ["restart profile@8081", "restart profile@8082"]

    machine.rename('""')
    assert "sources/profile.yaml" in machine.run(daily, code=2)
    assert name_of(server) == "Dr. Neo Example"

    # The copies have the time in their names: the first was made before the change, the second before the error.
    first, _ = sorted(machine.backups.iterdir())
    page = (DEPLOY / "README.md").read_text(encoding="utf-8")
    [back] = re.findall(r"^```sh\n([^`]*2027-03-01-062501-104582133\.db[^`]*)```$", page, re.MULTILINE)
    machine.run(back.replace("2027-03-01-062501-104582133.db", first.name))
    assert within_2_seconds(lambda: name_of(server) == "Dr. Noa Example")
