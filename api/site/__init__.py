"""The static site: every response that does not depend on a query, as files for hosts that only serve files."""
