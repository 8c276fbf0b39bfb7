"""The static site: responses that do not depend on a query, as files for hosts that only serve files."""
