"""One module for each resource: from a request's context to a representation."""
