"""What the pipeline and the API agree on about the database file; imported by both, imports neither."""

from __future__ import annotations

import sqlite3

DEFAULT_DATABASE = "db/profile.db"
# PRAGMA application_id: "PPS1" in ASCII. A file without it is not ours.
APPLICATION_ID = 0x50505331
# PRAGMA user_version: raised whenever the API could not read what an older pipeline wrote.
SCHEMA_VERSION = 4
# What stands before each line of an object in a list of the API; the column ``json`` holds objects with it.
INDENTATION = "    "


def is_whole(connection: sqlite3.Connection, size: int) -> bool:
    """Whether a file of so many bytes holds all pages of the database that it is.

    SQLite itself refuses a file that lacks whole pages, but not one whose last page is cut off.
    """
    [wanted] = connection.execute("select page_count * page_size from pragma_page_count, pragma_page_size").fetchone()
    return bool(wanted <= size)
