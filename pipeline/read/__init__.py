"""CSV and YAML files as values with their location."""
