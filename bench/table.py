"""The table: what was promised, what was measured, and whether the one holds the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

HEADER = ("what", "measured", "ours / theirs, medians", "reach", "met")
UNITS = {
    "/s": "{:,.0f}/s",
    "µs": "{:,.0f} µs",
    "ms": "{:.2f} ms",
    "s": "{:.2f} s",
    "MB": "{:,.0f} MB",
    "MB/s": "{:,.1f} MB/s",
    "ms/MB": "{:,.2f} ms/MB",
}


@dataclass(frozen=True)
class Target:
    """A bound that a figure must keep: ``least`` says on which side."""

    bound: float
    least: bool = False

    def holds(self, value: float) -> bool:
        return value >= self.bound if self.least else value <= self.bound

    def __str__(self) -> str:
        return f"{'≥' if self.least else '≤'} {self.bound:.3g}"


def at_least(bound: float) -> Target:
    return Target(bound, least=True)


def at_most(bound: float) -> Target:
    return Target(bound)


@dataclass(frozen=True)
class Figure:
    """One figure of ours beside the other side's, in one unit. Without the other side it stands for itself.

    Attributes:
        judged: whether the row is met only if this figure keeps its target. The others are told beside it.
    """

    label: str
    ours: float
    theirs: float | None
    unit: str
    target: Target | None = None
    judged: bool = True

    @property
    def value(self) -> float:
        """The ratio, or our figure alone."""
        return self.ours if self.theirs is None else self.ours / self.theirs

    @property
    def met(self) -> bool | None:
        return None if self.target is None else self.target.holds(self.value)

    @property
    def measured(self) -> str:
        if self.theirs is None:
            return f"{self.label} {self.quantity(self.ours)}"
        return f"{self.label} {self.value:.3g} ×" if self.value < 100 else f"{self.label} {self.value:,.0f} ×"

    @property
    def medians(self) -> str:
        return "" if self.theirs is None else f"{self.quantity(self.ours)} / {self.quantity(self.theirs)}"

    @property
    def reach(self) -> str:
        if self.target is None:
            return ""
        return f"{self.label} {self.target} {'×' if self.theirs is not None else self.unit}"

    def quantity(self, value: float) -> str:
        return UNITS[self.unit].format(value)


@dataclass(frozen=True)
class Row:
    """A line of the table; ``trouble`` says why it could not be measured."""

    what: str
    figures: tuple[Figure, ...] = ()
    trouble: str = ""

    @property
    def met(self) -> bool | None:
        """None: nothing was promised, or nothing could be measured."""
        judged = [figure.met for figure in self.figures if figure.judged and figure.met is not None]
        return all(judged) if judged else None

    @property
    def verdict(self) -> str:
        if self.trouble:
            return "not measured"
        if self.met is None:
            return "for information"
        missed = [figure.label for figure in self.figures if figure.met is False]
        beside = f" (not by {', '.join(missed)})" if missed and self.met else ""
        return f"yes{beside}" if self.met else f"**no** ({', '.join(missed)})"

    @property
    def cells(self) -> tuple[str, ...]:
        if self.trouble:
            return (self.what, f"not measured: {self.trouble}", "", "", self.verdict)
        parts = [[figure.measured, figure.medians, figure.reach] for figure in self.figures]
        joined = ("; ".join(filter(None, column)) for column in zip(*parts, strict=True))
        return (self.what, *joined, self.verdict)


def for_terminal(row: Row) -> str:
    """A row as lines to read while the next is being measured."""
    what, measured, medians, reach, verdict = row.cells
    lines = [what, f"    {measured}", f"    medians: {medians}" if medians else "", f"    reach: {reach}" if reach else ""]
    return "\n".join([*filter(None, lines), f"    {verdict.replace('**', '')}"])


def for_markdown(rows: Sequence[Row]) -> str:
    lines = [HEADER, tuple("---" for _ in HEADER), *(row.cells for row in rows)]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines) + "\n"


def summary(rows: Sequence[Row]) -> str:
    """How many promises were measured and met."""
    verdicts = [row.met for row in rows]
    promised = sum(verdict is not None for verdict in verdicts)
    missing = [f"{row.what} ({row.trouble})" for row in rows if row.trouble]
    told = f"{verdicts.count(True)} of {promised} promises that were measured are kept."
    return told + (f" Not measured: {'; '.join(missing)}." if missing else "")
