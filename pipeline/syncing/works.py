"""Works: the records of several services that are the same publication, and the values on which they agree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from db.names import is_cut_off, people
from db.names import names as names_in
from db.text import letters
from pipeline.references.comparison import agree, quoted, same_journal
from pipeline.references.matching import grouped
from pipeline.references.reference import Reference
from pipeline.syncing.hit import Hit, Origin

# The services whose value is preferred: PubMed's authors and pages are the most careful, a DOI is Crossref's.
ORDER = ("PubMed", "Crossref", "Europe PMC", "ORCID")
ORDER_BY_FIELD = {"doi": ("Crossref", "PubMed", "Europe PMC", "ORCID")}


@dataclass(frozen=True)
class Work:
    """The records of one publication, in the order of preference."""

    records: tuple[Hit, ...]

    @property
    def has_id(self) -> bool:
        return any(record.has_id for record in self.records)

    @property
    def searched(self) -> bool:
        return any(record.searched for record in self.records)

    @property
    def preprints(self) -> frozenset[str]:
        return frozenset().union(*(record.preprints for record in self.records))

    @property
    def codes(self) -> list[str]:
        return [code for record in self.records for code in record.codes]

    @property
    def services(self) -> str:
        return ", ".join(dict.fromkeys(record.service for record in self.records))

    @property
    def authors(self) -> Iterator[str]:
        """The lists of authors of all services."""
        return (text for record in self.records if (text := record.reference.cells.get("authors", "")))

    def values(self, name: str) -> dict[str, str]:
        """Return the values of a field by service, the preferred one first."""
        order = ORDER_BY_FIELD.get(name, ORDER)
        records = sorted(self.records, key=lambda record: order.index(record.service))
        values: dict[str, str] = {}
        for record in records:
            if value := record.reference.cells.get(name):
                values.setdefault(record.service, value)
        return dict(sorted(values.items(), key=lambda pair: fullness(name, pair[1]), reverse=True))  # stable

    def reference(self, number: int) -> Reference:
        """Return the work as one record: of each field the preferred value, with a note where services disagree."""
        base = next((record.reference for record in self.records if "authors" in record.reference.cells), None)
        base = base or self.records[0].reference
        every = {name: self.values(name) for record in self.records for name in record.reference.cells}
        chosen = {name: next(iter(values.items())) for name, values in every.items()}
        return replace(
            base,
            location=Origin(self.services, number),
            record_type=self.records[0].reference.record_type,
            cells={name: value for name, (_, value) in chosen.items()},
            sources={name: service for name, (service, _) in chosen.items()},
            notes=(*base.notes, *disagreements(every)),
            claims=(),  # the register of all has them
        )


def fullness(name: str, value: str) -> int:
    """Return how much a value says compared with others that are right as well: a list of authors may be cut off."""
    return len(names_in(value)) if name == "authors" and not is_cut_off(value) else 0


def disagreements(every: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """Yield a sentence for each field in which services differ, with their names."""
    for name, values in every.items():
        (service, used), *others = values.items()
        for other, value in others:
            if name != "url" and not agree_in(name, used, value):
                one, two = quoted(used, value)
                yield f"{name}: {service} has {one}, {other} has {two}."


def agree_in(name: str, one: str, other: str) -> bool:
    """Return whether two services mean the same; they abbreviate journals and given names differently."""
    if name == "journal":
        return same_journal(one, other)
    if name == "authors":
        families = [[letters(author.family or author.name) for author in people(text)] for text in (one, other)]
        return families[0] == families[1]
    return agree(name, one, other)


def works(hits: Iterable[Hit]) -> list[Work]:
    """Return the works; records are the same work as the import decides it."""
    ranked = sorted(hits, key=lambda record: ORDER.index(record.service))
    by_reference = {id(record.reference): record for record in ranked}
    groups = grouped(record.reference for record in ranked)
    return [Work(tuple(by_reference[id(reference)] for reference in group.references)) for group in groups]
