"""Figures, their bounds, and the table in which they are reported."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import ge
from statistics import median

COLUMNS = ("what", "figure", "ours", "theirs", "ratio", "bound", "met")
# A comparison (``ge`` or ``le``) and the limit: of the ratio if there is a peer, otherwise of our figure.
Bound = tuple[Callable[[float, float], bool], float]


@dataclass(frozen=True)
class Figure:
    """One quantity, measured once in each round: ours and the peer's, or ours alone."""

    label: str
    unit: str
    ours: Sequence[float]
    theirs: Sequence[float] = ()

    @property
    def value(self) -> float:
        """Return the median of the rounds' ratios, or of our values if there is no peer."""
        return median([ours / theirs for ours, theirs in zip(self.ours, self.theirs, strict=True)] if self.theirs else self.ours)


def lines(what: str, figures: Sequence[Figure], bounds: Mapping[str, Bound]) -> Iterator[tuple[str, ...]]:
    """Yield a line of the table for each figure of a measurement."""
    for figure in figures:
        ours = f"{number(median(figure.ours))} {figure.unit}"
        theirs, ratio = (f"{number(median(figure.theirs))} {figure.unit}", number(figure.value)) if figure.theirs else ("", "")
        compares, limit = bounds[figure.label]
        met = "yes" if compares(figure.value, limit) else "**no**"
        yield what, figure.label, ours, theirs, ratio, f"{'≥' if compares is ge else '≤'} {limit:g}", met


def number(value: float) -> str:
    """Format a number with three significant digits, or as a whole number from 100 on."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def table(rows: Iterable[Sequence[str]]) -> str:
    """Return rows of cells as a Markdown table."""
    return "\n".join(f"| {' | '.join(row)} |" for row in (COLUMNS, ["---"] * len(COLUMNS), *rows))
