"""Pages: what answers with one, and what they share: templates, phrases, text in two languages, lists, schema.org data."""
