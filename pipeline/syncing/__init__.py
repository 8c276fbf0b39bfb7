"""Asking ORCID, Crossref, PubMed and Europe PMC for the owner's works and for corrections of the list."""
