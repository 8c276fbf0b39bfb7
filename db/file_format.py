"""The marks of the database file, and the errors of reading and writing it, which keep SQLite's within db."""

from __future__ import annotations

DEFAULT_DATABASE = "db/profile.db"
# PRAGMA application_id: "PPS1" in ASCII. A file without it is not ours.
APPLICATION_ID = 0x50505331
# PRAGMA user_version: raised when the API cannot read what an older pipeline wrote.
SCHEMA_VERSION = 15


class DatabaseError(Exception):
    """The database cannot be read or written."""


class UnavailableError(DatabaseError):
    """There is no database that can be served.

    Attributes:
        reason: a sentence that anyone may read.
    """

    def __init__(self, reason: str = "The database cannot be read.") -> None:
        super().__init__(reason)
        self.reason = reason


class SlowQueryError(DatabaseError):
    """A query was interrupted because it took too long."""
