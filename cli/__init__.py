"""The commands: the only package that can import both the pipeline and the API."""
