"""The entries of a career that cv.csv lacks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from db.text import letters
from pipeline.rules.times import read_dates


def missing_entries(entries: Iterable[Mapping[str, str]], rows: Iterable[Mapping[str, str]]) -> list[Mapping[str, str]]:
    """Return the entries of the curriculum vitae that no row has. A row is one entry, first that of its title, in any section."""
    proposed, others = [*entries], [*rows]
    starts = read_dates([row.get("startDate", "") for row in others])
    others = [{**row, "startDate": start} for row, start in zip(others, starts, strict=True)]
    for name in ("title", "section"):
        for entry in [*proposed]:
            same = (row for row in others if letters(entry[name]) == letters(row[name]) and is_same(entry, row))
            if row := next(same, None):
                others.remove(row)
                proposed.remove(entry)
    return proposed


def is_same(entry: Mapping[str, str], row: Mapping[str, str]) -> bool:
    """Return whether a row may be an entry: the owner may have shortened its organization, completed its start or ended it."""
    organizations = [letters(cells.get("organization", "")) for cells in (entry, row)]
    starts = [cells.get("startDate", "") for cells in (entry, row)]
    if not organizations[0] and letters(row["title"]) not in letters(entry["title"]):  # it may be in the title
        return False
    return min(organizations, key=len) in max(organizations, key=len) and max(starts, key=len).startswith(min(starts, key=len))
