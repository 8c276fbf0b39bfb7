"""Problems in the sources, and the report that collects them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from pipeline.messages import listing

Severity = Literal["error", "warning"]
# The location of a value inside a field: names of mappings, and indexes of lists from 0.
ValuePath = tuple[str | int, ...]
# How many problems of one kind are kept and shown. The rest are counted: a file may have the same error in every row.
SHOWN = 100


@dataclass(frozen=True)
class Problem:
    """One error or warning: where it is, what is wrong and how to fix it.

    ``code`` is the name of a rule, or a keyword of Table Schema and JSON Schema; sources/README.md lists the others. ``row``
    counts as a spreadsheet does (the header is row 1), ``line`` as a text editor does; at most one of them is set. ``field`` is a
    column, or a path in a YAML file such as ``hours.weekly[2].opens``. ``more`` is the number of problems of this kind that are
    not shown.
    """

    file: str
    code: str
    message: str
    severity: Severity = "error"
    row: int | None = None
    line: int | None = None
    field: str | None = None
    value: str | None = None
    more: int | None = None

    def __str__(self) -> str:
        return one_line([self])

    def as_json(self) -> dict[str, Any]:
        """Return the problem for programs, without the keys that have no value."""
        keys = ("severity", "code", "file", "row", "line", "field", "value", "message", "more")
        return {key: value for key in keys if (value := getattr(self, key)) is not None}


class Finding(NamedTuple):
    """A problem of a value, before its file and row are known: the path to the value, and the value."""

    path: ValuePath
    code: str
    message: str
    severity: Severity = "error"
    value: Any = None


class SourceError(Exception):
    """A source file that cannot be read further; carries the problem that says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


class Report:
    """All problems of one run, over all files: the first ones of each kind, and the number of the others."""

    def __init__(self, problems: Iterable[Problem] = ()) -> None:
        self.shown: list[Problem] = []
        self.numbers: Counter[tuple[str | None, ...]] = Counter()
        self.last: dict[tuple[str | None, ...], int] = {}
        self.extend(problems)

    def add(self, problem: Problem) -> None:
        kind = kind_of(problem)
        self.numbers[kind] += 1
        if self.numbers[kind] <= SHOWN:
            self.last[kind] = len(self.shown)
            self.shown.append(problem)

    def extend(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            self.add(problem)

    def __iter__(self) -> Iterator[Problem]:
        """Iterate over the problems: errors first, then warnings, each in the order of files and rows."""
        shown = [*self.shown]
        for kind, number in self.numbers.items():
            if number > SHOWN:
                last = self.last[kind]
                shown[last] = replace(shown[last], more=number - SHOWN)
        return iter(sorted(shown, key=lambda problem: (problem.severity, problem.file, problem.row or problem.line or 0)))

    def lines(self) -> Iterator[str]:
        """Yield the problems as lines; warnings that differ in nothing but the row share one."""
        groups: dict[object, list[Problem]] = {}
        for number, problem in enumerate(self):
            same = (problem.file, problem.field, problem.message)
            groups.setdefault(same if problem.severity == "warning" else number, []).append(problem)
        yield from map(one_line, groups.values())

    @property
    def errors(self) -> int:
        return sum(number for (severity, *_), number in self.numbers.items() if severity == "error")

    @property
    def warnings(self) -> int:
        return self.numbers.total() - self.errors

    def passes(self, *, strict: bool) -> bool:
        """Whether the sources may be published; ``strict`` treats warnings as errors."""
        return not (self.shown if strict else self.errors)


def kind_of(problem: Problem) -> tuple[str | None, ...]:
    """Return what problems have in common that differ only in their row and value, or in their location in a YAML file."""
    return problem.severity, problem.file, problem.field if problem.row else None, problem.code


def one_line(same: list[Problem]) -> str:
    """Return problems that differ in nothing but the row or line on one line."""
    first, more = same[0], same[-1].more or 0
    unit = "row" if first.row is not None else "line"
    numbers = [str(number) for problem in same if (number := problem.row or problem.line) is not None]
    message = first.message
    if more and len(same) < SHOWN:
        message, more = f"{message} And {more:,} more like this.", 0
    location = [first.file, numbered(unit, numbers, more), first.field or ""]
    prefix = "warning: " if first.severity == "warning" else ""
    return f"{prefix}{', '.join(filter(None, location))}: {message}"


def numbered(unit: str, numbers: list[str], more: int) -> str:
    """Return ``row 3``, ``rows 3 and 7`` or ``rows 3, 7, 9 and 161 more``; "" without numbers."""
    if len(numbers) < 2:
        return " ".join([unit, *numbers]) if numbers else ""
    return f"{unit}s {listing(numbers, more)}"


def dotted(path: ValuePath) -> str:
    """Return a path as people write it: ``hours.weekly[2].opens``, with list items counted from 1."""
    parts = [f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in path]
    return "".join(parts).removeprefix(".")
