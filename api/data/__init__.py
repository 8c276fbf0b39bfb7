"""Handlers of data and documents. A handler turns a context into a representation, and imports no other handler."""
