"""The formats in which publications are handed out to reference managers, spreadsheets and search engines."""
