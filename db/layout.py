"""The marks and conventions of the database file, shared by the pipeline and the API."""

from __future__ import annotations

import os
from pathlib import Path

DEFAULT_DATABASE = "db/profile.db"
# PRAGMA application_id: "PPS1" in ASCII. A file without it is not ours.
APPLICATION_ID = 0x50505331
# PRAGMA user_version: raised when the API cannot read what an older pipeline wrote.
SCHEMA_VERSION = 5
# Indentation of an object in a list of the API. The column `json` holds the objects with it.
INDENTATION = "    "


def is_whole(path: Path) -> bool:
    """Whether a database file holds all pages that its header counts (https://www.sqlite.org/fileformat.html, section 1.3).

    SQLite itself rejects a file that lacks whole pages, but not one whose last page is truncated. Header and size are read from
    one open file, because another may get its name at any moment.
    """
    with path.open("rb") as file:
        header = file.read(100)
        page_size, pages = int.from_bytes(header[16:18], "big"), int.from_bytes(header[28:32], "big")
        # 64 KiB doesn't fit into two bytes and is written as 1.
        return pages * (0x10000 if page_size == 1 else page_size) <= os.fstat(file.fileno()).st_size
