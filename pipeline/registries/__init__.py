"""The registries that are asked for publications: a new one is a module here, and a line in the list."""

from __future__ import annotations

from pipeline.registries.crossref import Crossref
from pipeline.registries.europe_pmc import EuropePmc
from pipeline.registries.orcid import Orcid
from pipeline.registries.pubmed import PubMed
from pipeline.registries.registry import Registry

# In the order in which they are searched.
REGISTRIES: tuple[type[Registry], ...] = (Orcid, Crossref, PubMed, EuropePmc)
