"""The warning about publications that may name the owner in a form that ``nameVariants`` lacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from db.names import REMEMBERED, is_cut_off, names, owner_forms, owner_names, same_person
from db.text import normalize
from pipeline.messages import plural
from pipeline.problems import NAMED_ROWS, Problem
from pipeline.schema.package import Source
from pipeline.validation.records import Record

normalized = lru_cache(REMEMBERED)(normalize)


class OwnerNames:
    """Names that may be the owner's in publications without the owner, from the records that are read."""

    def __init__(self) -> None:
        self.forms: list[str] = []
        self.own = frozenset[str]()
        self.starts: tuple[str, ...] = ()  # their first letters; comparing whole names costs more
        self.similar = Counter[str]()
        self.label = ""

    def watch(self, source: Source, records: Iterator[Record]) -> Iterator[Record]:
        """Yield the records of a source unchanged. The profile comes before the publications."""
        for record in records:
            if source.name == "profile":
                self.forms, self.own, self.label = owner_forms(record), owner_names(record), source.label
                self.starts = tuple({name[:1] for name in self.own})
            elif source.name == "publications":
                self.compare(record["authors"])
            yield record

    def compare(self, authors: str) -> None:
        """Count the names that may be the owner's, unless the owner is among the authors, or may be among those cut off."""
        listed = {name: normalized(name) for name in names(authors)}
        if self.own.isdisjoint(listed.values()) and not is_cut_off(authors):
            likely = [name for name, text in listed.items() if text.startswith(self.starts)]
            self.similar.update(name for name in likely if any(same_person(name, form) for form in self.forms))

    def warnings(self) -> Iterator[Problem]:
        """Yield a warning if there are such names."""
        if self.similar:
            found = ", ".join(f"{name} ({plural(count, 'row')})" for name, count in self.similar.most_common(NAMED_ROWS))
            text = f"{found} may be you: if so, add it to nameVariants, so that pages emphasize it."
            yield Problem(self.label, "name_variants", text, "warning", field="nameVariants")
