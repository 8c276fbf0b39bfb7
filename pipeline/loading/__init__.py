"""From validated records to a database file: tables, search index, views, atomic publish."""
