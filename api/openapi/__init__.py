"""The description of the API: OpenAPI, the index, and the console."""
