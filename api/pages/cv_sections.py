"""The curriculum vitae, arranged for pages and documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby, zip_longest
from operator import itemgetter
from typing import NamedTuple

from api.context import Context
from api.page_language import PageLanguage
from api.pages.localized import localize
from db.career import NOW, title_and_organization
from db.languages import entries_of_list
from db.publication import Publication
from db.store import Store, Values

# Fewer publications need no numbers as first and as last author.
MIN_COUNTED = 10


class CareerSection(NamedTuple):
    """The entries of a section, with its heading and an identifier within the page."""

    id: str
    heading: str
    entries: list[Values]


def by_type(publications: Iterable[Publication], context: Context) -> list[tuple[str, list[Publication]]]:
    """Group the publications by type under the heading of the type, in the schema's order."""
    labels, phrases = context.labels("publications", "type"), context.language.phrases
    groups: dict[str, list[Publication]] = {name: [] for name in labels}
    for publication in publications:
        groups.setdefault(publication.type or "article", []).append(publication)
    return [(phrases.get(f"types_{name}") or labels.get(name, name), group) for name, group in groups.items() if group]


def authorship_counts(publications: Sequence[Publication], language: PageLanguage) -> str:
    """Numbers of publications as first (or only) and last author: ``First author: 17 · Last author: 9``; "" for a short list."""
    if len(publications) < MIN_COUNTED:
        return ""
    counts = Counter(publication.authorship for publication in publications)
    totals = {"first_author": counts["first"] + counts["only"], "last_author": counts["last"]}
    colon = language.phrases["colon"]
    return " · ".join([f"{language.phrases[key]}{colon}{total}" for key, total in totals.items() if total])


def career(store: Store) -> list[Values]:
    """All entries. If there are no positions or no training, the texts of the profile's lists become entries."""
    entries, profile = store.cv(), store.document("profile")
    sections = [entry["section"] for entry in entries]
    positions = [] if "position" in sections else list_entries(profile, "positions", "position")
    training = [] if {"education", "training"} & {*sections} else list_entries(profile, "training", "training")
    start = max((number for number, section in enumerate(sections, start=1) if section == "position"), default=0)
    return [*entries[:start], *positions, *training, *entries[start:]]


def highlights(store: Store) -> list[Values]:
    """Featured entries, without current positions, and without positions that the profile lists anyway."""
    positions = store.document("profile")["positions"]

    def is_listed(entry: Values) -> bool:
        return entry["section"] == "position" and (entry.get("endDate") == NOW or title_and_organization(entry) in positions)

    return [entry for entry in store.cv() if entry.get("featured") and not is_listed(entry)]


def former_position(store: Store, language: PageLanguage) -> Values | None:
    """The latest former position of someone without a current one, as an entry of the CV; None for everyone else."""
    positions = store.document("profile")["positions"]
    if not positions or store.current_profile["positions"]:
        return None
    return next(localize(entry, language) for entry in store.cv() if title_and_organization(entry) == positions[0])


def training_entries(store: Store, language: PageLanguage) -> list[Values]:
    """The profile's training in one language. A text has dates if an entry of the CV says the same."""
    profile = store.document("profile")
    texts = localize(profile, language).get("training", [])
    entries = {title_and_organization(entry): entry for entry in store.cv()}
    found = [entries.get(text) for text in profile.get("training", [])]
    pairs = zip_longest(texts, found[: len(texts)])
    return [localize(entry, language) if entry else {"title": text} for text, entry in pairs]


def list_entries(profile: Values, field: str, section: str) -> list[Values]:
    """Make entries of the texts of a list in the profile."""
    return [{"section": section, **entry} for entry in entries_of_list(profile, field, "title")]


def group_by_section(entries: Iterable[Values], context: Context) -> list[CareerSection]:
    """Group entries by section. The owner's own sections have their heading in the entries."""
    labels, language, entries = context.labels("cv", "section"), context.language, list(entries)
    if not any(entry["section"] == "education" for entry in entries):
        labels = {**labels, "training": language.phrases["training"]}  # which then has the degrees, too
    groups = []
    for number, (section, group) in enumerate(groupby(entries, itemgetter("section")), start=1):
        members = list(group)
        own = next((entry for entry in members if f"section{language.suffix}" in entry), members[0])
        name = section if section in labels else number
        entries_here = [localize(entry, language) for entry in members]
        groups.append(CareerSection(f"cv-{name}", labels.get(section) or localize(own, language)["section"], entries_here))
    return groups
