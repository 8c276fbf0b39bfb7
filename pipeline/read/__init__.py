"""Read CSV and YAML files as values with their locations."""
