"""Validate the sources against the schema and its rules."""
