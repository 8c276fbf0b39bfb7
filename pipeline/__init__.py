"""Turn the owner's CSV and YAML files into one SQLite database: read, check, build."""
