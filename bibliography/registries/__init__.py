"""The registries that are asked for publications: a new one is a module here, and a line in the list."""

from __future__ import annotations

from bibliography.registries.crossref import Crossref
from bibliography.registries.europe_pmc import EuropePmc
from bibliography.registries.orcid import Orcid
from bibliography.registries.pubmed import PubMed
from bibliography.registries.registry import Registry

# In the order in which they are searched.
REGISTRIES: tuple[type[Registry], ...] = (Orcid, Crossref, PubMed, EuropePmc)
