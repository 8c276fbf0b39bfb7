"""The chart of publications per year: the geometry of its bars."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

# In units of the SVG, which scales to the width of the page.
CHART_WIDTH = 640.0
CHART_HEIGHT = 72.0
# Width of a bar as a share of the space for one year.
BAR_SHARE = 0.72
# Few years share the width as if they were this many; otherwise one bar would fill the page.
MIN_YEARS = 6
# A chart of fewer years would say nothing.
MIN_CHART_YEARS = 4
# Label every year up to MAX_LABELS years, every fifth up to MAX_FIFTHS, then every tenth.
MAX_LABELS = 12
MAX_FIFTHS = 60
# With more years than this there is no room for a number above each bar.
MAX_COUNTS = 30


@dataclass(frozen=True)
class Bar:
    """The bar of one year.

    Attributes:
        count: the number of publications that match, which may be 0.
        total: the number without a filter.
        height: the height of the part for matching publications.
        full_height: the height of the whole bar.
        has_label: whether the year is written below it.
        has_count: whether the number is always written above it.
    """

    year: int
    count: int
    total: int
    left: float
    width: float
    height: float
    full_height: float
    has_label: bool
    has_count: bool

    @property
    def middle(self) -> float:
        return round(self.left + self.width / 2, 2)

    @property
    def top(self) -> float:
        return round(CHART_HEIGHT - self.height, 2)

    @property
    def full_top(self) -> float:
        return round(CHART_HEIGHT - self.full_height, 2)


def is_informative(totals: Mapping[int, int]) -> bool:
    """Whether there are enough years for a chart, and one of them has several publications."""
    return len(totals) >= MIN_CHART_YEARS and max(totals.values()) > 1


def bars(totals: Mapping[int, int], counts: Mapping[int, int]) -> list[Bar]:
    """Draw a bar for every year from the first to the last, including years without publications.

    ``totals`` has the number of publications of each year, ``counts`` the number that match a filter.
    """
    years = range(min(totals), max(totals) + 1)
    step = CHART_WIDTH / max(len(years), MIN_YEARS)
    label_every = 1 if len(years) <= MAX_LABELS else 5 if len(years) <= MAX_FIFTHS else 10
    tallest = max(totals.values())
    made = []
    for index, year in enumerate(years):
        total, count = totals.get(year, 0), counts.get(year, 0)
        height, full_height = (round(CHART_HEIGHT * number / tallest, 2) for number in (count, total))
        left, width = round(index * step + step * (1 - BAR_SHARE) / 2, 2), round(step * BAR_SHARE, 2)
        has_label, has_count = year % label_every == 0, len(years) <= MAX_COUNTS
        made.append(Bar(year, count, total, left, width, height, full_height, has_label, has_count))
    return made
