"""Asking registries, such as ORCID and PubMed, for the owner's works and for corrections of the list."""
