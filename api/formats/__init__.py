"""Formats of publications for reference managers, spreadsheets and search engines."""
