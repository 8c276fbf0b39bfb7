"""Handlers of data and documents: from a request's context to a representation. No handler imports another."""
