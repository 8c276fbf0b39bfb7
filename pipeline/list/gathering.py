"""Ask the registries in order, and record what is missing when one of them fails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from pipeline.list.works import Work, works
from pipeline.messages import quote
from pipeline.readers.formats import damaged
from pipeline.references import extract
from pipeline.references.claims import ClaimIndex
from pipeline.registries import REGISTRIES
from pipeline.registries.client import Client, RegistryError
from pipeline.registries.registry import Hit, Registry

Answer = TypeVar("Answer")
NUMBERS = {"doi": extract.doi, "pubmed": extract.pmid}
# The words on the screen for what a registry is sent.
SEARCHES = {"orcid": "your ORCID iD", "pubmedSearch": "your pubmedSearch", "doi": "the DOIs of this command"}
LOOK_UPS = {"doi": "the DOIs", "pubmed": "the PubMed IDs"}


@dataclass(frozen=True)
class Question:
    """The question to the registries: ``searches`` by property of the owner, and the ``numbers`` of records by field.

    ``whose`` says where the numbers are from.
    """

    searches: Mapping[str, str]
    numbers: Mapping[str, set[str]]
    whose: str

    @classmethod
    def of(cls, searches: Mapping[str, str], records: Sequence[Mapping[str, str]], whose: str) -> Question:
        """Return the question for the identifiers in the cells of records."""
        numbers = {name: {*filter(None, (read(cells.get(name, "")) for cells in records))} for name, read in NUMBERS.items()}
        return cls(searches, numbers, whose)

    def sends(self, registry: Registry | type[Registry]) -> str:
        """Return what a registry is sent."""
        sent = [text for name, text in SEARCHES.items() if name in registry.searches and name in self.searches]
        numbers = [f"{LOOK_UPS[registry.looks_up]} of {self.whose} and of the works found"] if registry.looks_up else []
        return ", and ".join(filter(None, (" and ".join(sent), *numbers)))


@dataclass
class Gathering:
    """The records of all registries. ``gaps`` has a sentence for each registry that failed; what it sent before stays.

    ``works`` are the publications of these records, ``claim_index`` what they say about notices. ``record`` is the owner's whole
    record at ORCID.
    """

    client: Client
    question: Question
    hits: list[Hit] = field(default_factory=list)
    gaps: dict[str, str] = field(default_factory=dict)
    works: list[Work] = field(default_factory=list)
    record: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        every = (registry(self.client, self.question.searches.get("orcid", "")) for registry in REGISTRIES)
        self.registries = [registry for registry in every if self.question.sends(registry)]

    def gather(self) -> None:
        """Search every registry for the owner, look up every identifier of the list and of the records, then what they lack."""
        for name, text in self.question.searches.items():
            for registry in self.registries:
                if name in registry.searches:
                    self.hits += map(without_damage, self.answers(registry, registry.search(name, text)))
        for registry in sorted(self.registries, key=lambda registry: registry.rank):
            if name := registry.looks_up:
                wanted = (self.question.numbers[name] | self.numbers(name)) - self.numbers(name, registry.name)
                self.hits += map(without_damage, self.answers(registry, registry.look_up(sorted(wanted))))
        lacking = [work.hits for work in works(self.hits) if not any(work.authors)]
        for registry in self.registries:
            self.hits += map(without_damage, self.answers(registry, registry.complete(lacking)))
            for record in self.answers(registry, registry.record()):
                self.record = record
        self.works = works(self.hits)
        self.claim_index = ClaimIndex.of(claim for hit in self.hits for claim in hit.reference.claims)

    def answers(self, registry: Registry, answers: Iterable[Answer]) -> Iterator[Answer]:
        """Yield the answers of a registry up to its first failure."""
        if registry.name not in self.gaps:
            try:
                yield from answers
            except RegistryError as error:
                self.gaps[registry.name] = str(error)

    def numbers(self, name: str, registry: str = "") -> set[str]:
        """Return the DOIs or PubMed IDs of all records, or of one registry's."""
        values = (hit.reference.cells.get(name, "") for hit in self.hits if registry in ("", hit.registry.name))
        return {*filter(None, map(NUMBERS[name], values))}

    @property
    def unknown(self) -> dict[str, list[str]]:
        """The identifiers in question that a registry does not know."""
        complete = [registry for registry in self.registries if registry.looks_up and registry.name not in self.gaps]
        unknown = {
            registry.name: sorted(self.question.numbers[registry.looks_up] - self.numbers(registry.looks_up, registry.name))
            for registry in complete
        }
        return {name: numbers for name, numbers in unknown.items() if numbers}


def without_damage(hit: Hit) -> Hit:
    """Return a record without its damaged texts, which another registry may have whole."""
    cells = dict(hit.reference.cells)
    notes = [f"Left out {name} of {hit.registry.name}; the text is damaged: {quote(cells.pop(name))}." for name in damaged(cells)]
    return replace(hit, reference=replace(hit.reference, cells=cells, notes=(*hit.reference.notes, *notes)))
