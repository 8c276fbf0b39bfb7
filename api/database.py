"""The database file: opened read-only, one connection a thread, taken up anew when the file is replaced."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from api.errors import UnavailableError
from api.store import Store
from pipeline.layout import APPLICATION_ID, SCHEMA_VERSION

logger = logging.getLogger(__name__)

# Seconds that the queries of one request may take, and how many of SQLite's instructions pass between two looks at
# the clock.
TIME_LIMIT = 5.0
INSTRUCTIONS_BETWEEN_CHECKS = 10_000

# Device, inode, size, time of change: a file that was replaced or rewritten differs in one of them.
Identity = tuple[int, int, int, int]


class _Thread(threading.local):
    """What a thread keeps: its connection, the file behind it, and when the present request must be done."""

    connection: sqlite3.Connection | None = None
    identity: Identity | None = None
    deadline: float = 0.0


class Database:
    """The database at a path. It need not be there yet, and may come, go and change while the service runs."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.thread = _Thread()

    def connection(self) -> sqlite3.Connection:
        """A connection for the present request; all that is read from it is of one version of the data.

        Raises:
            UnavailableError: there is no database, or the file is none of ours.
        """
        thread = self.thread
        thread.deadline = time.monotonic() + TIME_LIMIT
        try:
            status = self.path.stat()
        except OSError:
            self.forget()
            raise UnavailableError("The database is not there yet: it has to be built first.") from None
        identity = (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)
        if thread.connection is None or thread.identity != identity:
            self.forget()
            thread.connection = self.open()
            thread.identity = identity
        return thread.connection

    def open(self) -> sqlite3.Connection:
        """Open the file and see whether it is one that this version can read."""
        with ExitStack() as on_failure:
            try:
                # immutable: a built file never changes in place, so SQLite needs no locks and no look at a journal.
                connection = sqlite3.connect(f"{self.path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
                on_failure.callback(connection.close)
                marks = [connection.execute(f"pragma {name}").fetchone()[0] for name in ("application_id", "user_version")]
            except sqlite3.Error as error:
                logger.error("The database %s cannot be opened: %s", self.path, error)
                raise UnavailableError("The database cannot be read.") from None
            if marks != [APPLICATION_ID, SCHEMA_VERSION]:
                logger.error("The database %s was not built by this version of the pipeline: %s", self.path, marks)
                raise UnavailableError("The database was built by another version and has to be built again.")
            on_failure.pop_all()
        connection.set_progress_handler(self.is_late, INSTRUCTIONS_BETWEEN_CHECKS)
        return connection

    def is_late(self) -> bool:
        """Whether the running query has used up its time; SQLite then stops it."""
        return time.monotonic() > self.thread.deadline

    def forget(self) -> None:
        """Close this thread's connection; the next request opens the file anew."""
        if self.thread.connection is not None:
            self.thread.connection.close()
        self.thread.connection = self.thread.identity = None

    def probe(self) -> dict[str, Any]:
        """The state of the database at this moment: its data version and row counts, or why it cannot be read."""
        try:
            store = Store(self.connection())
            return {"ok": True, "version": store.data_version(), **store.row_counts()}
        except UnavailableError as error:
            return {"ok": False, "reason": error.reason}
        except sqlite3.Error:
            self.forget()
            return {"ok": False, "reason": "The database cannot be read."}
