"""Shared by the pipeline and the API: layout, text normalization, names, identifiers, notices, theme."""
