"""The database, and what the pipeline and the API share: marks of its file, publications, text, addresses."""
