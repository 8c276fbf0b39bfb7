"""The picture of publications per year: the geometry of its bars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

# In units of the picture, which is stretched to the width of the page.
WIDTH = 640.0
HEIGHT = 120.0
BAR = 0.72
# More bars than that have room for every fifth or tenth year only.
MOST_LABELS = 12
MOST_COUNTS = 30
MOST_FIFTHS = 60


@dataclass(frozen=True)
class Bar:
    """One year: its number of publications, and where its bar stands, from the left and from the top.

    ``has_label`` and ``has_count`` say whether there is room to write the year below and the number above it.
    """

    year: int
    count: int
    left: float
    top: float
    width: float
    height: float
    has_label: bool
    has_count: bool

    @property
    def middle(self) -> float:
        return round(self.left + self.width / 2, 2)


def bars(counts: Sequence[tuple[int, int]]) -> list[Bar]:
    """The bars of all years from the first to the last, those without publications too.

    Args:
        counts: years with their number of publications, in any order.
    """
    if not counts:
        return []
    by_year = dict(counts)
    years = range(min(by_year), max(by_year) + 1)
    # A few years are no reason for bars as broad as the page.
    step = min(WIDTH / len(years), WIDTH / 6)
    every = 1 if len(years) <= MOST_LABELS else 5 if len(years) <= MOST_FIFTHS else 10
    tallest = max(by_year.values())
    made = []
    for place, year in enumerate(years):
        count = by_year.get(year, 0)
        height = round(HEIGHT * count / tallest, 2)
        left, width = round(place * step + step * (1 - BAR) / 2, 2), round(step * BAR, 2)
        written = bool(count) and len(years) <= MOST_COUNTS
        made.append(Bar(year, count, left, round(HEIGHT - height, 2), width, height, year % every == 0, written))
    return made
