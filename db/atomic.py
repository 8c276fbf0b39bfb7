"""Replace a file atomically: a reader sees the old bytes or the new ones."""

from __future__ import annotations

import filecmp
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

# Readable by everyone, whatever the umask.
FILE_MODE = 0o644


def replace_file(temporary: Path, target: Path) -> bool:
    """Replace the target with the finished file. False if the bytes are the same, so no reader has to reload them."""
    if target.is_file() and filecmp.cmp(temporary, target, shallow=False):
        return False
    temporary.chmod(FILE_MODE)
    flush_to_disk(temporary)
    temporary.replace(target)
    flush_to_disk(target.parent)
    return True


def flush_to_disk(path: Path) -> None:
    """Flush a file or folder to the disk. Not on Windows, which cannot open a folder or flush a file opened for reading."""
    if not fcntl:
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def temporary_beside(target: Path) -> Iterator[Path]:
    """Yield the path of a new file next to the target, and delete the file afterwards.

    Its name never changes, so a build replaces the file that a killed build left. A lock on the folder makes another build wait.
    On Windows, another build fails: nobody can delete a file that is open.
    """
    temporary = target.with_name(f".{target.name}.tmp")
    with lock(target.parent):
        temporary.unlink(missing_ok=True)
        try:
            yield temporary
        finally:
            temporary.unlink(missing_ok=True)


def write_file(target: Path, content: bytes) -> None:
    """Write a whole file atomically."""
    with temporary_beside(target) as temporary:
        temporary.write_bytes(content)
        replace_file(temporary, target)


@contextmanager
def lock(folder: Path) -> Iterator[None]:
    if not fcntl:
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
