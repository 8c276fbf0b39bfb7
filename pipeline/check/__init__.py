"""Validation of the sources against the schema and its rules."""
