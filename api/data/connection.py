"""Read-only connections to the database file."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import ExitStack
from pathlib import Path

from api.errors import UnavailableError
from db.layout import APPLICATION_ID, SCHEMA_VERSION, is_whole

logger = logging.getLogger(__name__)


class Connection(sqlite3.Connection):
    """A connection that closes itself with the thread that uses it; an unclosed one is a ResourceWarning since Python 3.13."""

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
            whole = is_whole(connection, path.stat().st_size)
        except (OSError, sqlite3.Error) as error:
            logger.error("Cannot open the database %s: %s", path, error)
            raise UnavailableError from None
        if not whole:
            logger.error("The database %s is truncated", path)
            raise UnavailableError("The database file is truncated.")
        if marks != [APPLICATION_ID, SCHEMA_VERSION]:
            logger.error("The database %s was not built by this version of the pipeline: %s", path, marks)
            raise UnavailableError("The database was built by another version. Rebuild it with make build-db.")
        on_failure.pop_all()
    return connection
