"""The curriculum vitae: the order of its entries, and the profile's lists that are made from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import inf
from typing import Any

from db.career import NOW, title_and_organization
from db.languages import Language, scripts_of
from db.schema import Record
from pipeline.schema.package import Source

# The lists of the profile that can be made from entries, and the sections of these entries.
CV_LISTS = {"positions": ("position",), "training": ("education", "training")}


def sort_entries(source: Source, entries: Iterable[Record]) -> list[Record]:
    """Sort entries by section, ongoing and latest first, entries without dates last, then as in the file.

    The sections that the schema knows are in its order. Any other section follows the section of the entry before its first
    entry in the file. Several sections can follow the same one.
    """
    entries = list(entries)
    known = source.schema.get_field("section").custom["labels"]
    positions = {section: (number, 0) for number, section in enumerate(known)}
    before = -1
    for number, entry in enumerate(entries, start=1):
        before, _ = positions.setdefault(entry["section"], (before, number))
    return sorted(entries, key=lambda entry: (positions[entry["section"]], latest_first(entry)))


def latest_first(entry: Record) -> tuple[Any, ...]:
    """The sort key of an entry within its section. Among ongoing entries, featured ones come first."""
    dates = [date_sort_key(date) for date in (entry.get("startDate"), entry.get("endDate")) if date and date != NOW]
    latest = [-number for number in max(dates, default=())]
    is_past = entry.get("endDate") != NOW
    return is_past, not is_past and not entry.get("featured"), not latest, latest


def date_sort_key(date: str) -> tuple[float, ...]:
    """The sort key of a partial date. A year counts as later than its months, and a month as later than its days."""
    return (*map(int, date.split("-")), inf, inf)


def make_profile_lists(entries: Sequence[Record], languages: Sequence[Language]) -> Record:
    """Make the profile's lists from entries of the CV: positions and training.

    Only current positions count, unless all have ended. The latest training comes first, whatever its section.
    """
    lists: Record = {}
    for name, sections in CV_LISTS.items():
        chosen = [entry for entry in entries if entry["section"] in sections]
        if name == "positions":
            chosen = [entry for entry in chosen if entry.get("endDate") == NOW] or chosen
        else:
            chosen.sort(key=latest_first)
        if chosen:
            lists[name] = [title_and_organization(entry) for entry in chosen]
            for language in languages[1:]:
                texts = [title_and_organization(entry, language.suffix) for entry in chosen if f"title{language.suffix}" in entry]
                if len(texts) == len(chosen) and all(language.script in scripts_of(text) for text in texts):
                    lists[f"{name}{language.suffix}"] = texts
    return lists


def missing_lists(profile: Mapping[str, Any], lists: Record, languages: Sequence[Language]) -> Record:
    """The lists that a profile lacks, from the CV. Without positions anywhere, that list is empty.

    A list in the profile never gets a version from the CV. An empty one stays empty: a retired owner has no positions, even if
    the CV lists former ones.
    """
    own = {name for name, value in profile.items() if value is not None}
    own |= {f"{name}{language.suffix}" for name in CV_LISTS if name in own for language in languages}
    return {"positions": []} | {name: texts for name, texts in lists.items() if name not in own}
