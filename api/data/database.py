"""The database file: one connection per thread, reopened when the file is replaced."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Hashable
from pathlib import Path
from typing import Any

from api.data.connection import Connection, open_database
from api.data.snapshot import Identity, Snapshot
from api.data.store import Store
from api.errors import UnavailableError

# Seconds between two checks of the file. Each releases the GIL, and getting it back takes ten times as long as the check.
CHECK_INTERVAL = 0.1


class _Thread(threading.local):
    """The connection of a thread, and the snapshot that it reads."""

    connection: Connection | None = None
    snapshot: Snapshot | None = None


class Database:
    """The database at a path. It may appear, change and disappear while the service runs."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = str(path)
        self.latest: Snapshot | None = None
        self.checked = 0.0
        self.thread = _Thread()

    def snapshot(self) -> Snapshot | None:
        """Return the current state of the file, at most a moment old; None if there is no file."""
        now = time.monotonic()
        if now - self.checked > CHECK_INTERVAL:
            self.check()
            self.checked = now
        return self.latest

    def check(self) -> None:
        """Check the file and update ``latest``."""
        try:
            found = os.stat(self.name)  # noqa: PTH116 - at every request; Path.stat takes twice as long
        except (OSError, ValueError):
            self.latest = None
            return
        # Replacing or rewriting the file or changing its permissions changes at least one of these.
        identity: Identity = (found.st_ino, found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_dev)
        if self.latest is None or self.latest.identity != identity:
            self.latest = Snapshot(identity)

    def store(self) -> Store:
        """Return what the current request reads from: a single snapshot.

        Raises:
            UnavailableError: there is no database, or it cannot be read.
        """
        thread = self.thread
        snapshot = self.snapshot()
        if snapshot is None or snapshot is not thread.snapshot:
            self.close()
        if snapshot is None:
            raise UnavailableError("The database does not exist yet. Build it with make build-db.")
        if thread.connection is None or thread.snapshot is None:
            try:
                thread.connection = open_database(self.path)
            except UnavailableError:
                self.check()  # so that no other thread goes on with a file that is gone
                raise
            thread.snapshot = self.snapshot_with(thread.connection.content, snapshot)
        return Store(thread.connection, thread.snapshot)

    def snapshot_with(self, content: Hashable, expected: Snapshot) -> Snapshot:
        """Return the snapshot with the content of a file that was just opened.

        It is usually the expected one. If the file was replaced between the check and the opening, threads with the same snapshot
        may have opened different files; a new snapshot then keeps apart what is made from them.
        """
        if expected.keep("content", lambda: content) != content:
            self.latest = expected = Snapshot(expected.identity)
            expected.keep("content", lambda: content)
        return expected

    def close(self) -> None:
        """Close this thread's connection; its next request opens the file again."""
        if self.thread.connection is not None:
            self.thread.connection.close()
        self.thread.connection = self.thread.snapshot = None

    def probe(self) -> dict[str, Any]:
        """Return the state of the database at this moment: its data version and row counts, or why it cannot be read."""
        try:
            store = self.store()
            return {"ok": True, "version": store.data_version(), **store.row_counts()}
        except UnavailableError as error:
            return {"ok": False, "reason": error.reason}
        except sqlite3.Error:
            self.close()
            return {"ok": False, "reason": UnavailableError().reason}
