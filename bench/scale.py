"""Databases to measure on: the example's, and synthetic ones of any size, made by the pipeline as every other."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bench import machine, synthetic
from bench.servers import SETTINGS

# Not in git. One folder for each version of the code that makes what is in it; older ones are deleted.
KEPT = machine.ROOT / ".bench"
SMALL, MEDIUM, LARGE = 1_000, 100_000, 1_000_000


@dataclass(frozen=True)
class Spent:
    """What a command took: seconds by the clock and on a core, and megabytes at its peak."""

    seconds: float
    cpu: float
    peak: float


@cache
def folder() -> Path:
    """Where the databases of this version of the code lie."""
    total = hashlib.sha256()
    pipeline = machine.ROOT / "pipeline"
    files = [*pipeline.rglob("*.py"), *synthetic.SOURCES.iterdir(), Path(synthetic.__file__)]
    for path in sorted(files):
        total.update(path.name.encode() + b"\0" + path.read_bytes())
    own = KEPT / total.hexdigest()[:16]
    for old in KEPT.glob("*"):
        if old != own:
            shutil.rmtree(old)
    own.mkdir(parents=True, exist_ok=True)
    return own


def example() -> Path:
    """The database of the example that ships."""
    target = folder() / "example" / "profile.db"
    if not target.is_file():
        timed(build_command(synthetic.SOURCES, target))
    return target


def sources(publications: int) -> Path:
    """Synthetic sources with so many publications."""
    made = folder() / str(publications) / "sources"
    if not made.is_dir():
        say(f"Writing {publications:,} publications as CSV ...")
        partial = made.with_name(f"partial-{os.getpid()}")
        partial.parent.mkdir(parents=True, exist_ok=True)
        synthetic.write(partial, publications)
        partial.rename(made)
    return made


def database(publications: int) -> tuple[Path, Spent]:
    """A database with so many publications, and what its build took."""
    target = folder() / str(publications) / "profile.db"
    record = target.with_suffix(".json")
    if not record.is_file():
        command = build_command(sources(publications), target)
        say(f"Building a database of {publications:,} publications ...")
        spent = timed(command, progress=True)
        record.write_text(json.dumps([spent.seconds, spent.cpu, spent.peak]), encoding="utf-8")
    return target, Spent(*json.loads(record.read_text(encoding="utf-8")))


def build_command(folder: Path, target: Path) -> list[str]:
    return [sys.executable, "-m", "pipeline", "build", "--sources", str(folder), "--database", str(target)]


def timed(command: Sequence[str], cwd: Path = machine.ROOT, *, progress: bool = False) -> Spent:
    """Run a command on the servers' core to its end.

    Raises:
        SystemExit: it failed.
    """
    core, _ = machine.cores()
    clean = {key: value for key, value in os.environ.items() if key not in SETTINGS}
    began = time.perf_counter()
    process = subprocess.Popen(
        command,
        cwd=cwd,
        env=clean,
        stdout=subprocess.DEVNULL,
        stderr=None if progress else subprocess.DEVNULL,
        preexec_fn=lambda: os.sched_setaffinity(0, core),
    )
    _, status, usage = os.wait4(process.pid, 0)
    elapsed = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}.")
    return Spent(elapsed, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)
