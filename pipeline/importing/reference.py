"""What a reader makes of one record of an export: a kind, and the cells that it would be in the list of publications."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from api.formats.format import FIELDS
from pipeline.importing.record_types import Kind


@dataclass(frozen=True)
class Place:
    """Where a record stands: its number in the file, and in a file of lines the number of its first line; both from 1."""

    file: str
    record: int
    line: int | None = None

    def __str__(self) -> str:
        return f"{self.file}, {self.within}"

    @property
    def within(self) -> str:
        return f"line {self.line}" if self.line is not None else f"record {self.record}"


@dataclass(frozen=True)
class Reference:
    """A record as it was read.

    ``cells`` has those of :data:`FIELDS` that the record holds, none of them empty; ``advice`` says where to get what its
    format never has.
    """

    place: Place
    kind: Kind
    cells: Mapping[str, str]
    advice: str = ""


@dataclass(frozen=True)
class Unreadable:
    """A record of which nothing can be made, and the reason as a sentence."""

    place: Place
    reason: str


Read = Reference | Unreadable


def cells_of(**values: str) -> dict[str, str]:
    """The cells that have a value, in the order of the fields."""
    return {name: value for name in FIELDS if (value := values.get(name, ""))}
