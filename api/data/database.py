"""The database file: opened read-only, one connection a thread, taken up anew when the file is replaced."""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from api.data.snapshot import Identity, Snapshot
from api.data.store import Store
from api.errors import UnavailableError
from db.layout import APPLICATION_ID, SCHEMA_VERSION, is_whole

logger = logging.getLogger(__name__)

# Seconds that the queries of one request may take, and how many of SQLite's instructions pass between two looks at
# the clock.
TIME_LIMIT = 5.0
INSTRUCTIONS_BETWEEN_CHECKS = 10_000
# Seconds after which the file is looked at again. Not at each request: during the look other threads take the interpreter,
# and to get it back costs ten times what the look does.
LOOK_AGAIN = 0.1


class _Thread(threading.local):
    """What a thread keeps: its connection, the version of the data behind it, and when the present request must be done."""

    connection: sqlite3.Connection | None = None
    snapshot: Snapshot | None = None
    deadline: float = 0.0


class Database:
    """The database at a path. It need not be there yet, and may come, go and change while the service runs."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = str(path)
        self.latest: Snapshot | None = None
        self.looked = 0.0
        self.thread = _Thread()

    def snapshot(self) -> Snapshot | None:
        """Return the snapshot of the file, checked a moment ago at most; None if there is no file."""
        now = time.monotonic()
        if now - self.looked > LOOK_AGAIN:
            self.look()
            self.looked = now
        return self.latest

    def look(self) -> None:
        """Look at the file; ``latest`` is what is there."""
        try:
            found = os.stat(self.name)  # noqa: PTH116 - at every request; Path.stat takes twice as long
        except (OSError, ValueError):
            self.latest = None
            return
        # A file that is replaced, rewritten, or given other rights differs in one of these.
        identity: Identity = (found.st_ino, found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_dev)
        if self.latest is None or self.latest.identity != identity:
            self.latest = Snapshot(identity)

    def store(self) -> Store:
        """What the present request reads from; all of it is of one version of the data.

        Raises:
            UnavailableError: there is no database, or the file is none of ours.
        """
        thread = self.thread
        thread.deadline = time.monotonic() + TIME_LIMIT
        snapshot = self.snapshot()
        if snapshot is None or snapshot is not thread.snapshot:
            self.forget()
        while snapshot is not None:
            if thread.connection is not None:
                return Store(thread.connection, snapshot)
            thread.connection, thread.snapshot = self.open(), snapshot
            # A file that was replaced while it was being opened may be either of the two.
            self.look()
            if self.latest is not snapshot:
                self.forget()
                snapshot = self.latest
        raise UnavailableError("The database is not there yet: it has to be built first.")

    def open(self, *, any_thread: bool = False) -> sqlite3.Connection:
        """Open the file and see whether it is one that this version can read. The connection is for one thread, or for any."""
        # immutable: a built file never changes in place, so SQLite needs no locks and no look at a journal.
        address = f"{self.path.resolve().as_uri()}?mode=ro&immutable=1"
        with ExitStack() as on_failure:
            try:
                if not self.path.is_file():
                    raise OSError("it is no regular file")  # opening a pipe would wait for somebody who writes
                connection = sqlite3.connect(address, uri=True, check_same_thread=not any_thread)
                on_failure.callback(connection.close)
                marks = [connection.execute(f"pragma {name}").fetchone()[0] for name in ("application_id", "user_version")]
                whole = is_whole(connection, self.path.stat().st_size)
            except (OSError, sqlite3.Error) as error:
                logger.error("The database %s cannot be opened: %s", self.path, error)
                raise UnavailableError("The database cannot be read.") from None
            if not whole:
                logger.error("The database %s is shorter than it says", self.path)
                raise UnavailableError("The database is not whole.")
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
        self.thread.connection = self.thread.snapshot = None

    def probe(self) -> dict[str, Any]:
        """The state of the database at this moment: its data version and row counts, or why it cannot be read."""
        try:
            store = self.store()
            return {"ok": True, "version": store.data_version(), **store.row_counts()}
        except UnavailableError as error:
            return {"ok": False, "reason": error.reason}
        except sqlite3.Error:
            self.forget()
            return {"ok": False, "reason": "The database cannot be read."}
