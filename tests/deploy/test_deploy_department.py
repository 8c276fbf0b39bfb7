"""The daily run of a department: files, written by a user of its own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT, Run
from tests.support.department import make_department
from tests.support.messages import edit
from tests.support.nginx import DEPLOY
from tests.support.repository import git, script

pytestmark = pytest.mark.slow


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A folder in place of a machine's paths, with a department of one person, whose commands are those of this software."""
    origin, department, programs = tmp_path / "origin", tmp_path / "srv" / "department", tmp_path / "bin"
    sources = make_department(origin / "sources")
    shutil.rmtree(sources / "people" / "yael")
    edit(sources, "department.yaml", "  yael:\n    groups: [Headache]\n    github: yael-ba\n", "")
    (origin / "Makefile").write_text(f"site:\n\t@PYTHONPATH={ROOT} {sys.executable} -m cli site -- $(OUT)\n")
    git(origin, "init", "--quiet")
    git(origin, "add", "--all")
    git(origin, "commit", "--quiet", "--message=A department")
    git(tmp_path, "clone", "--quiet", str(origin), str(department))
    for name, line in {"runuser": 'echo "as $3"; exec sh -c "${2#--command=}"', "stat": "cat $MACHINE/owner"}.items():
        script(programs / name, line)
    (tmp_path / "owner").write_text("profile-department")
    (tmp_path / "etc" / "default").mkdir(parents=True)
    (tmp_path / "etc" / "default" / "profile-department").write_text(f"OUT={tmp_path}/var/www/department\n")
    text = (DEPLOY / "daily").read_text()
    for path in ("/srv/", "/var/", "/etc/"):
        text = text.replace(path, f"{tmp_path}{path}")
    script(tmp_path / "profile-department", text)
    return tmp_path


def daily(machine: Path, *options: str) -> Run:
    environment = {**os.environ, "PATH": f"{machine / 'bin'}:{os.environ['PATH']}", "MACHINE": str(machine)}
    command = [str(machine / "profile-department"), *options]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return Run(done.returncode, done.stdout, done.stderr)


def test_it_writes_the_site_as_the_user_of_the_folder(machine: Path) -> None:
    done = daily(machine, "--verbose")
    assert (done.code, done.out.splitlines().count("as profile-department")) == (0, 2)
    assert (machine / "var/www/department/people.json").is_file()


def test_what_failed_is_printed(machine: Path) -> None:
    """Cron mails it."""
    assert daily(machine) == Run(0, "", "")
    edit(machine / "origin" / "sources" / "people" / "dana", "profile.yaml", "specialty:", "speciality:")
    git(machine / "origin", "commit", "--quiet", "--all", "--message=A mistake")
    done = daily(machine)
    assert (done.code, "dana failed, for the reason above: the pages and the card stay as they were." in done.err) == (2, True)


def test_root_does_not_read_the_files_of_others(machine: Path) -> None:
    (machine / "owner").write_text("root")
    done = daily(machine)
    assert (done.code, done.err) == (2, f"{machine}/srv/department belongs to root. Give it to a user of its own.\n")
