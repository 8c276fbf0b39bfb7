"""Rules that see the rows of a table in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from db.notices import NOTICE, sentence
from db.text import letters
from pipeline.messages import quote
from pipeline.problems import Finding, Severity
from pipeline.rules.bibliography import bare_doi

RowRule = Callable[[int, Mapping[str, Any]], Iterable[Finding]]


def unique(field: str) -> RowRule:
    """Return a rule that requires a different value in each row."""
    return first_use(field, "unique", str, "error", "{value} is already used in row {row}. Change one of the two.")


def unique_doi() -> RowRule:
    """Return a rule that requires a different DOI in each row; case and prefixes don't count (DOI Handbook, section 2.4)."""
    text = "{value} is already used in row {row}. Delete one of the two rows."
    return first_use("doi", "unique", lambda value: bare_doi(value).lower(), "error", text)


def repeated_title() -> RowRule:
    """Return a rule that warns of a repeated title; it may be right, for a reply can have the title of its paper."""
    text = "{value} is also the title of row {row}. Is the publication entered twice?"
    # Hashes take little memory, however long the titles are.
    return first_use("title", "repeated_title", lambda value: hash(letters(value) or value), "warning", text)


def first_use(field: str, code: str, key: Callable[[Any], Any], severity: Severity, message: str) -> RowRule:
    """Return a rule that reports each value whose key occurred in an earlier row, and names that row."""
    first_rows: dict[Any, int] = {}

    def rule(row: int, record: Mapping[str, Any]) -> Iterable[Finding]:
        value = record.get(field)
        if value in (None, "") or (first := first_rows.setdefault(key(value), row)) == row:
            return ()
        return [Finding((field,), code, message.format(value=quote(value), row=first), severity, value)]

    return rule


def noticed() -> RowRule:
    """Return a rule that warns of each publication with a notice."""

    def rule(_: int, record: Mapping[str, Any]) -> Iterable[Finding]:
        value = str(record.get("notice", ""))
        if not NOTICE.fullmatch(value):
            return ()
        told = f"{sentence(value)}. The pages, citations and exports say so."
        return [Finding(("notice",), "has_notice", told, "warning", value)]

    return rule
