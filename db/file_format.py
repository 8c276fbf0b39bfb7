"""The markers of the database file, and errors of reading and writing it: callers of db never see SQLite's errors."""

from __future__ import annotations

DEFAULT_DATABASE = "db/profile.db"
# PRAGMA application_id: "PPS1" in ASCII. A file without it is not ours.
APPLICATION_ID = 0x50505331
# PRAGMA user_version. Raise it when the API cannot read what an older pipeline wrote.
SCHEMA_VERSION = 15


class DatabaseError(Exception):
    """The database cannot be read or written.

    Attributes:
        reason: a sentence for the public.
    """

    reason = "The database cannot be read."


class UnavailableError(DatabaseError):
    """The service has no database that it can serve."""

    def __init__(self, reason: str = DatabaseError.reason) -> None:
        super().__init__(reason)
        self.reason = reason


class SlowQueryError(DatabaseError):
    """A query was interrupted because it took too long."""
