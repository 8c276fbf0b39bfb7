"""What the pipeline and the API agree on about the database file; imported by both, imports nothing."""

DEFAULT_DATABASE = "db/profile.db"
# PRAGMA application_id: "PPS1" in ASCII. A file without it is not ours.
APPLICATION_ID = 0x50505331
# PRAGMA user_version: raised whenever the API could not read what an older pipeline wrote.
SCHEMA_VERSION = 2
# What stands before each line of an object in a list of the API; the column ``json`` holds objects with it.
INDENTATION = "    "
