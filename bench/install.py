"""The peers' own environment: what this service is measured against, and nothing else."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from bench.machine import ROOT

ENVIRONMENT = ROOT / ".venv-bench"
LOCK = ROOT / "requirements-bench.txt"
INSTALLED = ENVIRONMENT / "installed"
# One package of a lock file: its line, and those with its hashes.
PACKAGE = re.compile(r"^[^\s#].*(?:\n[ \t]+.*)*", re.MULTILINE)


def peers() -> Path:
    """The folder of the peers' commands; they are installed if the lock file has changed since."""
    commands = ENVIRONMENT / "bin"
    if not INSTALLED.is_file() or INSTALLED.read_bytes() != LOCK.read_bytes():
        print(f"Installing what to measure against, into {ENVIRONMENT.name} ...", file=sys.stderr, flush=True)
        venv.create(ENVIRONMENT, with_pip=True)
        lock = LOCK.read_text(encoding="utf-8")
        # All at once; if that fails, one by one, so that one peer that cannot be had does not take the others along.
        if not install(commands, lock):
            failed = [package.split("==")[0] for package in PACKAGE.findall(lock) if not install(commands, package)]
            print(f"Could not be installed: {', '.join(failed)}.", file=sys.stderr)
            if failed:
                return commands
        INSTALLED.write_bytes(LOCK.read_bytes())
    return commands


def install(commands: Path, lock: str) -> bool:
    """Install what a lock file names, with exactly these hashes; whether it could be had."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".txt") as file:
        file.write(lock)
        file.flush()
        pip = [str(commands / "python"), "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
        options = ["--require-hashes", "--no-deps", "--requirement", file.name]
        return subprocess.run([*pip, *options], check=False, stderr=subprocess.DEVNULL).returncode == 0
