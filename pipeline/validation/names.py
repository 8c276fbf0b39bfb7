"""The warning about publications that may name the owner in a form that ``nameVariants`` lacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from db.names import Owner, is_cut_off, names
from pipeline.messages import plural
from pipeline.problems import NAMED_ROWS, Problem
from pipeline.schema.package import Source
from pipeline.validation.records import Record


class OwnerNames:
    """Names that may be the owner's in publications without the owner, from the records that are read."""

    def __init__(self) -> None:
        self.owner = Owner({})
        self.similar = Counter[str]()
        self.label = ""

    def watch(self, source: Source, records: Iterator[Record]) -> Iterator[Record]:
        """Yield the records of a source unchanged. The profile comes before the publications."""
        for record in records:
            if source.name == "profile":
                self.owner, self.label = Owner(record), source.label
            elif source.name == "publications":
                self.compare(record["authors"])
            yield record

    def compare(self, authors: str) -> None:
        """Count the names that may be the owner's, unless the owner is among the authors, or may be among those cut off."""
        listed = names(authors)
        if not is_cut_off(authors) and not self.owner.among(listed):
            self.similar.update(filter(self.owner.may_be, dict.fromkeys(listed)))

    def warnings(self) -> Iterator[Problem]:
        """Yield a warning if there are such names."""
        if self.similar:
            found = ", ".join(f"{name} ({plural(count, 'row')})" for name, count in self.similar.most_common(NAMED_ROWS))
            text = f"{found} may be you: if so, add it to nameVariants, so that pages emphasize it."
            yield Problem(self.label, "name_variants", text, "warning", field="nameVariants")
