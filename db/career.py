"""Positions of the profile as entries of the CV. Build and pages compare them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from db.languages import comma_of

# The end date of an entry that continues.
NOW = "now"


def title_and_organization(entry: Mapping[str, Any], suffix: str = "") -> str:
    """``title, organization`` in the language of a suffix. The organization has its plain name if it lacks a version."""
    title, organization = entry[f"title{suffix}"], entry.get(f"organization{suffix}") or entry.get("organization")
    return comma_of(title).join(filter(None, (title, organization)))


def without_former_positions(profile: Mapping[str, Any], entries: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The profile, without positions if the CV says that all of them have ended."""
    has_ended: dict[str, bool] = {}
    for entry in entries:
        if entry["section"] == "position":  # someone can come back to a position
            text = title_and_organization(entry)
            has_ended[text] = has_ended.get(text, True) and entry.get("endDate", NOW) != NOW
    if not all(has_ended.get(position) for position in profile.get("positions", ())):
        return dict(profile)
    return {name: value for name, value in profile.items() if not name.startswith("positions")} | {"positions": []}
