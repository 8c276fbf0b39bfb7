"""The database, and what the pipeline and the API share: markers of its file, publications, text, addresses."""
