"""Problems in the sources, and the report that collects them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from pipeline.wording import join_all, join_names, quote

Severity = Literal["error", "warning"]
# The location of a value inside a field: names of mappings, and indexes of lists from 0.
ValuePath = tuple[str | int, ...]
# Maximum number of runs of rows or lines in a message. The report in JSON has every row.
MAX_RUNS = 12


@dataclass(frozen=True)
class Problem:
    """One error or warning: where it is, what is wrong and how to fix it.

    ``code`` is the name of a rule, or a keyword of Table Schema or JSON Schema; sources/README.md lists the others. ``row``
    counts as a spreadsheet does (the header is row 1), ``line`` as a text editor does; at most one of them is set. ``field`` is a
    column, or a path in a YAML file such as ``hours.weekly[2].opens``.
    """

    file: str
    code: str
    message: str
    severity: Severity = "error"
    row: int | None = None
    line: int | None = None
    field: str | None = None
    value: str | None = None

    def __str__(self) -> str:
        return one_line([self])

    def as_json(self) -> dict[str, Any]:
        """The problem for a report in JSON, without empty values."""
        keys = ("severity", "code", "file", "row", "line", "field", "value", "message")
        return {key: value for key in keys if (value := getattr(self, key)) is not None}


class Finding(NamedTuple):
    """A problem with a value, before its file and row are known: the path to the value, and the value."""

    path: ValuePath
    code: str
    message: str
    severity: Severity = "error"
    value: Any = None


class SourceError(Exception):
    """A source file cannot be read further. ``problem`` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


class Report:
    """The problems of one run, in all files."""

    def __init__(self, problems: Iterable[Problem] = ()) -> None:
        self.problems = [*problems]

    def add(self, problem: Problem) -> None:
        self.problems.append(problem)

    def extend(self, problems: Iterable[Problem]) -> None:
        self.problems.extend(problems)

    def __iter__(self) -> Iterator[Problem]:
        """Iterate over the problems: errors first, then warnings, each in the order of files and rows."""
        return iter(sorted(self.problems, key=lambda problem: (problem.severity, problem.file, problem.row or problem.line or 0)))

    def groups(self) -> list[list[Problem]]:
        """The problems in the same order, grouped if they differ only in row and value, or are names with the same message."""
        groups: dict[object, list[Problem]] = {}
        for problem in self:
            field = None if problem.code == "unknown_name" else problem.field
            same = (problem.severity, problem.file, field, problem.message.replace(quote(problem.value), ""))
            groups.setdefault(same, []).append(problem)
        return [*groups.values()]

    def lines(self) -> Iterator[str]:
        """Yield one line for each group."""
        yield from map(one_line, self.groups())

    @property
    def errors(self) -> int:
        return sum(problem.severity == "error" for problem in self.problems)

    def passes(self, *, strict: bool) -> bool:
        """Whether the sources can be published. ``strict`` treats warnings as errors."""
        return not (self.problems if strict else self.errors)


def one_line(same: list[Problem]) -> str:
    """One line for problems that differ only in row or line, value, and field."""
    first = same[0]
    numbers = sorted({number for problem in same if (number := problem.row or problem.line) is not None})
    unit = ("row" if first.row is not None else "line") + "s" * (len(numbers) > 1)
    fields = join_names([*filter(None, dict.fromkeys(problem.field for problem in same))])
    location = [first.file, f"{unit} {join_ranges(numbers)}" if numbers else "", fields]
    value, *others = dict.fromkeys(quote(problem.value) for problem in same)
    message = first.message.replace(value, f"{value} (also {join_names(others)})") if others else first.message
    prefix = "warning: " if first.severity == "warning" else ""
    return f"{prefix}{', '.join(filter(None, location))}: {message}"


def join_ranges(numbers: Sequence[int]) -> str:
    """Increasing numbers as ``3, 7 and 15–44``, or ``3, 5, … and 288 more``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    shown, hidden = runs[:MAX_RUNS], sum(map(len, runs[MAX_RUNS:]))
    texts = [text for run in shown for text in ([f"{run[0]}–{run[-1]}"] if len(run) > 2 else map(str, run))]
    texts += [f"{hidden:,} more"] if hidden else []
    return join_all(texts)


def format_path(path: ValuePath) -> str:
    """Format a path as ``hours.weekly[2].opens``, with list items counted from 1."""
    parts = [f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in path]
    return "".join(parts).removeprefix(".")
