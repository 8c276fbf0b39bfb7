"""The commands: the only place that may use both the pipeline and the API."""
