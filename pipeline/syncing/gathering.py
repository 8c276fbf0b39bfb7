"""Gathering: which services are asked for what, in which order, and what is missing when one of them fails."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pipeline.messages import quote
from pipeline.readers.formats import damaged
from pipeline.references import extract
from pipeline.references.claims import Claim
from pipeline.syncing.client import Client, ServiceError
from pipeline.syncing.hit import Hit
from pipeline.syncing.services.crossref import Crossref
from pipeline.syncing.services.europe_pmc import EuropePmc
from pipeline.syncing.services.orcid import Orcid
from pipeline.syncing.services.pubmed import PubMed
from pipeline.syncing.services.service import Service
from pipeline.syncing.works import Work, works

NUMBERS = {"doi": extract.doi, "pubmed": extract.pmid}


@dataclass
class Gathering:
    """The records of all services. ``gaps`` has a sentence for each service that failed; what it sent before stays.

    ``down`` are the services of which no further answer is expected, ``unknown`` the identifiers of the list that a service does
    not know.
    """

    client: Client
    contact: str
    orcid: str
    hits: list[Hit] = field(default_factory=list)
    gaps: dict[str, str] = field(default_factory=dict)
    down: set[str] = field(default_factory=set)
    claims: list[Claim] = field(default_factory=list)
    unknown: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.record = Orcid(self.client, self.contact)
        self.crossref = Crossref(self.client, self.contact)
        self.pubmed = PubMed(self.client, self.contact)
        self.europe_pmc = EuropePmc(self.client, self.contact)

    @property
    def services(self) -> tuple[Orcid | Crossref | PubMed | EuropePmc, ...]:
        return self.record, self.crossref, self.pubmed, self.europe_pmc

    def gather(self, rows: Sequence[Mapping[str, str]]) -> None:
        """Search every service for the iD, look up every identifier of the list and of the records, then the missing authors."""
        dois, pmids = ({number for row in rows if (number := read(row.get(name, "")))} for name, read in NUMBERS.items())
        for service in self.services:
            self.take(service, service.search(self.orcid))
        wanted = pmids.union(self.values("pubmed")).difference(self.values("pubmed", "PubMed"))
        self.take(self.pubmed, self.pubmed.by_id(sorted(wanted, key=int), self.orcid))
        wanted = dois.union(self.values("doi")).difference(self.values("doi", "Crossref"))
        self.take(self.crossref, self.crossref.by_doi(sorted(wanted), self.orcid))
        # Of a work's versions, often only one has authors.
        codes = [code for work in self.works() if not any(work.authors) for code in work.codes[:2]]
        self.take(self.record, self.record.by_code(codes, self.orcid))
        for service, name, listed in ((self.pubmed, "pubmed", pmids), (self.crossref, "doi", dois)):
            if service.name not in self.gaps and (missing := listed.difference(self.values(name, service.name))):
                self.unknown[service.name] = sorted(missing)

    def take(self, service: Service, records: Iterable[Hit]) -> None:
        """Collect the records of a service, unless it is down."""
        if service.name in self.down:
            return
        try:
            for record in records:
                self.claims += record.reference.claims
                self.hits.append(without_damage(record))
        except ServiceError as error:
            self.gaps.setdefault(service.name, str(error))
            if error.again:  # even the last attempt failed
                self.down.add(service.name)

    def values(self, name: str, service: str = "") -> Iterable[str]:
        """Return the DOIs or PubMed IDs of the records, or of those of one service."""
        values = (record.reference.cells.get(name, "") for record in self.hits if service in ("", record.service))
        return filter(None, map(NUMBERS[name], values))

    def works(self) -> list[Work]:
        return works(self.hits)


def without_damage(record: Hit) -> Hit:
    """Return a record without its damaged texts, which another service may have whole."""
    cells = dict(record.reference.cells)
    notes = [f"Left out {name} of {record.service}; the text is damaged: {quote(cells.pop(name))}." for name in damaged(cells)]
    return replace(record, reference=replace(record.reference, cells=cells, notes=(*record.reference.notes, *notes)))
