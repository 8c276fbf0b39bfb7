"""What an import would do, for people as a table and for programs as JSON."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from pipeline.importing.plan import Outcome, Plan, Status
from pipeline.problems import quote

# How each outcome is shown: sign, words, colour. The order is that of the summary.
SHOWN: dict[Status, tuple[str, str, str]] = {
    "new": ("+", "new", "green"),
    "filled": ("~", "filled", "cyan"),
    "conflict": ("!", "conflict", "yellow"),
    "present": ("=", "already there", "dim"),
    "duplicate": ("=", "duplicate", "dim"),
    "left out": ("-", "left out", "dim"),
    "unusable": ("x", "cannot be used", "red"),
    "unreadable": ("x", "cannot be read", "bold red"),
}
# A pipe has no width; so many columns are read well in a log.
WIDTH_IN_A_PIPE = 140
# A table of many thousand rows is laid out in pieces, so that it needs little memory.
ROWS_AT_ONCE = 500


def console() -> Console:
    """Where the table goes: coloured on a terminal (unless NO_COLOR is set), plain elsewhere."""
    plain = Console()
    if plain.is_terminal or os.environ.get("COLUMNS"):
        return plain
    return Console(width=WIDTH_IN_A_PIPE)


def show(plan: Plan, into: Console) -> None:
    """Print the table: a row for each record, in the order of the files."""
    outcomes = plan.outcomes
    for start in range(0, len(outcomes), ROWS_AT_ONCE):
        table = Table(box=None, show_header=not start, header_style="bold", pad_edge=False, expand=True)
        table.add_column("", width=16, no_wrap=True)
        table.add_column("record", width=max(len(label(outcome, plan)) for outcome in outcomes), overflow="fold")
        table.add_column("year", width=4)
        table.add_column("title", ratio=1, overflow="fold")
        table.add_column("what", ratio=1, overflow="fold")
        for outcome in outcomes[start : start + ROWS_AT_ONCE]:
            sign, words, style = SHOWN[outcome.status]
            cells = (f"{sign} {words}", label(outcome, plan), outcome.year, outcome.title, "\n".join(details(outcome)))
            table.add_row(
                *(Text(cell, style=style if column == 0 or style == "dim" else "") for column, cell in enumerate(cells))
            )
        into.print(table)


def label(outcome: Outcome, plan: Plan) -> str:
    """The record's location; the file is named where there are several."""
    return str(outcome.location) if plan.several_files else outcome.location.within


def details(outcome: Outcome) -> Iterator[str]:
    """What is written, what is left alone, and why, a line each."""
    row = f"row {outcome.row}: " if outcome.row is not None else ""
    if outcome.status == "new":
        yield outcome.cells["journal"]
    elif outcome.cells:
        yield row + ", ".join(f"{name} {value}" for name, value in outcome.cells.items())
    elif row and not outcome.conflicts:
        yield row.rstrip(": ")
    for conflict in outcome.conflicts:
        yield f"{row}{conflict.field} stays {quote(conflict.kept)}; here {quote(conflict.other)}"
    yield from outcome.notes


def summary(plan: Plan) -> str:
    """The number of records, and of each outcome that there is."""
    counts = Counter(outcome.status for outcome in plan.outcomes)
    parts = [f"{counts[status]:,} {words}" for status, (_, words, _) in SHOWN.items() if counts[status]]
    return f"{len(plan.outcomes):,} record{'s' if len(plan.outcomes) != 1 else ''}{': ' if parts else ''}{', '.join(parts)}."


def as_json(outcome: Outcome) -> dict[str, Any]:
    """An outcome for programs; keys without a value are left out."""
    every = {
        "status": outcome.status,
        "file": outcome.location.file,
        "record": outcome.location.record,
        "line": outcome.location.line,
        "title": outcome.title,
        "row": outcome.row,
        "cells": outcome.cells,
        "conflicts": [vars(conflict) for conflict in outcome.conflicts],
        "notes": outcome.notes,
    }
    return {key: value for key, value in every.items() if value not in (None, "", {}, [])}
