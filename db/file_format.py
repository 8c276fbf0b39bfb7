"""The marks and conventions of the database file, shared by the pipeline and the API."""

from __future__ import annotations

DEFAULT_DATABASE = "db/profile.db"
# PRAGMA application_id: "PPS1" in ASCII. A file without it is not ours.
APPLICATION_ID = 0x50505331
# PRAGMA user_version: raised when the API cannot read what an older pipeline wrote.
SCHEMA_VERSION = 10
