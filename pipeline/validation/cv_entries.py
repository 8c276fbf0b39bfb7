"""The curriculum vitae: the order of its entries, and the lists of the profile that are made from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import inf
from typing import Any

from db.text import HEBREW
from pipeline.rules.times import NOW
from pipeline.rules.translations import SUFFIX
from pipeline.schema.package import Source

Record = dict[str, Any]

# The lists of the profile that can be made from entries, and their sections.
CV_LISTS = {"positions": ("position",), "training": ("education", "training")}


def sort_entries(source: Source, entries: Iterable[Record]) -> list[Record]:
    """Return entries by section, the ongoing and the latest ones first, those without dates last, then as in the file.

    The sections that the schema knows are in its order. Another follows the section of the entry before its first one in the
    file, together with others that do.
    """
    entries = list(entries)
    known = dict.fromkeys(value for field, value, _, _ in source.labels() if field == "section")
    positions = {section: (number, 0) for number, section in enumerate(known)}
    before = -1
    for number, entry in enumerate(entries, start=1):
        before, _ = positions.setdefault(entry["section"], (before, number))
    return sorted(entries, key=lambda entry: (positions[entry["section"]], latest_first(entry)))


def latest_first(entry: Record) -> tuple[Any, ...]:
    """Return the sort key of an entry within its section; of the ongoing ones, those that are featured lead."""
    dates = [date_sort_key(date) for date in (entry.get("startDate"), entry.get("endDate")) if date and date != NOW]
    latest = [-number for number in max(dates, default=())]
    is_past = entry.get("endDate") != NOW
    return is_past, not is_past and not entry.get("featured"), not latest, latest


def date_sort_key(date: str) -> tuple[float, ...]:
    """Return the numbers of a partial date. A year counts as later than its months, and a month than its days."""
    return (*map(int, date.split("-")), inf, inf)


def lists_of_profile(entries: Sequence[Record]) -> Record:
    """Return the lists that entries of the CV give. Only current positions count, unless all have ended."""
    lists: Record = {}
    for name, sections in CV_LISTS.items():
        chosen = [entry for entry in entries if entry["section"] in sections]
        if name == "positions":
            chosen = [entry for entry in chosen if entry.get("endDate") == NOW] or chosen
        if chosen:
            lists[name] = [title_and_organization(entry) for entry in chosen]
            hebrew = [title_and_organization(entry, SUFFIX) for entry in chosen if f"title{SUFFIX}" in entry]
            if len(hebrew) == len(chosen) and all(map(HEBREW.search, hebrew)):
                lists[f"{name}{SUFFIX}"] = hebrew
    return lists


def title_and_organization(entry: Record, suffix: str = "") -> str:
    """Return ``title, organization``, in Hebrew with the suffix; an organization without a Hebrew name keeps its own."""
    organization = entry.get(f"organization{suffix}") or entry.get("organization")
    return ", ".join(filter(None, (entry[f"title{suffix}"], organization)))


def fill_lists_from_cv(profile: Mapping[str, Any], lists: Record) -> Record:
    """Return a profile with the lists that it lacks. A list in the profile is never paired with a generated Hebrew list."""
    made = {name: texts for name, texts in lists.items() if not {name, name.removesuffix(SUFFIX)} & profile.keys()}
    return {**profile, **made}
