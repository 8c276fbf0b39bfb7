"""CSV and YAML files as cells with their location."""
