"""Works: one publication's records from several registries, and the preferred value of each field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from bibliography.comparison import cells_agree, quote_difference
from bibliography.funding import funding_cell
from bibliography.matching import Identity
from bibliography.notices import publication_ids_of_row
from bibliography.papers import group_references
from bibliography.reference import Reference
from bibliography.registries.registry import Origin, RegistryRecord
from db.publication.author import is_cut_off, parse_authors, split_authors
from db.text import letters
from pipeline.wording import quote

# A title that somebody typed differs a little from the publisher's: a Greek letter, a typing error.
MIN_TITLE_SIMILARITY = 0.9


@dataclass(frozen=True)
class Work:
    """The records of one publication, the preferred one first.

    ``mistake`` is a sentence if the identifier belongs to another title.
    """

    records: tuple[RegistryRecord, ...]
    mistake: str = ""

    @property
    def found_by(self) -> set[str]:
        return {record.found_by for record in self.records}

    @property
    def authors_with_orcid(self) -> list[str]:
        return [name for record in self.records for name in record.authors_with_orcid]

    @property
    def on_record(self) -> bool:
        return any(record.on_record for record in self.records)

    @property
    def preprints(self) -> frozenset[str]:
        return frozenset().union(*(record.preprints for record in self.records))

    @property
    def registries(self) -> str:
        return ", ".join(dict.fromkeys(record.registry.name for record in self.records))

    @property
    def authors(self) -> Iterator[list[str]]:
        """Every registry's list of authors, and every list of group members."""
        for record in self.records:
            yield from (
                names for names in (split_authors(record.cells.get("authors", "")), [*record.collaborators]) if any(names)
            )

    @property
    def identifiers(self) -> set[str]:
        """The DOIs and PubMed IDs of all records, as claims write them."""
        return {name for record in self.records for name in publication_ids_of_row(record.cells)}

    def values(self, name: str) -> dict[str, str]:
        """The values of a field by registry, the preferred one first."""
        values: dict[str, str] = {}
        for record in sorted(
            self.records, key=lambda record: (name not in record.registry.preferred_fields, record.registry.priority)
        ):
            if value := record.cells.get(name):
                values.setdefault(record.registry.name, value)
        return dict(sorted(values.items(), key=lambda item: completeness(name, item[1]), reverse=True))  # stable

    def merge(self, number: int) -> Reference:
        """Merge the records into one: the preferred value of each field, and a note where registries disagree."""
        base = next((record.reference for record in self.records if "authors" in record.cells), self.records[0].reference)
        every = {name: self.values(name) for record in self.records for name in record.cells}
        chosen = {name: next(iter(values.items())) for name, values in every.items()}
        cells = {name: value for name, (_, value) in chosen.items()}
        sources = {name: registry for name, (registry, _) in chosen.items()}
        if funded := [record for record in self.records if "funding" in record.cells]:
            cells["funding"] = funding_cell(grant for record in funded for grant in record.reference.grants)
            sources["funding"] = ", ".join(dict.fromkeys(record.registry.name for record in funded))
        for record in self.records if "journal" in cells else ():
            if record.registry.keeps_journal_case:
                cells["journal"] = with_capitals(cells["journal"], record.cells.get("journal", ""))
        return replace(
            base,
            location=Origin(self.registries, number),
            record_type=self.records[0].reference.record_type,
            cells=cells,
            sources=sources,
            notes=(*base.notes, *disagreements(every)),
            claims=(),  # the index of all claims has them
        )


def with_capitals(journal: str, other: str) -> str:
    """Copy the capitals of another spelling of a journal, or of its end: ``bmj open`` and ``BMJ Open`` give ``BMJ Open``."""
    start = len(journal) - len(other)
    is_end = journal[start:].lower() == other.lower() and (start == 0 or journal[start - 1 : start] == " ")
    return journal[:start] + other if other and start >= 0 and is_end and not other.isupper() else journal


def completeness(name: str, value: str) -> int:
    """A sort key: the longest list of authors comes first, unless it is cut off. Values of other fields are equal."""
    return len(split_authors(value)) if name == "authors" and not is_cut_off(value) else 0


def disagreements(every: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """Yield a sentence about each value that differs from the preferred one, with the names of both registries."""
    for name, values in every.items():
        (registry, used), *others = values.items()
        for other, value in others:
            if name not in ("url", "type", "abbreviation") and not values_agree(name, used, value):
                first, second = quote_difference(used, value)
                yield f"{name}: {registry} has {first}, {other} has {second}."


def values_agree(name: str, value: str, other: str) -> bool:
    """Whether two values agree. Registries abbreviate given names differently, so only authors' family names are compared."""
    if name == "authors":
        families = [[letters(author.family or author.name) for author in parse_authors(text)] for text in (value, other)]
        return families[0] == families[1]
    return cells_agree(name, value, other)


def group_works(records: Iterable[RegistryRecord]) -> list[Work]:
    """Group records into works, by the same rules as imports."""
    ranked = sorted(records, key=lambda record: record.registry.priority)
    others = {
        name: record for record in reversed(ranked) if not record.on_record for name in publication_ids_of_row(record.cells)
    }
    mistakes = {
        record.put_codes: mistake for record in ranked if record.on_record and (mistake := mistaken_identifier(record, others))
    }
    references = [
        (with_title_of(record, others), record) for record in ranked if not record.on_record or record.put_codes not in mistakes
    ]
    record_of = {id(reference): record for reference, record in references}
    groups = group_references(reference for reference, _ in references)
    return [
        *(Work(tuple(record_of[id(reference)] for reference in group)) for group in groups),
        *(Work(tuple(record for record in ranked if record.put_codes == codes), mistake) for codes, mistake in mistakes.items()),
    ]


def with_title_of(record: RegistryRecord, others: Mapping[str, RegistryRecord]) -> Reference:
    """Replace a title typed at ORCID with another registry's title for the same DOI or PubMed ID."""
    titles = (others[name].cells.get("title") for name in publication_ids_of_row(record.cells) if name in others)
    title = next(filter(None, titles), "") if record.on_record else ""
    return replace(record.reference, cells={**record.cells, "title": title}) if title else record.reference


def mistaken_identifier(typed: RegistryRecord, others: Mapping[str, RegistryRecord]) -> str:
    """A sentence if a DOI or PubMed ID typed at ORCID belongs to another title; "" if not."""
    title = typed.cells.get("title", "")
    own = typed.reference.identity
    for identifier in publication_ids_of_row(typed.cells):
        other = others[identifier].cells.get("title", "") if identifier in others else ""
        identity = Identity.of({"title": other})
        is_similar = (
            own.shares_title_start(identity) or SequenceMatcher(None, own.title, identity.title).ratio() >= MIN_TITLE_SIMILARITY
        )
        if title and other and not is_similar:
            return f"At {others[identifier].registry.name}, {identifier} is {quote(other)}."
    return ""
