"""The Data Package: descriptor, fields, and the JSON Schema of the API's objects."""
