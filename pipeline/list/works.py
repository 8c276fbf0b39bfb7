"""Works: the records of several registries that are the same publication, and the values on which they agree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from db.publication.author import is_cut_off
from db.publication.author import parse_authors as people
from db.publication.author import split_authors as names_in
from db.text import letters
from pipeline.list.identity import Identity
from pipeline.list.match import group_references
from pipeline.messages import quote
from pipeline.references.claims import publication_ids_of_row
from pipeline.references.comparison import agree, quoted
from pipeline.references.reference import Reference
from pipeline.registries.registry import Hit, Origin

# Typed titles differ a little from the publishers': a Greek letter, a typing error.
SIMILAR = 0.9


@dataclass(frozen=True)
class Work:
    """The records of one publication, in the order of preference.

    ``mistake``: its identifier belongs to another title.
    """

    hits: tuple[Hit, ...]
    mistake: str = ""

    @property
    def found_by(self) -> set[str]:
        return {hit.found_by for hit in self.hits}

    @property
    def with_id(self) -> list[str]:
        """The authors who carry the owner's ORCID iD."""
        return [name for hit in self.hits for name in hit.with_id]

    @property
    def on_record(self) -> bool:
        return any(hit.on_record for hit in self.hits)

    @property
    def preprints(self) -> frozenset[str]:
        return frozenset().union(*(hit.preprints for hit in self.hits))

    @property
    def registries(self) -> str:
        return ", ".join(dict.fromkeys(hit.registry.name for hit in self.hits))

    @property
    def authors(self) -> Iterator[list[str]]:
        """The lists of authors of all registries, and of the members of groups."""
        for hit in self.hits:
            yield from (names for names in (names_in(hit.reference.cells.get("authors", "")), [*hit.collaborators]) if any(names))

    @property
    def numbers(self) -> set[str]:
        """The DOIs and PubMed IDs of all records, as claims name them."""
        return {name for hit in self.hits for name in publication_ids_of_row(hit.reference.cells)}

    def values(self, name: str) -> dict[str, str]:
        """Return the values of a field by registry, the preferred one first."""
        values: dict[str, str] = {}
        for hit in sorted(self.hits, key=lambda hit: (name not in hit.registry.best_for, hit.registry.rank)):
            if value := hit.reference.cells.get(name):
                values.setdefault(hit.registry.name, value)
        return dict(sorted(values.items(), key=lambda item: fullness(name, item[1]), reverse=True))  # stable

    def reference(self, number: int) -> Reference:
        """Return the work as one record: of each field the preferred value, with a note where registries disagree."""
        base = next((hit.reference for hit in self.hits if "authors" in hit.reference.cells), self.hits[0].reference)
        every = {name: self.values(name) for hit in self.hits for name in hit.reference.cells}
        chosen = {name: next(iter(values.items())) for name, values in every.items()}
        cells = {name: value for name, (_, value) in chosen.items()}
        for hit in self.hits if "journal" in cells else ():
            if hit.registry.capitals:
                cells["journal"] = with_capitals(cells["journal"], hit.reference.cells.get("journal", ""))
        return replace(
            base,
            location=Origin(self.registries, number),
            record_type=self.hits[0].reference.record_type,
            cells=cells,
            sources={name: registry for name, (registry, _) in chosen.items()},
            notes=(*base.notes, *disagreements(every)),
            claims=(),  # the index of all has them
        )


def with_capitals(journal: str, other: str) -> str:
    """Return a journal in the spelling of another name that is the same, or its end, apart from case."""
    start = len(journal) - len(other)
    is_end = journal[start:].lower() == other.lower() and (start == 0 or journal[start - 1 : start] == " ")
    return journal[:start] + other if other and start >= 0 and is_end and not other.isupper() else journal


def fullness(name: str, value: str) -> int:
    """Return how much a value says compared with others that are right as well: a list of authors may be cut off."""
    return len(names_in(value)) if name == "authors" and not is_cut_off(value) else 0


def disagreements(every: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """Yield a sentence for each field in which registries differ, with their names."""
    for name, values in every.items():
        (registry, used), *others = values.items()
        for other, value in others:
            if name not in ("url", "type", "abbreviation") and not same(name, used, value):
                first, second = quoted(used, value)
                yield f"{name}: {registry} has {first}, {other} has {second}."


def same(name: str, value: str, other: str) -> bool:
    """Return whether two registries mean the same; they abbreviate given names differently."""
    if name == "authors":
        families = [[letters(author.family or author.name) for author in people(text)] for text in (value, other)]
        return families[0] == families[1]
    return agree(name, value, other)


def works(hits: Iterable[Hit]) -> list[Work]:
    """Return the works; records are the same work as the import decides it."""
    ranked = sorted(hits, key=lambda hit: hit.registry.rank)
    others = {name: hit for hit in reversed(ranked) if not hit.on_record for name in publication_ids_of_row(hit.reference.cells)}
    mistakes = {hit.codes: mistake for hit in ranked if hit.on_record and (mistake := wrong_number(hit, others))}
    records = [(with_title_of(hit, others), hit) for hit in ranked if not hit.on_record or hit.codes not in mistakes]
    hit_of = {id(reference): hit for reference, hit in records}
    groups = group_references(reference for reference, _ in records)
    return [
        *(Work(tuple(hit_of[id(reference)] for reference in group)) for group in groups),
        *(Work(tuple(hit for hit in ranked if hit.codes == codes), mistake) for codes, mistake in mistakes.items()),
    ]


def with_title_of(hit: Hit, others: Mapping[str, Hit]) -> Reference:
    """Return a record; if it was typed at ORCID, with the title that another registry has for its DOI or PubMed ID."""
    titles = (others[name].reference.cells.get("title") for name in publication_ids_of_row(hit.reference.cells) if name in others)
    title = next(filter(None, titles), "") if hit.on_record else ""
    return replace(hit.reference, cells={**hit.reference.cells, "title": title}) if title else hit.reference


def wrong_number(typed: Hit, others: Mapping[str, Hit]) -> str:
    """Return a sentence if a publication that was typed at ORCID has the DOI or PubMed ID of another title; "" if not."""
    title = typed.reference.cells.get("title", "")
    own = Identity.of(typed.reference.cells)
    for number in publication_ids_of_row(typed.reference.cells):
        other = others[number].reference.cells.get("title", "") if number in others else ""
        identity = Identity.of({"title": other})
        is_similar = own.shares_title_start(identity) or SequenceMatcher(None, own.title, identity.title).ratio() >= SIMILAR
        if title and other and not is_similar:
            return f"At {others[number].registry.name}, {number} is {quote(other)}."
    return ""
