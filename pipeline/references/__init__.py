"""Publications of exports and services before they are rows: authors, identifiers, notices, and which are the same paper."""
