"""Read-only connections to the database file."""

from __future__ import annotations

import logging
import sqlite3
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from api.data.sql import CONTENT
from api.errors import UnavailableError
from db.layout import APPLICATION_ID, SCHEMA_VERSION, is_whole

logger = logging.getLogger(__name__)
# SQLite checks the time after this many virtual machine instructions.
INSTRUCTIONS_BETWEEN_CHECKS = 10_000


class Clock:
    """The time that a thread has left. Only its own processor time counts, so that a busy machine interrupts nothing."""

    end = float("inf")

    def start(self, seconds: float) -> None:
        self.end = time.thread_time() + seconds

    def is_over(self) -> bool:
        """Whether the time is used up; SQLite then interrupts the query."""
        return time.thread_time() > self.end


class Connection(sqlite3.Connection):
    """A connection that closes itself with the thread that uses it; an unclosed one is a ResourceWarning since Python 3.13.

    Attributes:
        content: the hashes of the sources and of the code that made what it reads.
        clock: limits the time of the queries.
    """

    content: tuple[str, str]

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.clock = Clock()
        self.set_progress_handler(self.clock.is_over, INSTRUCTIONS_BETWEEN_CHECKS)

    def __del__(self) -> None:
        self.close()


def open_database(path: Path) -> Connection:
    """Return a connection to the file at a path, after checking that this version can read it.

    Raises:
        UnavailableError: the file is missing, damaged, or was not built by this version of the pipeline.
    """
    # immutable: a built file never changes in place, so SQLite needs neither locks nor a journal.
    uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
    with ExitStack() as on_failure:
        try:
            if not path.is_file():
                raise OSError("not a regular file")  # opening a pipe would wait for a writer
            # One thread uses it, but the garbage collector may close it in another.
            connection = sqlite3.connect(uri, uri=True, factory=Connection, check_same_thread=False)
            on_failure.callback(connection.close)
            marks = [connection.execute(f"pragma {name}").fetchone()[0] for name in ("application_id", "user_version")]
            whole = is_whole(path)
        except (OSError, sqlite3.Error) as error:
            logger.error("Cannot open the database %s: %s", path, error)
            raise UnavailableError from None
        if not whole:
            logger.error("The database %s is truncated", path)
            raise UnavailableError("The database file is truncated.")
        if marks != [APPLICATION_ID, SCHEMA_VERSION]:
            logger.error("The database %s was not built by this version of the pipeline: %s", path, marks)
            raise UnavailableError("The database was built by another version. Rebuild it with make build-db.")
        connection.content = connection.execute(CONTENT).fetchone()
        on_failure.pop_all()
    return connection
