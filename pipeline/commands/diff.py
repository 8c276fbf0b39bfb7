"""Show what the next build would change in the published data."""

from __future__ import annotations

import json
import unicodedata
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from pipeline.commands.shared import (
    CommandError,
    add_database,
    add_report,
    add_sources,
    coloured,
    print_json,
    print_problems,
    print_report,
)
from pipeline.difference import Difference, Kind, UnusableDatabaseError, difference
from pipeline.messages import LONGEST_QUOTE, NO_COLOUR, plural, quote

# The sign and colour (ECMA-48) of each kind of change; the sign is enough without colour.
KINDS: dict[Kind, tuple[str, str]] = {
    "added": ("+", "\x1b[32m"),
    "removed": ("-", "\x1b[31m"),
    "changed": ("~", "\x1b[33m"),
    "moved": (">", "\x1b[36m"),
}
# How many characters of a long text are shown before the first difference.
LEAD = 20
INVISIBLE = " (the difference is invisible: whitespace, line breaks or special characters)"


def add_arguments(parser: ArgumentParser) -> None:
    add_sources(parser)
    add_database(parser)
    add_report(parser)


def run(options: Namespace) -> int:
    try:
        found = difference(options.sources, options.database, strict=options.strict)
    except UnusableDatabaseError as error:
        raise CommandError(str(error)) from error
    if options.format == "json":
        print_json(found.as_json())
    elif not found.ok:
        print_report(found.report, options.sources, strict=options.strict)
        print("The next build would publish nothing.")
    else:
        print_problems(found.report)
        print_changes(found, options)
    return 0 if found.ok else 1


def print_changes(found: Difference, options: Namespace) -> None:
    if found.state == "missing":
        new = Counter(change.resource for change in found.changes)
        rows = ", ".join(plural(new[name], name.removesuffix("s")) for name in ("publications", "services"))
        print(f"{options.database} does not exist yet, so everything is new: {rows}.")
        return
    if found.state == "outdated":
        print(f"{options.database} was built by another version of this service. The next build replaces the whole file.")
    for line in lines(found, coloured=coloured()):
        print(line)


def lines(found: Difference, *, coloured: bool) -> Iterator[str]:
    """Yield the changes for people, and their numbers at the end."""
    for change in found.changes:
        sign, colour = KINDS[change.change]
        name = change.name(quote)
        line = f"{sign} {change.resource}{f': {name}' if name else ''}"
        if change.change == "moved":
            line += " has another position"
        yield f"{colour}{line}{NO_COLOUR}" if coloured else line
        yield from (f"    {field.field}: {side_by_side(field.old, field.new)}" for field in change.fields)
    if found.changes:
        yield ", ".join(f"{count:,} {kind}" for kind, count in found.counts.items()) + "."
    else:
        yield "The next build would change nothing in the published data."


def side_by_side(old: Any, new: Any) -> str:
    """Return two values; long texts begin shortly before the first difference."""
    start = 0
    if isinstance(old, str) and isinstance(new, str) and max(len(old), len(new)) > LONGEST_QUOTE:
        common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
        start = max(0, common - LEAD)
    sides = [shown(value, start) for value in (old, new)]
    appearances = {unicodedata.normalize("NFC", side) for side in sides}
    return f"{sides[0]} -> {sides[1]}{INVISIBLE if len(appearances) == 1 else ''}"


def shown(value: Any, start: int) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return f'"…{quote(value[start:])[1:]}' if start else quote(value)
    return json.dumps(value, ensure_ascii=False)
