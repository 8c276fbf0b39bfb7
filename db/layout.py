"""The marks and conventions of the database file, shared by the pipeline and the API."""

from __future__ import annotations

import sqlite3

DEFAULT_DATABASE = "db/profile.db"
# PRAGMA application_id: "PPS1" in ASCII. A file without it is not ours.
APPLICATION_ID = 0x50505331
# PRAGMA user_version: raised when the API cannot read what an older pipeline wrote.
SCHEMA_VERSION = 9


def is_truncated(connection: sqlite3.Connection, size: int) -> bool:
    """Whether a database lacks bytes, given the size of its file.

    SQLite itself rejects a file that lacks whole pages, but not one whose last page is truncated.
    """
    pages, page_size = (connection.execute(f"pragma {name}").fetchone()[0] for name in ("page_count", "page_size"))
    return int(pages * page_size) > size
