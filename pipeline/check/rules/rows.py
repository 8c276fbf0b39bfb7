"""Rules that see the rows of a table in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from db.text import letters, nearest
from pipeline.check.rules.dates import is_partial_date
from pipeline.check.rules.publications import bare_doi
from pipeline.report import Finding, Severity
from pipeline.wording import quote

RowRule = Callable[[int, Mapping[str, Any]], Iterable[Finding]]


def unique(field: str) -> RowRule:
    """Make a rule that requires a different value in each row; case is ignored.

    Pages of a static site are folders that are named like keys, and macOS and Windows ignore the case of a folder's name.
    """
    text = "{value} is already used in row {row} (case is ignored). Change one of them."
    return first_use(field, "unique", lambda value: str(value).lower(), "error", text)


def unique_doi() -> RowRule:
    """Make a rule that requires a different DOI in each row; case and prefixes are ignored (DOI Handbook, section 2.4)."""
    text = "{value} is already used in row {row}. Delete one of the two rows."
    return first_use("doi", "unique", lambda value: bare_doi(value).lower(), "error", text)


def repeated_title() -> RowRule:
    """Make a rule that warns of a repeated title. It can be right, because a reply can have the title of its paper."""
    text = "{value} is also the title of row {row}. Was the publication entered twice?"
    # Hashes take little memory, however long the titles are.
    return first_use("title", "repeated_title", lambda value: hash(letters(value) or value), "warning", text)


def first_use(field: str, code: str, key: Callable[[Any], Any], severity: Severity, message: str) -> RowRule:
    """Make a rule that reports each value whose key occurred in an earlier row, and names that row."""
    first_rows: dict[Any, int] = {}

    def rule(row: int, record: Mapping[str, Any]) -> Iterable[Finding]:
        value = record.get(field)
        if value in (None, "") or (first := first_rows.setdefault(key(value), row)) == row:
            return ()
        return [Finding((field,), code, message.format(value=quote(value), row=first), severity, value)]

    return rule


def recommended_fields(fields: Sequence[str]) -> RowRule:
    """Make a rule that recommends a value for these fields."""
    text = "Empty; a value is recommended."
    return lambda _, record: [Finding((name,), "recommended", text, "warning") for name in fields if name not in record]


def ends_after_start(_: int, record: Mapping[str, Any]) -> Iterator[Finding]:
    """Require an end that is not before the start. ``partial_date`` reports malformed dates."""
    start, end = str(record.get("startDate", "")), str(record.get("endDate", ""))
    if is_partial_date(start) and is_partial_date(end) and end[: len(start)] < start[: len(end)]:
        text = f"The entry ends ({end}) before it begins ({start}). Swap the two dates, or correct one."
        yield Finding(("endDate",), "order", text, value=end)


def near_known(field: str, labels: Mapping[str, Mapping[str, str]], code: str) -> RowRule:
    """Make a rule that warns of a text that is almost one of the values with labels, or almost a label in any language."""
    spellings = {letters(text): known for known, both in labels.items() for text in (*both.values(), known)}

    def rule(_: int, record: Mapping[str, Any]) -> Iterable[Finding]:
        value = str(record.get(field, ""))
        if not value or value in labels or not (near := nearest(letters(value), spellings, 0.85)):
            return ()
        known = spellings[near]
        heading = labels[known].get(code, labels[known]["en"])
        text = f"Did you mean {quote(known)}? Its heading is {quote(heading)}."
        return [Finding((field,), "near_known", text, "warning", value)]

    return rule
