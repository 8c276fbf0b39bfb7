"""Check the sources, build a new database, and replace the old one atomically."""

from __future__ import annotations

import errno
import filecmp
import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeVar

from pipeline.loading.database import ProfileDatabase
from pipeline.problems import Report
from pipeline.schema.package import Source, SourcePackage, read_package
from pipeline.validation.across_files import MissingHebrew, OwnerNames, ServicePlaces, ShippedValues
from pipeline.validation.career import Record, in_order, lists_of_profile
from pipeline.validation.records import Watcher, validated

T = TypeVar("T")
Outcome = Literal["built", "unchanged", "checked", "refused"]
# Readable by everyone, whatever the umask.
MODE = 0o644


@dataclass(frozen=True)
class Result:
    """The outcome of a build or check. ``counts`` holds the number of rows by source; it is empty if nothing was read.

    After a check, ``documents`` holds the valid YAML files by source.
    """

    outcome: Outcome
    report: Report
    counts: dict[str, int]
    documents: dict[str, Record] = field(default_factory=dict)


def check(folder: Path, *, publishing: bool = False) -> Result:
    """Validate all sources without building a database; ``publishing`` refuses placeholders."""
    report = Report()
    package = read_package(folder, report)
    documents: dict[str, Record] = {}

    def count(source: Source, records: Iterator[Record]) -> int:
        if source.is_table:
            return sum(1 for _ in records)
        for document in records:
            documents[source.name] = document
        return int(source.name in documents)

    counts = for_each(package.sources if package else (), report, count, publishing=publishing)
    return Result("checked", report, counts, documents)


def for_each(
    sources: tuple[Source, ...], report: Report, use: Callable[[Source, Iterator[Record]], T], *, publishing: bool = False
) -> dict[str, T]:
    """Return what ``use`` makes of the valid records of each source. Problems go to the report."""
    watchers: list[Watcher] = [ShippedValues(publishing=publishing), MissingHebrew(), ServicePlaces(sources), OwnerNames()]
    results: dict[str, T] = {}
    lists: Record = {}
    for source in sorted(sources, key=lambda source: source.name != "cv"):  # it completes the profile
        records = validated(source, report, watchers, lists if source.name == "profile" else None)
        if source.name == "cv":
            entries = in_order(source, records)
            lists, records = lists_of_profile(entries), iter(entries)
        results[source.name] = use(source, records)
    for watcher in watchers:
        report.extend(watcher.warnings())
    return {source.name: results[source.name] for source in sources}


def build(folder: Path, target: Path, *, strict: bool = False, publishing: bool = False) -> Result:
    """Build ``target`` from the sources in ``folder``, unless they have errors (or warnings, if ``strict``).

    ``publishing`` refuses placeholders.

    Raises:
        OSError, sqlite3.Error: the file cannot be written. The old file is unchanged.
    """
    report = Report()
    package = read_package(folder, report)
    if package is None:
        return Result("refused", report, {})
    target = target.resolve()  # replace the target of a link, not the link
    if target.is_relative_to(folder.resolve()):
        raise PermissionError(errno.EACCES, "it is in the folder of the sources, which are never overwritten", str(target))
    if target.exists() and not target.is_file():
        raise FileExistsError(errno.EEXIST, "it is not a regular file", str(target))
    target.parent.mkdir(parents=True, exist_ok=True)
    with temporary_beside(target) as temporary:
        # Hash the files before reading them: if they change in between, the next build sees a difference.
        version = sources_sha256(package)
        with ProfileDatabase(temporary, package.sources) as database:
            counts = for_each(package.sources, report, database.load, publishing=publishing)
            if not report.passes(strict=strict):
                return Result("refused", report, counts)
            database.add_images(folder)
            database.finish(version)
        outcome = publish(temporary, target)
    return Result(outcome, report, counts)


def publish(temporary: Path, target: Path) -> Outcome:
    """Replace the target with the finished file. Identical bytes are left alone, so that no reader reloads them."""
    if target.is_file() and filecmp.cmp(temporary, target, shallow=False):
        return "unchanged"
    temporary.chmod(MODE)
    sync(temporary)
    temporary.replace(target)
    sync(target.parent)
    return "built"


def sync(path: Path) -> None:
    """Flush a file or folder to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def temporary_beside(target: Path) -> Iterator[Path]:
    """Return the path of a new file next to the target, and delete the file afterwards.

    Its name is always the same, so that a build replaces what a killed one left. A lock on the folder makes another build wait.
    """
    import fcntl  # Windows lacks it, and only a build needs it

    temporary = target.with_name(f".{target.name}.tmp")
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        temporary.unlink(missing_ok=True)
        yield temporary
    finally:
        temporary.unlink(missing_ok=True)
        os.close(folder)


def sources_sha256(package: SourcePackage) -> str:
    """Return the version of the data: a hash of names and bytes. A file that cannot be read counts as empty."""
    total = hashlib.sha256()
    for path in package.files:
        content = b""
        with suppress(OSError):
            content = path.read_bytes()
        total.update(f"{path.name}\0{hashlib.sha256(content).hexdigest()}\n".encode())
    return total.hexdigest()
