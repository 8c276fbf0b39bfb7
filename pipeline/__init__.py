"""Turn the owner's CSV and YAML files into one SQLite database: read, validate, load, publish."""
