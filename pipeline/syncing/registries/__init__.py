"""The registries that are asked for publications: a new one is a module here, and a line in the list."""

from __future__ import annotations

from pipeline.syncing.registries.base import Registry
from pipeline.syncing.registries.crossref import Crossref
from pipeline.syncing.registries.europe_pmc import EuropePmc
from pipeline.syncing.registries.orcid import Orcid
from pipeline.syncing.registries.pubmed import PubMed

# In the order in which they are searched.
REGISTRIES: tuple[type[Registry], ...] = (Orcid, Crossref, PubMed, EuropePmc)
