"""The database file and its snapshots. A change of the file makes a new snapshot."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Hashable
from pathlib import Path

from db.connection import Connection
from db.file_format import APPLICATION_ID, SCHEMA_VERSION, UnavailableError
from db.store import Store

logger = logging.getLogger(__name__)
# Seconds between two checks of the file.
CHECK_SECONDS = 0.1
# Seconds until the next try, if a file could not be read: the reason can disappear without a change of the file.
RETRY_SECONDS = 1.0


class _Thread(threading.local):
    """The connection of a thread, and what it has read."""

    store: Store | None = None


class Snapshot:
    """The bytes of the database file at one moment. A request reads a single snapshot from beginning to end.

    Attributes:
        problem: why the service cannot serve it; empty if it can.
        failure: the error of the operating system or SQLite, if the file cannot be read.
        failures: why some documents cannot be made from it, by their names.
    """

    def __init__(self, path: Path) -> None:
        self.file = b""
        self.problem = self.failure = ""
        self.failures: dict[Hashable, str] = {}
        self.thread = _Thread()
        try:
            self.file = read_file(path)
            check_version(self.store.connection, len(self.content))
        except UnavailableError as error:
            self.problem = error.reason
        except (OSError, ValueError, sqlite3.Error, MemoryError) as error:
            reason = getattr(error, "strerror", None) or str(error) or "not enough memory"  # strerror names no path
            self.problem, self.failure = f"The database cannot be read: {reason}.", f"{type(error).__name__}: {error}"

    @property
    def content(self) -> bytes:
        """The bytes of the file.

        Raises:
            UnavailableError: there is no database, or it cannot be read.
        """
        if self.problem:
            raise UnavailableError(self.problem)
        return self.file

    @property
    def store(self) -> Store:
        """The data, with this thread's connection.

        Raises:
            UnavailableError: there is no database, or it cannot be read.
        """
        content = self.content
        if self.thread.store is None:
            self.thread.store = Store(Connection(content))
        return self.thread.store


def read_file(path: Path) -> bytes:
    """Read the bytes of the file at a path.

    Raises:
        UnavailableError: there is no file.
        OSError, ValueError: the file cannot be read.
    """
    if not path.exists():
        raise UnavailableError("The database does not exist yet. Build it with make build-db or public-profile build.")
    if not path.is_file():
        raise OSError("not a regular file")  # opening a pipe would wait for a writer
    if not (content := path.read_bytes()):
        raise OSError("the file is empty")  # sqlite3 would raise MemoryError
    return content


def check_version(connection: sqlite3.Connection, size: int) -> None:
    """Check that this version can read a database, whose file has ``size`` bytes.

    Raises:
        UnavailableError: the file is truncated, or was not built by this version of the pipeline.
    """
    names = ("page_count", "page_size", "application_id", "user_version")
    pages, page_size, *marks = (connection.execute(f"pragma {name}").fetchone()[0] for name in names)
    # SQLite itself rejects a file that lacks whole pages, but accepts a truncated last page.
    if pages * page_size > size:
        raise UnavailableError("The database file is truncated.")
    if marks != [APPLICATION_ID, SCHEMA_VERSION]:
        raise UnavailableError(
            "The database is from another version of the software. Restart the service. If that does not help, rebuild the "
            "database with make build-db or public-profile build."
        )


class Database:
    """The database at a path. It can appear, change and disappear while the service runs."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lock = threading.Lock()
        self.checked = self.read = 0.0
        self.state: tuple[int, int, int] | None = None
        self.latest: Snapshot | None = None

    def snapshot(self) -> Snapshot:
        """The current state of the file, at most ``CHECK_SECONDS`` old."""
        with self.lock:
            if self.latest is None or time.monotonic() - self.checked > CHECK_SECONDS:
                self.latest = self.read_if_changed()
                self.checked = time.monotonic()
            return self.latest

    def read_if_changed(self) -> Snapshot:
        """Read the file if it has changed, or again after ``RETRY_SECONDS`` if it could not be read."""
        try:
            facts = self.path.stat()
            # The time of the last change covers content, name and permissions.
            state = (facts.st_ino, facts.st_ctime_ns, facts.st_size)
        except (OSError, ValueError):
            state = None
        failure = self.latest.failure if self.latest else ""
        if self.latest is None or state != self.state or (failure and time.monotonic() - self.read > RETRY_SECONDS):
            self.latest, self.state, self.read = Snapshot(self.path), state, time.monotonic()
            if self.latest.failure not in ("", failure):
                logger.error("Cannot read the database %s: %s", self.path, self.latest.failure)
        return self.latest
