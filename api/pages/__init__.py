"""The site's pages, for people: from the same database as the API, through the templates."""
