"""The Data Package: descriptor, fields, JSON Schema components."""
