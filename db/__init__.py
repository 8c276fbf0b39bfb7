"""What the pipeline and the API share about the database: layout, text normalization, names, identifiers, notices."""
