"""What the pipeline and the API share: the marks of the database file, publications, text, addresses, theme."""
