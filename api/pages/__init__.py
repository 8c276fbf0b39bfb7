"""Pages: their handlers, and what they share: templates, phrases, text in several languages, lists, schema.org data."""
