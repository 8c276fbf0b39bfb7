"""HTTP: reading requests, caching and negotiating responses, and the server."""
