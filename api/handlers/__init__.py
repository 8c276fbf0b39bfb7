"""Handlers: one module per resource, from a request's context to a representation."""
