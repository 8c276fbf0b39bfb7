"""The entries of an ORCID record that cv.csv lacks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from db.text import letters
from pipeline.check.rules.dates import read_dates


def missing_entries(entries: Iterable[Mapping[str, str]], rows: Iterable[Mapping[str, str]]) -> list[Mapping[str, str]]:
    """The entries that match no row. Each row matches at most one entry; entries with the same title are tried first."""
    proposed, others = [*entries], [*rows]
    starts = read_dates([row.get("startDate", "") for row in others])
    others = [{**row, "startDate": start} for row, start in zip(others, starts, strict=True)]
    for name in ("title", "section"):
        for entry in [*proposed]:
            same = (row for row in others if letters(entry[name]) == letters(row[name]) and is_same_entry(entry, row))
            if row := next(same, None):
                others.remove(row)
                proposed.remove(entry)
    return proposed


def is_same_entry(entry: Mapping[str, str], row: Mapping[str, str]) -> bool:
    """Whether a row could be an entry, even if the owner has shortened the organization or completed the start."""
    organizations = [letters(cells.get("organization", "")) for cells in (entry, row)]
    short, long = sorted(organizations, key=len)
    early, late = sorted((cells.get("startDate", "") for cells in (entry, row)), key=len)
    return short in long and bool(short) == bool(long) and late.startswith(early)
