"""A profile repository with the software of this environment, and a stand-in for GitHub."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from pipeline.__main__ import main
from tests.conftest import ROOT
from tests.support.services import OWNER

TEMPLATE = ROOT / "pipeline" / "template"
WORKFLOWS = TEMPLATE / "dot-github" / "workflows"
ADDRESS = "https://code.example.org/public-profile-service.git"
IDENTITY = {f"GIT_{role}_{part}": "noa@example.org" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
FILES = {
    *(f".github/workflows/{path.name}" for path in WORKFLOWS.iterdir()),
    ".gitignore",
    "AGENTS.md",
    "Makefile",
    "README.md",
    "imports/README.md",
    "requirements.txt",
    "software.txt",
    "sources/README.md",
    *(f"sources/{name}.yaml" for name in ("clinic", "profile", "research", "site")),
    *(f"sources/{name}.csv" for name in ("cv", "publications", "services")),
}
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


def new_repository(folder: Path) -> None:
    """Make a profile repository in which make finds the software installed."""
    assert main(["new", str(folder), "--software", ADDRESS]) == 0
    (folder / ".venv" / "bin").mkdir(parents=True)
    python = folder / ".venv" / "bin" / "python"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    python.with_name("public-profile").write_text("import sys\nfrom pipeline.__main__ import run\nsys.exit(run())\n")
    (folder / ".venv" / "installed").touch()


def host(repository: Path) -> None:
    """Let an owner with an ORCID iD push the repository to a host that has no pull request."""
    for path in (repository / "sources").iterdir():
        path.write_text(path.read_text().replace("REPLACE", "Own"))
    profile = repository / "sources" / "profile.yaml"
    profile.write_text(f"name: Noa Example\nspecialty: Radiology\npositions: [Head]\norcid: {OWNER}\n")
    push(repository, repository.parent / "host.git")
    (repository / ".git" / "info" / "exclude").write_text("asked\nbody\nopen\npages\nrefusal\n")
    for name, text in (("open", ""), ("pages", "workflow\n")):
        (repository / name).write_text(text)
    (repository.parent / "bin").mkdir()
    tool = repository.parent / "bin" / "gh"
    tool.write_text(TOOL)
    tool.chmod(0o755)


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
