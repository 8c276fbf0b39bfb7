"""Ask the registries in order, and note which registry failed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bibliography import identifiers
from bibliography.formats.import_formats import damaged_fields
from bibliography.notices import ClaimIndex
from bibliography.registries import REGISTRIES
from bibliography.registries.client import Answer, Client, RegistryError
from bibliography.registries.registry import Registry, RegistryRecord
from bibliography.works import Work, group_works
from pipeline.wording import quote

IDENTIFIER_FINDERS = {"doi": identifiers.find_doi, "pubmed": identifiers.find_pmid}
# The words on the screen for what a registry receives.
SEARCHES = {"orcid": "your ORCID iD", "pubmedSearch": "your pubmedSearch", "doi": "the DOIs of this command"}
LOOK_UPS = {"doi": "the DOIs", "pubmed": "the PubMed IDs"}


@dataclass(frozen=True)
class Question:
    """What to ask the registries: ``searches`` by property of the owner, and ``identifiers`` of records by field.

    ``whose`` says where the identifiers are from.
    """

    searches: Mapping[str, str]
    identifiers: Mapping[str, set[str]]
    whose: str

    @classmethod
    def of(cls, searches: Mapping[str, str], records: Sequence[Mapping[str, str]], whose: str) -> Question:
        wanted = {
            name: {*filter(None, (read(cells.get(name, "")) for cells in records))} for name, read in IDENTIFIER_FINDERS.items()
        }
        return cls(searches, wanted, whose)

    def sends(self, registry: Registry | type[Registry]) -> str:
        """What a registry receives, in the words of the preview. A test compares the README with them."""
        sent = [text for name, text in SEARCHES.items() if name in registry.searches and name in self.searches]
        looked_up = [f"{LOOK_UPS[registry.looks_up]} of {self.whose} and of the works found"] if registry.looks_up else []
        return ", and ".join(filter(None, (" and ".join(sent), *looked_up)))


@dataclass
class Gathering:
    """The answers of all registries.

    Attributes:
        records: all records, including what a registry sent before it failed.
        failures: a sentence for each registry that failed.
        works: the publications of these records.
        claim_index: what the records say about notices.
        owner_record: the owner's whole record at ORCID.
    """

    client: Client
    question: Question
    records: list[RegistryRecord] = field(default_factory=list)
    failures: dict[str, str] = field(default_factory=dict)
    works: list[Work] = field(default_factory=list)
    owner_record: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        every = (registry(self.client, self.question.searches.get("orcid", "")) for registry in REGISTRIES)
        self.registries = [registry for registry in every if self.question.sends(registry)]

    def gather(self) -> None:
        """Search for the owner, look up every identifier of the list and of the records, then complete works without authors."""
        for name, text in self.question.searches.items():
            for registry in self.registries:
                if name in registry.searches:
                    self.records += map(drop_damaged_cells, self.answers(registry, registry.search(name, text)))
        for registry in sorted(self.registries, key=lambda registry: registry.priority):
            if name := registry.looks_up:
                wanted = (self.question.identifiers[name] | self.identifiers(name)) - self.identifiers(name, registry.name)
                self.records += map(drop_damaged_cells, self.answers(registry, registry.look_up(sorted(wanted))))
        lacking = [work.records for work in group_works(self.records) if not any(work.authors)]
        for registry in self.registries:
            self.records += map(drop_damaged_cells, self.answers(registry, registry.complete(lacking)))
            for owner_record in self.answers(registry, registry.owner_record()):
                self.owner_record = owner_record
        self.works = group_works(self.records)
        self.claim_index = ClaimIndex.of(claim for record in self.records for claim in record.reference.claims)

    def answers(self, registry: Registry, answers: Iterable[Answer]) -> Iterator[Answer]:
        """Yield the answers up to a failure. A registry that has failed is not asked again."""
        if registry.name not in self.failures:
            try:
                yield from answers
            except RegistryError as error:
                self.failures[registry.name] = str(error)

    def identifiers(self, name: str, registry: str = "") -> set[str]:
        """The DOIs or PubMed IDs of all records, or of one registry's records."""
        values = (record.cells.get(name, "") for record in self.records if registry in ("", record.registry.name))
        return {*filter(None, map(IDENTIFIER_FINDERS[name], values))}

    @property
    def unknown(self) -> dict[str, list[str]]:
        """The requested identifiers that a registry does not know, by registry."""
        complete = [registry for registry in self.registries if registry.looks_up and registry.name not in self.failures]
        unknown = {
            registry.name: sorted(
                self.question.identifiers[registry.looks_up] - self.identifiers(registry.looks_up, registry.name)
            )
            for registry in complete
        }
        return {name: values for name, values in unknown.items() if values}


def drop_damaged_cells(record: RegistryRecord) -> RegistryRecord:
    """Drop damaged texts, with a note. Another registry may have them intact."""
    cells = dict(record.cells)
    notes = [
        f"Left out {name} of {record.registry.name}; the text is damaged: {quote(cells.pop(name))}."
        for name in damaged_fields(cells)
    ]
    return replace(record, reference=replace(record.reference, cells=cells, notes=(*record.reference.notes, *notes)))
