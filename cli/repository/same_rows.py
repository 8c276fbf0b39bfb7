"""Match the rows of two versions of a file."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from db.text import letters

Key = Callable[[Mapping[str, Any]], Hashable]
# Keys of a row, the most reliable first. A key that is None matches no row.
KEYS: dict[str, tuple[Key, ...]] = {
    "publications": (
        lambda row: row.get("doi", "").lower() or None,
        lambda row: row.get("pubmed") or None,
        lambda row: letters(row["title"]) or row["title"],
    ),
    "services": (lambda row: row["name"],),
    "cv": (
        lambda row: (row["section"], row["title"], row.get("organization"), row.get("startDate")),
        lambda row: (row["section"], row["title"]),
    ),
}


def match_rows(old: Sequence[Mapping[str, Any]], new: Sequence[Mapping[str, Any]], keys: tuple[Key, ...]) -> dict[int, int]:
    """The old positions of rows by their new positions. Rows with the same key are paired in order."""
    old_of: dict[int, int] = {}
    for key in keys:
        positions: dict[Hashable, list[int]] = {}
        for was in sorted({*range(len(old))} - {*old_of.values()}, reverse=True):
            positions.setdefault(key(old[was]), []).append(was)
        for now, row in enumerate(new):
            if now not in old_of and key(row) is not None and positions.get(key(row)):
                old_of[now] = positions[key(row)].pop()
    return old_of


def name_of(row: Mapping[str, Any]) -> str | None:
    """What to call a row in a message: its title or name. None for a document without either."""
    return f"{row['title']} ({row.get('year') or row['section']})" if "title" in row else row.get("name")
