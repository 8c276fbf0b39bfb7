"""A connection to a copy of the database in memory, and a time limit for its queries."""

from __future__ import annotations

import sqlite3
import time

# SQLite checks the time after this many virtual machine instructions.
INSTRUCTIONS_BETWEEN_CHECKS = 10_000


class Clock:
    """The time that a thread has left. Only its own processor time counts, so a busy machine does not interrupt queries."""

    end = float("inf")

    def start(self, seconds: float) -> None:
        self.end = time.thread_time() + seconds

    def is_over(self) -> bool:
        """Whether the time is used up; SQLite then interrupts the query."""
        return time.thread_time() > self.end


class Connection(sqlite3.Connection):
    """A connection to a copy of a database file's bytes, so nothing can write to the file.

    Attributes:
        clock: limits the time of the queries.
    """

    def __init__(self, content: bytes) -> None:
        # One thread uses the connection, but another can close it.
        super().__init__(":memory:", check_same_thread=False)
        self.deserialize(content)
        self.clock = Clock()
        self.set_progress_handler(self.clock.is_over, INSTRUCTIONS_BETWEEN_CHECKS)

    def __del__(self) -> None:
        self.close()  # an unclosed connection is a ResourceWarning since Python 3.13
