"""From the owner's CSV and YAML files to one SQLite database: read, validate, load, publish."""
