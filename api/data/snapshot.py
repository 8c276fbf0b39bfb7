"""One state of the database file."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections import defaultdict
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any, TypeVar

from api.data.connection import Connection
from api.errors import UnavailableError
from db.layout import APPLICATION_ID, SCHEMA_VERSION, is_truncated

logger = logging.getLogger(__name__)
T = TypeVar("T")


class _Thread(threading.local):
    """The connection of a thread."""

    connection: Connection | None = None


class Snapshot:
    """The bytes of the database file at one moment. A request reads a single snapshot from beginning to end.

    Whatever is derived from the data, such as finished responses, is kept here: it is discarded with the data.

    Attributes:
        content: the bytes; none if the file cannot be served.
        problem: why it cannot be served; empty if it can.
    """

    def __init__(self, path: Path) -> None:
        self.content = b""
        self.problem = ""
        self.thread = _Thread()
        self.derived: dict[Hashable, Any] = {}
        self.locks: defaultdict[Hashable, threading.Lock] = defaultdict(threading.Lock)
        try:
            self.content = read_file(path)
            check(self.connection, len(self.content))
        except UnavailableError as error:
            self.problem = error.reason
        except (OSError, ValueError, sqlite3.Error, MemoryError) as error:  # the last one for an empty file
            logger.error("Cannot read the database %s: %s", path, error)
            self.problem = UnavailableError().reason

    @property
    def connection(self) -> Connection:
        """This thread's connection.

        Raises:
            UnavailableError: there is no database, or it cannot be read.
        """
        if self.problem:
            raise UnavailableError(self.problem)
        if self.thread.connection is None:
            self.thread.connection = Connection(self.content)
        return self.thread.connection

    def keep(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what is kept under a key. The first thread that asks makes it, while the others wait."""
        with self.locks[key]:
            if key not in self.derived:
                self.derived[key] = make()
            value: T = self.derived[key]
            return value


def read_file(path: Path) -> bytes:
    """Return the bytes of the file at a path.

    Raises:
        UnavailableError: there is no file.
        OSError, ValueError: it cannot be read.
    """
    if not path.exists():
        raise UnavailableError("The database does not exist yet. Build it with make build-db.")
    if not path.is_file():
        raise OSError("not a regular file")  # opening a pipe would wait for a writer
    return path.read_bytes()


def check(connection: sqlite3.Connection, size: int) -> None:
    """Check that this version can read a database with so many bytes.

    Raises:
        UnavailableError: the file is truncated, or was not built by this version of the pipeline.
    """
    if is_truncated(connection, size):
        raise UnavailableError("The database file is truncated.")
    marks = [connection.execute(f"pragma {name}").fetchone()[0] for name in ("application_id", "user_version")]
    if marks != [APPLICATION_ID, SCHEMA_VERSION]:
        raise UnavailableError("The database was built by another version. Rebuild it with make build-db.")
