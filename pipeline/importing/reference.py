"""The result of reading one record of an export: its type, and the cells that it would have in the list of publications."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pipeline.importing.record_types import RecordType


@dataclass(frozen=True)
class Location:
    """The location of a record: its number in the file and, in a file of lines, the number of its first line; both start at 1."""

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

    ``cells`` are the values by field of the publications, none of them empty; ``advice`` says where to get what its
    format never has.
    """

    location: Location
    record_type: RecordType
    cells: Mapping[str, str]
    advice: str = ""


@dataclass(frozen=True)
class Unreadable:
    """A record of which nothing can be made, and the reason as a sentence."""

    location: Location
    reason: str


Record = Reference | Unreadable


def cells_of(**values: str) -> dict[str, str]:
    """Return the cells that have a value."""
    return {name: value for name, value in values.items() if value}
