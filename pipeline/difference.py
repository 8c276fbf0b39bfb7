"""What the next build would change: the sources compared with the database in use, row by row and field by field."""

from __future__ import annotations

import json
import sqlite3
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any, Literal, get_args

from db.layout import APPLICATION_ID, SCHEMA_VERSION, is_truncated
from db.text import letters
from pipeline.loading.publish import for_each
from pipeline.problems import Report, ValuePath, dotted
from pipeline.progress import counted
from pipeline.schema.package import read_package
from pipeline.validation.records import Record

Kind = Literal["added", "removed", "changed", "moved"]
# Whether the database exists, and whether another version of the pipeline built it.
State = Literal["present", "missing", "outdated"]
# What identifies a row, the most reliable key first; rows for which a key is None are not matched by it.
Key = Callable[[Record], Hashable]
KEYS: dict[str, tuple[Key, ...]] = {
    "publications": (
        lambda row: row.get("doi", "").lower() or None,
        lambda row: row.get("pubmed"),
        lambda row: (row["year"], title) if (title := letters(row["title"])) else None,
        lambda row: letters(row["title"]) or row["title"],
    ),
    "services": (lambda row: row["name"],),
}
# The published photo; of several sizes, the largest is the last.
PHOTO = "select 'photo', name from images where name glob 'photo-*' order by width"
ONLY_ROW: tuple[Key, ...] = (lambda _: True,)


class UnusableDatabaseError(Exception):
    """The database cannot be compared; the message says why, and how to fix it."""


@dataclass(frozen=True)
class FieldChange:
    """A value that changes; None if it is absent before or after."""

    field: str
    old: Any
    new: Any


@dataclass(frozen=True)
class Change:
    """A change of one row; ``row`` is the old row if it is removed, otherwise the new one."""

    resource: str
    change: Kind
    row: Record
    fields: tuple[FieldChange, ...] = ()

    def name(self, shown: Callable[[object], str]) -> str | None:
        """Return the row's title or name, as ``shown`` renders it; None for a resource of one object."""
        if self.resource == "publications":
            return f"{shown(self.row['title'])} ({self.row['year']})"
        return shown(self.row["name"]) if self.resource == "services" else None

    def as_json(self) -> dict[str, Any]:
        fields = [asdict(field) for field in self.fields]
        return {"resource": self.resource, "change": self.change, "name": self.name(str), "fields": fields}


@dataclass(frozen=True)
class Difference:
    """All changes, in the order of resources and rows; none if the sources do not pass (``ok``)."""

    report: Report
    ok: bool
    state: State = "present"
    changes: tuple[Change, ...] = ()

    @property
    def counts(self) -> dict[Kind, int]:
        found = Counter(change.change for change in self.changes)
        return {kind: found[kind] for kind in get_args(Kind)}

    def as_json(self) -> dict[str, Any]:
        """Return the difference for programs. Later versions may add keys, and keep the meaning of these."""
        changes = [change.as_json() for change in self.changes]
        problems = [problem.as_json() for problem in self.report]
        return {"ok": self.ok, "counts": self.counts, "changes": changes, "problems": problems}


def difference(folder: Path, database: Path, *, strict: bool = False) -> Difference:
    """Compare the sources in a folder with a database; a missing one counts as empty.

    Raises:
        UnusableDatabaseError: the file is not a database of this service, or cannot be read.
    """
    report = Report()
    package = read_package(folder, report)
    new = for_each(package.sources if package else (), report, lambda _, records: list(records))
    if not report.passes(strict=strict):
        return Difference(report, ok=False)
    try:
        state, old = published(database, new)
    except (OSError, sqlite3.Error, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UnusableDatabaseError(f"{database} cannot be read ({reason}). Rebuild it with make build-db.") from error
    if state == "present":
        publish_photo(folder, new["profile"][0])
    changes: list[Change] = []
    for resource, rows in new.items():
        changes += row_changes(resource, old.get(resource, []), in_api_order(resource, rows))
    return Difference(report, True, state, tuple(changes))


def published(database: Path, tables: Iterable[str]) -> tuple[State, dict[str, list[Record]]]:
    """Return the objects of each table as the API has them, all from the same state of the file."""
    if not database.exists():
        return "missing", {}
    if not database.is_file():
        raise UnusableDatabaseError(f"{database} is not a file. Name the database with --database or PROFILE_DB.")
    with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        facts = "select application_id, user_version from pragma_application_id, pragma_user_version"
        application, version = connection.execute(facts).fetchone()
        if application != APPLICATION_ID:
            raise UnusableDatabaseError(f"{database} is not a database of this service. The next build would replace this file.")
        if is_truncated(connection, database.stat().st_size):
            raise sqlite3.DatabaseError("it is incomplete")
        state: State = "present" if version == SCHEMA_VERSION else "outdated"
        rows = {table: rows_of(connection, table, str(database)) for table in tables}
        if state == "present":
            rows["profile"] = [row | dict(connection.execute(PHOTO)) for row in rows["profile"]]
        return state, rows


def publish_photo(folder: Path, profile: Record) -> None:
    """Replace the name of the photo's file with the name under which it is published, which changes with its content."""
    if "photo" in profile:
        from pipeline.images.photo import read_photo  # Pillow takes long to import
        from pipeline.images.pictures import photos

        *_, largest = photos(read_photo(folder / profile["photo"]))
        profile["photo"] = largest.name


def rows_of(connection: sqlite3.Connection, table: str, label: str) -> list[Record]:
    texts = connection.execute(f'select json from "{table}" order by id')  # noqa: S608  # nosec B608 - fixed names
    return in_api_order(table, list(counted((json.loads(text) for (text,) in texts), label)))


def in_api_order(resource: str, rows: list[Record]) -> list[Record]:
    """Return the rows in the order of the API: publications by year, the latest first."""
    return sorted(rows, key=lambda row: group(resource, row))


def group(resource: str, row: Record) -> int:
    """Return the group inside which the owner decides the order."""
    return -row["year"] if resource == "publications" else 0


def row_changes(resource: str, old: list[Record], new: list[Record]) -> Iterator[Change]:
    """Yield the changes of one resource: removed rows, then added, changed and moved rows in the new order.

    A row counts as moved only if nothing else happens to it and the rows around it stay. A publication whose year
    changes moves by itself; the rows that it passes do not.
    """
    old_of = matched(old, new, KEYS.get(resource, ONLY_ROW))
    kept = set(old_of.values())
    yield from (Change(resource, "removed", row) for position, row in enumerate(old) if position not in kept)
    same_group = (was for now, was in sorted(old_of.items()) if group(resource, old[was]) == group(resource, new[now]))
    unmoved = longest_increasing(same_group)
    for position, row in enumerate(new):
        if position not in old_of:
            yield Change(resource, "added", row)
        elif fields := tuple(field_changes(old[old_of[position]], row)):
            yield Change(resource, "changed", row, fields)
        elif old_of[position] not in unmoved:
            yield Change(resource, "moved", row)


def matched(old: list[Record], new: list[Record], keys: Iterable[Key]) -> dict[int, int]:
    """Return the old position of each new row that has one; rows with the same key are paired in order."""
    old_of: dict[int, int] = {}
    unmatched = dict(enumerate(old))
    for key in keys:
        positions: defaultdict[Hashable, list[int]] = defaultdict(list)
        for position in reversed(unmatched):
            positions[key(unmatched[position])].append(position)
        positions.pop(None, None)
        for position, row in enumerate(new):
            if position not in old_of and (same := positions.get(key(row))):
                old_of[position] = same.pop()
                del unmatched[old_of[position]]
    return old_of


def longest_increasing(positions: Iterable[int]) -> set[int]:
    """Return the longest increasing subsequence, that is, the rows that need not move (patience sorting)."""
    tops: list[int] = []
    previous: dict[int, int | None] = {}
    for position in positions:
        pile = bisect_left(tops, position)
        previous[position] = tops[pile - 1] if pile else None
        tops[pile : pile + 1] = [position]
    member: int | None = tops[-1] if tops else None
    increasing = set()
    while member is not None:
        increasing.add(member)
        member = previous[member]
    return increasing


def field_changes(old: Any, new: Any, path: ValuePath = ()) -> Iterator[FieldChange]:
    """Yield the values that differ, with their paths, in the order of the new object; absent values come last."""
    if same_json(old, new):
        return
    if are_all(dict, old, new):
        old, new = old or {}, new or {}
        for name in dict.fromkeys((*new, *old)):
            yield from field_changes(old.get(name), new.get(name), (*path, name))
    elif are_all(list, old, new):
        for index, pair in enumerate(zip_longest(*without_common_end(old or [], new or []))):
            yield from field_changes(*pair, (*path, index))
    else:
        yield FieldChange(dotted(path), old, new)


def same_json(old: Any, new: Any) -> bool:
    """Whether both values are the same in JSON; in Python, 1, 1.0 and True are equal."""
    return repr(old) == repr(new)


def are_all(kind: type, old: Any, new: Any) -> bool:
    """Whether both values are mappings or lists, or one of them is and the other is absent."""
    return bool(old or new) and all(value is None or isinstance(value, kind) for value in (old, new))


def without_common_end(old: list[Any], new: list[Any]) -> tuple[list[Any], list[Any]]:
    """Return both lists without their common last items, so that an added item does not change those after it."""
    same = 0
    while same < min(len(old), len(new)) and same_json(old[-1 - same], new[-1 - same]):
        same += 1
    return old[: len(old) - same], new[: len(new) - same]
