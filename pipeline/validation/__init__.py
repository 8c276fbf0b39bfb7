"""Records that fit the schema and its rules."""
