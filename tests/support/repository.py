"""The files of a profile repository, the commands to run in it, and a stand-in for GitHub."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from tests.conftest import ROOT

TEMPLATE = ROOT / "pipeline" / "template"
WORKFLOWS = TEMPLATE / "dot-github" / "workflows"
ADDRESS = "https://code.example.org/public-profile-service.git"
IDENTITY = {f"GIT_{role}_{part}": "noa@example.org" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
# GitHub's command line, which only its host can answer: it notes what it is asked, and the text of a pull request.
TOOL = """#!/bin/sh
echo "$*" >> asked
case "$*" in
*head=*) cat open ;;
*build_type) cat pages ;;
*html_url) echo https://github.com/noa/profile ;;
*) cat > body; test ! -s refusal || { cat refusal >&2; exit 1; } ;;
esac
"""


def push(repository: Path, target: Path) -> None:
    """Push to a new host with the commands of the repository's README."""
    git(target.parent, "init", "--quiet", "--bare", "--initial-branch=main", target.name)
    block = re.search(r"```sh\n(.*?)```", (repository / "README.md").read_text(), re.DOTALL)
    assert block
    done = run(repository, block[1].replace("https://github.com/NAME/REPOSITORY.git", f"'{target}'"), **IDENTITY)
    assert done.returncode == 0, done.stderr


def run(folder: Path, command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in the repository, with the libraries of this environment."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(["bash", "-e", "-c", command], capture_output=True, text=True, cwd=folder, env=env, check=False)


def git(folder: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=Noa Example", "-c", "user.email=noa@example.org")
    return subprocess.run(["git", *identity, *arguments], capture_output=True, text=True, cwd=folder, check=True).stdout.strip()


def commit(repository: Path, *names: str) -> None:
    """Commit files of a new repository."""
    git(repository, "init", "--quiet")
    git(repository, "add", "--", *names)
    git(repository, "commit", "--quiet", "--allow-empty", "--message", "Files")
