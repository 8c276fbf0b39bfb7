"""The marks and conventions of the database file, shared by the pipeline and the API."""

from __future__ import annotations

import sqlite3

DEFAULT_DATABASE = "db/profile.db"
# PRAGMA application_id: "PPS1" in ASCII. A file without it is not ours.
APPLICATION_ID = 0x50505331
# PRAGMA user_version: raised when the API cannot read what an older pipeline wrote.
SCHEMA_VERSION = 4
# Indentation of an object in a list of the API. The column `json` holds the objects with it.
INDENTATION = "    "


def is_whole(connection: sqlite3.Connection, size: int) -> bool:
    """Whether a file of this size in bytes holds all pages of its database.

    SQLite itself rejects a file that lacks whole pages, but not one whose last page is truncated.
    """
    [expected] = connection.execute("select page_count * page_size from pragma_page_count, pragma_page_size").fetchone()
    return bool(expected <= size)
