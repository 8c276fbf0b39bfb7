"""What the next build would change in what is served: the sources beside the database in use, row by row and field by field."""

from __future__ import annotations

import json
import sqlite3
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from pipeline.build import records
from pipeline.layout import APPLICATION_ID, SCHEMA_VERSION, is_whole
from pipeline.package import read_package
from pipeline.problems import Report, quote
from pipeline.text import letters
from pipeline.validation import Record

Kind = Literal["added", "removed", "changed", "moved"]
KINDS: tuple[Kind, ...] = ("added", "removed", "changed", "moved")
# What makes two rows the same one, the surest first; a row whose key is None is passed over.
Key = Callable[[Record], Hashable]
KEYS: dict[str, tuple[Key, ...]] = {
    "publications": (
        lambda row: row.get("doi", "").lower() or None,
        lambda row: row.get("pubmed"),
        lambda row: (letters(row["title"]), row["year"]),
        lambda row: letters(row["title"]) or None,
    ),
    "services": (lambda row: row["name"],),
}
ONLY_ROW: tuple[Key, ...] = (lambda _: True,)
# The API's order of publications (see api/store.py); services keep the owner's.
ORDER: dict[str, Callable[[Record], int]] = {"publications": lambda row: -row["year"]}


class UnusableError(Exception):
    """The database cannot be compared with; the sentence says why and what to do."""


@dataclass(frozen=True)
class FieldChange:
    """A value that changes; None where there is or will be none. ``field`` is a place as messages name it."""

    field: str
    old: Any
    new: Any


@dataclass(frozen=True)
class Change:
    """What happens to one row of a resource."""

    resource: str
    change: Kind
    name: str
    fields: tuple[FieldChange, ...] = ()


@dataclass(frozen=True)
class Difference:
    """All changes, in the order of the resources and rows; none of them holds if the report has errors."""

    report: Report
    changes: tuple[Change, ...]

    @property
    def counts(self) -> dict[Kind, int]:
        found = Counter(change.change for change in self.changes)
        return {kind: found[kind] for kind in KINDS}

    def as_json(self, *, ok: bool) -> dict[str, Any]:
        """The same for programs."""
        problems = [problem.as_json() for problem in self.report]
        return {"ok": ok, "counts": self.counts, "changes": [asdict(change) for change in self.changes], "problems": problems}


def difference(folder: Path, database: Path) -> Difference:
    """Compare the sources in a folder with a database; one that is not there yet holds nothing.

    Raises:
        UnusableError: the file is no database that the present pipeline has built.
        OSError: it cannot be read.
    """
    report = Report()
    package = read_package(folder, report)
    changes: list[Change] = []
    for source in package.sources if package else ():
        old, new = served(database, source.name), list(records(source, report))
        if order := ORDER.get(source.name):
            new.sort(key=order)
        changes += compared(source.name, old, new)
    return Difference(report, () if report.errors else tuple(changes))


def served(database: Path, table: str) -> list[Record]:
    """The objects of a table as the API gives them, in its order."""
    if not database.exists():
        return []
    try:
        with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            [application, version] = [
                connection.execute(f"pragma {name}").fetchone()[0] for name in ("application_id", "user_version")
            ]
            if application == APPLICATION_ID and version != SCHEMA_VERSION:
                raise UnusableError(f"{database} was built by another version, so the next build makes all of it anew.")
            if application != APPLICATION_ID or not is_whole(connection, database.stat().st_size):
                raise UnusableError(f"{database} is damaged, or no database of this service. Build it with make build-db.")
            found = [json.loads(text) for (text,) in connection.execute(f'select json from "{table}" order by id')]  # noqa: S608
    except sqlite3.Error as error:
        raise UnusableError(f"{database} cannot be read ({error}). Build it with make build-db.") from None
    return sorted(found, key=ORDER[table]) if table in ORDER else found


def compared(resource: str, old: list[Record], new: list[Record]) -> Iterator[Change]:
    """The changes of one resource: rows that go, then those that come, change or move, in the new order."""
    partner = matched(old, new, KEYS.get(resource, ONLY_ROW))
    kept = set(partner.values())
    yield from (Change(resource, "removed", name_of(row)) for place, row in enumerate(old) if place not in kept)
    in_order = longest_rising([partner[place] for place in sorted(partner)])
    for place, row in enumerate(new):
        if place not in partner:
            yield Change(resource, "added", name_of(row))
        elif fields := tuple(changed_fields(old[partner[place]], row)):
            yield Change(resource, "changed", name_of(row), fields)
        elif partner[place] not in in_order:
            yield Change(resource, "moved", name_of(row))


def matched(old: list[Record], new: list[Record], keys: Iterable[Key]) -> dict[int, int]:
    """The place of each new row's old self; rows that share a key are paired in their order."""
    partner: dict[int, int] = {}
    left = dict(enumerate(old))
    for key in keys:
        places: defaultdict[Hashable, list[int]] = defaultdict(list)
        for place in reversed(left):
            places[key(left[place])].append(place)
        places.pop(None, None)
        for place, row in enumerate(new):
            if place not in partner and (same := places.get(key(row))):
                partner[place] = same.pop()
                del left[partner[place]]
    return partner


def longest_rising(places: list[int]) -> set[int]:
    """The most members that stand in rising order: those that need not move (patience sorting)."""
    tops: list[int] = []
    before: dict[int, int | None] = {}
    for place in places:
        pile = bisect_left(tops, place)
        before[place] = tops[pile - 1] if pile else None
        tops[pile : pile + 1] = [place]
    member: int | None = tops[-1] if tops else None
    rising = set()
    while member is not None:
        rising.add(member)
        member = before[member]
    return rising


def changed_fields(old: Record, new: Record) -> Iterator[FieldChange]:
    """The values that differ, in the order of the old object and then of the new."""
    if old == new:
        return
    was, will_be = dict(flat(old)), dict(flat(new))
    for field in dict.fromkeys([*was, *will_be]):
        if was.get(field) != will_be.get(field):
            yield FieldChange(field, was.get(field), will_be.get(field))


def flat(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """The values in an object with their places, such as ``hours.weekly[2].opens``; a list of plain values is one value."""
    if isinstance(value, dict):
        for key, member in value.items():
            yield from flat(member, f"{place}.{key}" if place else key)
    elif isinstance(value, list) and any(isinstance(member, dict | list) for member in value):
        for number, member in enumerate(value, start=1):
            yield from flat(member, f"{place}[{number}]")
    else:
        yield place, value


def name_of(row: Record) -> str:
    """How a row is named to its owner; what has one row only needs no name."""
    if "title" in row:
        return f"{quote(row['title'])} ({row['year']})"
    return quote(row["name"]) if "name" in row else ""


# Sign and colour (ECMA-48) of each kind; the sign stands first, so that it reads without colour.
SHOWN: dict[Kind, tuple[str, str]] = {
    "added": ("+", "\x1b[32m"),
    "removed": ("-", "\x1b[31m"),
    "changed": ("~", "\x1b[33m"),
    "moved": (">", "\x1b[36m"),
}
RESET = "\x1b[0m"


def lines(difference: Difference, *, coloured: bool) -> Iterator[str]:
    """The changes for people, and their numbers at the end."""
    for change in difference.changes:
        sign, colour = SHOWN[change.change]
        line = f"{sign} {change.resource}{f': {change.name}' if change.name else ''}"
        if change.change == "moved":
            line += " stands elsewhere in the order"
        yield f"{colour}{line}{RESET}" if coloured else line
        yield from (f"    {field.field}: {shown(field.old)} -> {shown(field.new)}" for field in change.fields)
    if difference.changes:
        yield ", ".join(f"{count:,} {kind}" for kind, count in difference.counts.items()) + "."
    else:
        yield "The next build would change nothing that is served."


def shown(value: Any) -> str:
    """A value on one line; a list with semicolons between its members."""
    if value is None:
        return "nothing"
    return quote("; ".join(map(str, value)) if isinstance(value, list) else value)
