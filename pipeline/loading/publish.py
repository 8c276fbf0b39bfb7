"""Check the sources, build a new database, and replace the old one atomically."""

from __future__ import annotations

import errno
import filecmp
import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pipeline.problems import Report
from pipeline.schema.package import SourcePackage, read_package
from pipeline.validation.across_files import MissingHebrew, OtherLists, OwnerNames, ServicePlaces, ShippedValues
from pipeline.validation.cv_entries import Record, lists_of_profile, sort_entries
from pipeline.validation.records import CrossFileCheck, validate_source

Outcome = Literal["built", "unchanged", "checked", "refused"]
# Readable by everyone, whatever the umask.
MODE = 0o644


@dataclass(frozen=True)
class Result:
    """The outcome of a build or check, and the valid records of each source; no source, if the schema cannot be read."""

    outcome: Outcome
    report: Report
    records: dict[str, list[Record]]

    @property
    def counts(self) -> dict[str, int]:
        """The number of valid rows by source."""
        return {name: len(records) for name, records in self.records.items()}


def check(folder: Path, *, publishing: bool = False, others: Iterable[CrossFileCheck] = ()) -> Result:
    """Validate all sources without building a database; ``publishing`` refuses placeholders, ``others`` watch too."""
    report = Report()
    package = read_package(folder, report)
    records = valid_records(package, report, publishing=publishing, others=others) if package else {}
    return Result("checked", report, records)


def valid_records(
    package: SourcePackage, report: Report, *, publishing: bool, others: Iterable[CrossFileCheck] = ()
) -> dict[str, list[Record]]:
    """Return the valid records of each source. Problems go to the report."""
    cross_checks: list[CrossFileCheck] = [
        *others,
        ShippedValues(publishing=publishing),
        MissingHebrew(),
        ServicePlaces(package.sources),
        OwnerNames(),
    ]
    records: dict[str, list[Record]] = {source.name: [] for source in package.sources}
    lists: Record = {}
    for source in sorted(package.sources, key=lambda source: source.name != "cv"):  # it completes the profile
        errors = report.errors
        valid = [*validate_source(source, report, cross_checks, lists if source.name == "profile" else None)]
        if source.name == "cv":
            valid = sort_entries(source, valid)
            lists = lists_of_profile(valid)
            if report.errors == errors:  # otherwise they may lack an entry
                cross_checks.append(OtherLists(lists))
        records[source.name] = valid
    for cross_check in cross_checks:
        report.extend(cross_check.warnings())
    return records


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
        records = valid_records(package, report, publishing=publishing)
        if not report.passes(strict=strict):
            return Result("refused", report, records)
        from pipeline.loading.database import write_database  # a check needs no sqlite-utils, which takes long to import

        write_database(temporary, package.sources, records, version)
        outcome = publish(temporary, target)
    return Result(outcome, report, records)


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
