"""What the next build would change in what is served: the sources beside the database in use, row by row and field by field."""

from __future__ import annotations

import json
import sqlite3
import unicodedata
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any, Literal

from db.layout import APPLICATION_ID, SCHEMA_VERSION, is_whole
from db.text import letters
from pipeline.loading.publish import records
from pipeline.problems import LONGEST_QUOTE, Report, quote
from pipeline.progress import counted
from pipeline.reading.yaml import Place, dotted
from pipeline.schema.package import read_package
from pipeline.validation.records import Record

Kind = Literal["added", "removed", "changed", "moved"]
# Sign and colour (ECMA-48) of each kind; the sign stands first, so that it reads without colour.
KINDS: dict[Kind, tuple[str, str]] = {
    "added": ("+", "\x1b[32m"),
    "removed": ("-", "\x1b[31m"),
    "changed": ("~", "\x1b[33m"),
    "moved": (">", "\x1b[36m"),
}
NO_COLOUR = "\x1b[0m"
# Whether the database is there, and whether another version of the pipeline has built it.
State = Literal["present", "missing", "outdated"]
# What makes two rows the same one, the surest first; a row whose key is None is passed over.
Key = Callable[[Record], Hashable]
KEYS: dict[str, tuple[Key, ...]] = {
    "publications": (
        lambda row: row.get("doi", "").lower() or None,
        lambda row: row.get("pubmed"),
        lambda row: (row["year"], folded) if (folded := letters(row["title"])) else None,
        lambda row: letters(row["title"]) or row["title"],
    ),
    "services": (lambda row: row["name"],),
}
ONLY_ROW: tuple[Key, ...] = (lambda _: True,)
# How much of a long text is shown before the place where it begins to differ.
LEAD = 20
LOOK_THE_SAME = " (they look the same, but differ in blanks, line breaks or signs that cannot be seen)"


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
    """What happens to one row of a resource: to the old one if it is removed, otherwise to the new one."""

    resource: str
    change: Kind
    row: Record
    fields: tuple[FieldChange, ...] = ()

    def name(self, written: Callable[[object], str]) -> str | None:
        """How the row is named, its title or name written in a certain way; a resource of one object needs no name."""
        if self.resource == "publications":
            return f"{written(self.row['title'])} ({self.row['year']})"
        return written(self.row["name"]) if self.resource == "services" else None

    def as_json(self) -> dict[str, Any]:
        fields = [asdict(field) for field in self.fields]
        return {"resource": self.resource, "change": self.change, "name": self.name(str), "fields": fields}


@dataclass(frozen=True)
class Difference:
    """All changes, in the order of the resources and rows; none if the sources would not be published (``ok``)."""

    report: Report
    ok: bool
    state: State = "present"
    changes: tuple[Change, ...] = ()

    @property
    def counts(self) -> dict[Kind, int]:
        found = Counter(change.change for change in self.changes)
        return {kind: found[kind] for kind in KINDS}

    def as_json(self) -> dict[str, Any]:
        """The same for programs. A later version may add keys; it takes none away and gives none another meaning."""
        changes = [change.as_json() for change in self.changes]
        problems = [problem.as_json() for problem in self.report]
        return {"ok": self.ok, "counts": self.counts, "changes": changes, "problems": problems}


def difference(folder: Path, database: Path, *, strict: bool = False) -> Difference:
    """Compare the sources in a folder with a database; one that is not there yet holds nothing.

    Raises:
        UnusableError: the file is no database of this service, or cannot be read.
    """
    report = Report()
    package = read_package(folder, report)
    new = {source.name: list(records(source, report)) for source in package.sources} if package else {}
    if not report.passes(strict=strict):
        return Difference(report, ok=False)
    state, old = served(database, new)
    changes: list[Change] = []
    for resource, rows in new.items():
        changes += compared(resource, old.get(resource, []), in_order(resource, rows))
    return Difference(report, True, state, tuple(changes))


def served(database: Path, tables: Iterable[str]) -> tuple[State, dict[str, list[Record]]]:
    """The objects of each table as the API gives them, in its order; all from one file, whoever replaces it meanwhile."""
    state: State = "present"
    try:
        if not database.exists():
            return "missing", {}
        if not database.is_file():
            raise UnusableError(f"{database} is no file. Name the database with --database, or in PROFILE_DB.")
        with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            facts = "select application_id, user_version from pragma_application_id, pragma_user_version"
            application, version = connection.execute(facts).fetchone()
            if application != APPLICATION_ID:
                raise UnusableError(foreign(database))
            if not is_whole(connection, database.stat().st_size):
                raise UnusableError(damaged(database))
            if version != SCHEMA_VERSION:
                state = "outdated"
            return state, {table: rows_of(connection, table, str(database)) for table in tables}
    except (OSError, sqlite3.Error, ValueError) as error:
        raise UnusableError(unreadable(database, state, error)) from None


def rows_of(connection: sqlite3.Connection, table: str, label: str) -> list[Record]:
    texts = connection.execute(f'select json from "{table}" order by id')  # noqa: S608  # nosec B608 - fixed names
    return in_order(table, list(counted((json.loads(text) for (text,) in texts), label)))


def in_order(resource: str, rows: list[Record]) -> list[Record]:
    """The rows as the API has them (see api/data/store.py): the newest publications first, all else as the owner has it."""
    return sorted(rows, key=lambda row: age(resource, row))


def age(resource: str, row: Record) -> int:
    return -row["year"] if resource == "publications" else 0


def foreign(database: Path) -> str:
    return f"{database} is no database of this service. Is it the right file? The next build would replace it."


def damaged(database: Path) -> str:
    return f"{database} is damaged, so there is nothing to compare with. Build it anew with make build-db."


def unreadable(database: Path, state: State, error: Exception) -> str:
    """What it means to the owner that reading the database failed."""
    kind = getattr(error, "sqlite_errorname", "")
    if kind == "SQLITE_NOTADB":
        return foreign(database)
    if state == "outdated":
        return f"{database} was built by another version of this service, and cannot be compared. The next build makes it anew."
    if kind.startswith("SQLITE_CORRUPT") or isinstance(error, ValueError):
        return damaged(database)
    return f"{database} cannot be read ({getattr(error, 'strerror', None) or error})."


def compared(resource: str, old: list[Record], new: list[Record]) -> Iterator[Change]:
    """The changes of one resource: rows that go, then those that come, change or move, in the new order.

    A row that changes may stand elsewhere too; that is said only of a row to which nothing else happens. A row whose year
    changes moves by itself: the rows that it passes do not.
    """
    partner = matched(old, new, KEYS.get(resource, ONLY_ROW))
    kept = set(partner.values())
    yield from (Change(resource, "removed", row) for place, row in enumerate(old) if place not in kept)
    same_age = (was for place, was in sorted(partner.items()) if age(resource, old[was]) == age(resource, new[place]))
    stays = longest_rising(same_age)
    for place, row in enumerate(new):
        if place not in partner:
            yield Change(resource, "added", row)
        elif fields := tuple(changed_fields(old[partner[place]], row)):
            yield Change(resource, "changed", row, fields)
        elif partner[place] not in stays:
            yield Change(resource, "moved", row)


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


def longest_rising(places: Iterable[int]) -> set[int]:
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


def changed_fields(old: Any, new: Any, place: Place = ()) -> Iterator[FieldChange]:
    """The values that differ, each with its place, in the order of the new object; what is no longer there comes last."""
    if alike(old, new):
        return
    if branches(dict, old, new):
        old, new = old or {}, new or {}
        for name in dict.fromkeys((*new, *old)):
            yield from changed_fields(old.get(name), new.get(name), (*place, name))
    elif branches(list, old, new):
        for number, pair in enumerate(zip_longest(*without_common_end(old or [], new or []))):
            yield from changed_fields(*pair, (*place, number))
    else:
        yield FieldChange(dotted(place), old, new)


def alike(old: Any, new: Any) -> bool:
    """Whether JSON has the same for both; to Python, 1, 1.0 and True are equal too."""
    return repr(old) == repr(new)


def branches(kind: type, old: Any, new: Any) -> bool:
    """Whether both are groups or lists, or one of them is while there is nothing in the place of the other."""
    return bool(old or new) and all(value is None or isinstance(value, kind) for value in (old, new))


def without_common_end(old: list[Any], new: list[Any]) -> tuple[list[Any], list[Any]]:
    """Both lists without the members at their end that are the same: one entry more does not change those that follow."""
    same = 0
    while same < min(len(old), len(new)) and alike(old[-1 - same], new[-1 - same]):
        same += 1
    return old[: len(old) - same], new[: len(new) - same]


def lines(difference: Difference, *, coloured: bool) -> Iterator[str]:
    """The changes for people, and their numbers at the end."""
    for change in difference.changes:
        sign, colour = KINDS[change.change]
        name = change.name(quote)
        line = f"{sign} {change.resource}{f': {name}' if name else ''}"
        if change.change == "moved":
            line += " stands elsewhere in the order"
        yield f"{colour}{line}{NO_COLOUR}" if coloured else line
        yield from (f"    {field.field}: {shown(field.old, field.new)}" for field in change.fields)
    if difference.changes:
        yield ", ".join(f"{count:,} {kind}" for kind, count in difference.counts.items()) + "."
    else:
        yield "The next build would change nothing that is served."


def shown(old: Any, new: Any) -> str:
    """Two values side by side; long texts from shortly before the place where they begin to differ."""
    start = 0
    if isinstance(old, str) and isinstance(new, str) and max(len(old), len(new)) > LONGEST_QUOTE:
        differing = (place for place, (was, will_be) in enumerate(zip(old, new, strict=False)) if was != will_be)
        start = max(0, next(differing, min(len(old), len(new))) - LEAD)
    sides = [value_shown(value, start) for value in (old, new)]
    looks = {unicodedata.normalize("NFC", side) for side in sides}
    return f"{sides[0]} -> {sides[1]}{LOOK_THE_SAME if len(looks) == 1 else ''}"


def value_shown(value: Any, start: int) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return f'"…{quote(value[start:])[1:]}' if start else quote(value)
    return json.dumps(value, ensure_ascii=False)
