"""The warning about publications that may name the owner in a form that ``nameVariants`` lacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from db.names import REMEMBERED, names, owner_names
from db.text import normalize
from pipeline.messages import plural
from pipeline.problems import NAMED_ROWS, Problem
from pipeline.schema.package import Source
from pipeline.validation.records import Record

normalized = lru_cache(REMEMBERED)(normalize)


class OwnerNames:
    """The owner's names, and similar ones in publications without the owner, from the records that are read."""

    def __init__(self) -> None:
        self.own = frozenset[str]()
        self.beginnings: tuple[str, ...] = ()
        self.similar = Counter[str]()
        self.label = ""

    def watch(self, source: Source, records: Iterator[Record]) -> Iterator[Record]:
        """Yield the records of a source unchanged. The profile comes before the publications."""
        for record in records:
            if source.name == "profile":
                self.own, self.label = owner_names(record), source.label
                parts = [name.rpartition(" ") for name in self.own]
                self.beginnings = tuple(f"{family} {initials[0]}" for family, _, initials in parts if family)
            elif source.name == "publications":
                self.compare(record["authors"])
            yield record

    def compare(self, authors: str) -> None:
        """Count the names with the owner's family name and first initial, unless one of the authors is the owner."""
        listed = names(authors)
        forms = [*map(normalized, listed)]
        if self.own.isdisjoint(forms):
            for name, form in zip(listed, forms, strict=True):
                if form.startswith(self.beginnings):
                    self.similar[name] += 1

    def warnings(self) -> Iterator[Problem]:
        """Yield a warning if there are similar names."""
        if self.similar:
            found = ", ".join(f"{name} ({plural(count, 'row')})" for name, count in self.similar.most_common(NAMED_ROWS))
            text = f"Some publications have a name like yours, but not yours: {found}. If it is you, add it; pages emphasize it."
            yield Problem(self.label, text, "warning", field="nameVariants")
