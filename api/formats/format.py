"""What an export format is: how one publication is written, and what stands around and between several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

# A publication as the API has it: text by name of the field, the year a number, and nothing for what is not known.
Publication = Mapping[str, Any]

FIELDS = ("title", "authors", "journal", "year", "volume", "issue", "pages", "doi", "pubmed", "url")


@dataclass(frozen=True)
class Format:
    """A format: its names, and its text put together from the texts of single publications.

    Attributes:
        alone: writes a document of one publication, where that is something else than a list with one member.
        fields: the columns, for a format that has any.
    """

    name: str
    media_type: str
    file_name: str
    item: Callable[[Publication], str]
    head: str = ""
    between: str = ""
    tail: str = ""
    alone: Callable[[Publication], str] | None = None
    fields: Sequence[str] = FIELDS

    def document(self, publications: Iterable[Publication]) -> Iterator[str]:
        """The text of a list in pieces: its beginning, each publication when it is asked for, its end."""
        yield self.head
        before = ""
        for publication in publications:
            yield before + self.item(publication)
            before = self.between
        yield self.tail

    def single(self, publication: Publication) -> str:
        """The text of one publication as a document of its own."""
        return self.alone(publication) if self.alone else "".join(self.document([publication]))
