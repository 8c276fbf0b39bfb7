"""Publishing: all or nothing. A new database replaces the old one in one step, or the old one stays as it is."""

from __future__ import annotations

import errno
import fcntl
import filecmp
import hashlib
import os
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from db.layout import is_whole
from pipeline.loading.database import ProfileDatabase
from pipeline.problems import Report
from pipeline.progress import counted
from pipeline.schema.package import Source, SourcePackage, read_package
from pipeline.validation.example import example_warnings
from pipeline.validation.records import Record, validated

Outcome = Literal["built", "unchanged", "current", "checked", "refused"]
# What every reader may read; mkstemp makes files for the owner's eyes only.
MODE = 0o644


@dataclass(frozen=True)
class Result:
    """How a build ended. ``counts`` are rows by source; empty where nothing was read."""

    outcome: Outcome
    report: Report
    counts: dict[str, int]


def check(folder: Path) -> Result:
    """Validate all sources without building anything."""
    report = Report()
    package = read_package(folder, report)
    sources = package.sources if package else ()
    counts = {source.name: sum(1 for _ in records(source, report)) for source in sources}
    report.extend(example_warnings(sources))
    return Result("checked", report, counts)


def build(folder: Path, target: Path, *, strict: bool = False) -> Result:
    """Build ``target`` from the sources in ``folder``, unless they have errors (with ``strict``: or warnings).

    Raises:
        OSError, sqlite3.Error: the file cannot be written; the old one is untouched.
    """
    report = Report()
    package = read_package(folder, report)
    if package is None:
        return Result("refused", report, {})
    target = target.resolve()  # through a link, to the file that it stands for
    if target.is_relative_to(folder.resolve()):
        raise PermissionError(errno.EACCES, "it lies among the sources, which are never written", str(target))
    if target.exists() and not target.is_file():
        raise FileExistsError(errno.EEXIST, "it is no regular file", str(target))
    target.parent.mkdir(parents=True, exist_ok=True)
    with temporary_beside(target) as temporary:
        # The hash is of the bytes as they were before reading: sources that change meanwhile are built anew next time.
        version = sources_sha256(package)
        with ProfileDatabase(temporary, package.sources) as database:
            counts = {source.name: database.load(source, records(source, report)) for source in package.sources}
            report.extend(example_warnings(package.sources))
            if not report.passes(strict=strict):
                return Result("refused", report, counts)
            database.finish(version, code_sha256())
        outcome = publish(temporary, target)
    return Result(outcome, report, counts)


def records(source: Source, report: Report) -> Iterator[Record]:
    """The good rows of a source, with progress where there are many."""
    return counted(validated(source, report), source.label)


def publish(temporary: Path, target: Path) -> Outcome:
    """Put the finished file in the target's place. The same bytes are left alone, so that nobody reloads them."""
    if target.is_file() and filecmp.cmp(temporary, target, shallow=False):
        return "unchanged"
    temporary.chmod(MODE)
    sync(temporary)
    temporary.replace(target)
    sync(target.parent)
    return "built"


def sync(path: Path) -> None:
    """Have the disk hold what was written to a file or to a folder."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def temporary_beside(target: Path) -> Iterator[Path]:
    """An empty file next to the target, gone afterwards; those that killed builds left behind are removed too.

    Each build holds a lock on its own file, so one that is still at work is told from one that was killed. Making,
    locking and clearing away happen under a lock on the folder, so that no build takes a file away from another.
    """
    prefix, suffix = f".{target.name}.", ".tmp"
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        for leftover in target.parent.glob(f"{prefix}*{suffix}"):
            with suppress(OSError), leftover.open("rb") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                leftover.unlink()
        descriptor, name = tempfile.mkstemp(suffix, prefix, target.parent)
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    finally:
        os.close(folder)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)
        os.close(descriptor)


def is_current(folder: Path, target: Path) -> bool:
    """Whether the database was built from exactly these sources by exactly this code."""
    package = read_package(folder, Report())
    if package is None:
        return False
    try:
        wanted = (sources_sha256(package), code_sha256())
        with closing(sqlite3.connect(f"{target.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            found: tuple[str, str] = connection.execute("select sources_sha256, code_sha256 from build").fetchone()
            return found == wanted and is_whole(connection, target.stat().st_size)
    except (OSError, sqlite3.Error):
        return False


def sources_sha256(package: SourcePackage) -> str:
    """The version of the data: one hash over the names and bytes of all files."""
    return sha256_of(package.files)


def code_sha256() -> str:
    """The version of the pipeline that builds."""
    root = Path(__file__).parent.parent.parent
    return sha256_of(sorted((*root.glob("pipeline/**/*.py"), *root.glob("db/*.py"))))


def sha256_of(files: Iterable[Path]) -> str:
    """One hash over names and bytes; a file that cannot be read counts as empty: that is reported elsewhere."""
    total = hashlib.sha256()
    for path in files:
        part = hashlib.sha256()
        with suppress(OSError), path.open("rb") as file:
            while block := file.read(1 << 20):
                part.update(block)
        total.update(f"{path.name}\0{part.hexdigest()}\n".encode())
    return total.hexdigest()
