"""The files of a profile repository, the commands to run in it, and a stand-in for GitHub."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.conftest import ROOT

TEMPLATE = ROOT / "pipeline" / "template"
WORKFLOWS = TEMPLATE / "dot-github" / "workflows"
ADDRESS = "https://code.example.org/public-profile-service.git"
IDENTITY = {f"GIT_{role}_{part}": "noa@example.org" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
# GitHub's command line, which only its host can answer: it notes what it is asked, and the text of a pull request.
TOOL = """\
echo "$*" >> asked
case "$*" in
*head=*) cat open ;;
*build_type) cat pages ;;
*html_url) echo https://github.com/noa/profile ;;
*) cat > body; test ! -s refusal || { cat refusal >&2; exit 1; } ;;
esac
"""
# Two releases of the software.
FIRST = {
    "CHANGELOG.md": "# Changelog\n\n### For owners\n\n- The first release.\n",
    "pipeline/template/Makefile": "serve:\n",
    "pipeline/template/README.md": "# My profile\n",
    "pipeline/template/requirements.txt": "falcon==4.4\n",
    "pipeline/template/sources/site.yaml": "name: REPLACE\n",
    "sources/README.md": "# Your data\n",
    "pipeline/template/dot-github/workflows/check.yml": "name: Check\n",
}
SECOND = {
    "CHANGELOG.md": (
        "# Changelog\n\n### For owners\n\n- Pages have\n  a photo.\n- The first release.\n\n### For operators\n\n- Less memory.\n"
    ),
    "pipeline/template/Makefile": "serve:\nsync:\n",
    "pipeline/template/README.md": "# My profile, again\n",
    "pipeline/template/requirements.txt": "falcon==4.5\n",
    "pipeline/template/sources/site.yaml": "name: REPLACE IT\n",
    "sources/README.md": "# Your data, with a new field\n",
    "pipeline/template/dot-github/workflows/sync.yml": "name: Sync\n",
}
GITHUB = "https://github.com/noa/software"
CALL = "name: Check\n    uses: noa/software/.github/workflows/check.yml@"


def script(path: Path, lines: str) -> None:
    """Write an executable shell script, and make its folder if needed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{lines}\n", encoding="utf-8")
    path.chmod(0o755)


def push(repository: Path, target: Path) -> None:
    """Commit everything, and push it to a new host."""
    git(target.parent, "init", "--quiet", "--bare", "--initial-branch=main", target.name)
    git(repository, "init", "--quiet", "--initial-branch=main")
    git(repository, "add", "--all")
    git(repository, "commit", "--quiet", "--message=My profile")
    git(repository, "remote", "add", "origin", str(target))
    git(repository, "push", "--quiet", "--set-upstream", "origin", "main")


def run(folder: Path, command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(["bash", "-e", "-c", command], capture_output=True, text=True, cwd=folder, env=env, check=False)


def git(folder: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=Noa Example", "-c", "user.email=noa@example.org")
    return subprocess.run(["git", *identity, *arguments], capture_output=True, text=True, cwd=folder, check=True).stdout.strip()


def commit(repository: Path, *names: str) -> None:
    git(repository, "init", "--quiet")
    git(repository, "add", "--", *names)
    git(repository, "commit", "--quiet", "--allow-empty", "--message", "Files")


def write_files(folder: Path, files: dict[str, str]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)


def release(software: Path, files: dict[str, str]) -> str:
    """Commit a version of the software; return the line of software.txt that names it."""
    write_files(software, files)
    git(software, "add", "--all")
    git(software, "commit", "--quiet", "--message", "release")
    return f"public-profile-service @ git+{software.as_uri()}@{git(software, 'rev-parse', 'HEAD')}\n"


def put_on_github(software: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let git find a folder at an address on GitHub."""
    settings = {"COUNT": "1", "KEY_0": f"url.{software.as_uri()}.insteadOf", "VALUE_0": GITHUB}
    for name, value in settings.items():
        monkeypatch.setenv(f"GIT_CONFIG_{name}", value)
