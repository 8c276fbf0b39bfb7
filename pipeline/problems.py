"""What is wrong with the sources, said so that their owner can put it right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from db.text import nearest

Severity = Literal["error", "warning"]
LONGEST_QUOTE = 60


@dataclass(frozen=True)
class Problem:
    """One fault: where it is, what it is and what to do, in one sentence or two.

    ``row`` counts as a spreadsheet does (the header is row 1), ``line`` as a text editor does; at
    most one of them is set. ``field`` is a column, or a place in a YAML file such as ``hours.weekly[2].opens``
    (list items are counted from 1).
    """

    file: str
    message: str
    severity: Severity = "error"
    row: int | None = None
    line: int | None = None
    field: str | None = None
    value: str | None = None

    def __str__(self) -> str:
        where = [
            self.file,
            f"row {self.row}" if self.row is not None else None,
            f"line {self.line}" if self.line is not None else None,
            self.field or None,
        ]
        prefix = "warning: " if self.severity == "warning" else ""
        return f"{prefix}{', '.join(part for part in where if part)}: {self.message}"

    def as_json(self) -> dict[str, Any]:
        """The same for machines; keys without a value are left out."""
        keys = ("severity", "file", "row", "line", "field", "value", "message")
        return {key: value for key in keys if (value := getattr(self, key)) is not None}


class SourceError(Exception):
    """A source file cannot be read further; carries the problem that says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


@dataclass
class Report:
    """All problems of one run, over all files."""

    problems: list[Problem] = field(default_factory=list)

    def add(self, problem: Problem) -> None:
        self.problems.append(problem)

    def extend(self, problems: Iterable[Problem]) -> None:
        self.problems.extend(problems)

    def __iter__(self) -> Iterator[Problem]:
        """The problems in the order in which one reads the files."""
        return iter(sorted(self.problems, key=lambda problem: (problem.file, problem.row or problem.line or 0)))

    @property
    def errors(self) -> int:
        return sum(problem.severity == "error" for problem in self.problems)

    @property
    def warnings(self) -> int:
        return len(self.problems) - self.errors

    def passes(self, *, strict: bool) -> bool:
        """Whether the sources may be published; ``strict`` lets warnings stand in the way too."""
        return not (self.problems if strict else self.errors)


def quote(value: object) -> str:
    """The value in double quotes on one line, cut where it is long."""
    text = " ".join(str(value).split()) if not isinstance(value, bool) else str(value).lower()
    text = "".join(char if char.isprintable() else "�" for char in text)
    return f'"{text[:LONGEST_QUOTE]}…"' if len(text) > LONGEST_QUOTE else f'"{text}"'


def suggestion(name: str, allowed: tuple[str, ...], what: str) -> str:
    """What an unknown name was probably meant to be; where nothing is near, all that it could be."""
    near = nearest(name, allowed)
    return f"Did you mean {quote(near)}?" if near else f"{what} are {', '.join(allowed)}."
