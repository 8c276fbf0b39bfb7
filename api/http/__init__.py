"""HTTP: representations, conditional requests, cache, middleware, server."""
