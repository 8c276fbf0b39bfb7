"""The registries to ask for publications. To add one, write a module here and add it to the list."""

from __future__ import annotations

from bibliography.registries.crossref import Crossref
from bibliography.registries.europe_pmc import EuropePmc
from bibliography.registries.orcid import Orcid
from bibliography.registries.pubmed import PubMed
from bibliography.registries.registry import Registry

# In the order of the search.
REGISTRIES: tuple[type[Registry], ...] = (Orcid, Crossref, PubMed, EuropePmc)
