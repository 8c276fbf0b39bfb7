"""One version of the data, and what was made from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

# Up to so many publications of the journals that were asked for, it may pay to find them all and sort them.
MOST_TO_SORT = 20_000
# Inode, times of change of content and of rights, size, device.
Identity = tuple[int, int, int, int, int]


@dataclass(frozen=True)
class Matching:
    """The journals that a search text names.

    Attributes:
        journals: their numbers as a JSON array; empty text where they are too many to be kept.
        publications: how many publications they have.
        of_all: out of how many.
    """

    journals: str
    publications: int
    of_all: int

    def few(self, rows: int) -> bool:
        """Whether it is less work to find and sort all their publications than to walk the list until ``rows`` are found."""
        return bool(self.journals) and self.publications <= MOST_TO_SORT and pays_to_sort(self.publications, rows, self.of_all)


def pays_to_sort(found: int, rows: int, of_all: int) -> bool:
    """Whether so many publications out of all are better found and sorted than met on a walk, when ``rows`` of them are wanted.

    The walk meets one of them in every ``of_all / found`` rows.
    """
    return found**2 <= rows * of_all


class Snapshot:
    """The file as it was at one moment. A request reads from one snapshot from beginning to end.

    Attributes:
        kept: results derived from this snapshot by other modules, by name. They are dropped with it, so nothing is served
            with other data than it was made from.
    """

    def __init__(self, identity: Identity) -> None:
        self.identity = identity
        self.kept: dict[str, Any] = {}
        self.matching: dict[str, Matching] = {}
        # How many publications fit a set of filters: names and values.
        self.totals: dict[tuple[tuple[str, Any], ...], int] = {}
