"""The database file, read again when it changes."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from api.data.snapshot import Snapshot

# Seconds between two checks of the file.
CHECK_INTERVAL = 0.1


class Database:
    """The database at a path. It may appear, change and disappear while the service runs."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lock = threading.Lock()
        self.checked = 0.0
        self.state: tuple[int, int, int] | None = None
        self.latest: Snapshot | None = None

    def snapshot(self) -> Snapshot:
        """Return the current state of the file, at most a moment old."""
        with self.lock:
            if self.latest is None or time.monotonic() - self.checked > CHECK_INTERVAL:
                self.latest = self.check()
                self.checked = time.monotonic()
            return self.latest

    def check(self) -> Snapshot:
        """Return the current state of the file, which is read if it has changed."""
        try:
            facts = self.path.stat()
            # The time of the last change covers content, name and permissions.
            state = (facts.st_ino, facts.st_ctime_ns, facts.st_size)
        except (OSError, ValueError):
            state = None
        if self.latest is None or self.latest.problem or state != self.state:
            self.latest = Snapshot(self.path)
            self.state = state
        return self.latest
