"""The tables of rules: by the name that the schema uses, by format, and by table.

A value rule takes one value and yields a message for each problem. A row rule sees the rows of one table in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from pipeline.messages import quote
from pipeline.rules import colors, dates, hours, identifiers, links, notices, repetition, text

Check = Callable[[Any], Iterable[str]]
# Characters of a text that a rule examines. Addresses and identifiers are shorter, and so is a biography.
MAX_LENGTH = 20_000
PYTHON_TYPES = {"string": str, "integer": int, "object": dict}


@dataclass(frozen=True)
class ValueRule:
    """A rule, and the type of its values as Table Schema and JSON Schema name it."""

    type: str
    rule: Check

    def check(self, value: Any, /) -> Iterable[str]:
        """Yield a message for each problem of a value; a text that is too long is not examined further."""
        if isinstance(value, str) and len(value) > MAX_LENGTH:
            return [f"Expected at most {MAX_LENGTH:,} characters, got {quote(value)}."]
        return self.rule(value)

    def applies_to(self, value: Any) -> bool:
        return isinstance(value, PYTHON_TYPES[self.type])


VALUE_RULES: dict[str, ValueRule] = {
    "accent_color": ValueRule("string", colors.accent_color),
    "authors": ValueRule("string", text.authors),
    "base_address": ValueRule("string", links.base_address),
    "closure": ValueRule("object", hours.closure),
    "contact": ValueRule("string", links.contact),
    "doi": ValueRule("string", identifiers.doi),
    "hebrew": ValueRule("string", text.hebrew),
    "image_name": ValueRule("string", text.image_name),
    "instant": ValueRule("string", dates.instant),
    "not_after_next_year": ValueRule("integer", dates.not_after_next_year),
    "not_a_date": ValueRule("string", text.not_a_date),
    "not_past": ValueRule("string", dates.not_past),
    "notice": ValueRule("string", identifiers.notice),
    "opening_hours": ValueRule("object", hours.opening_hours),
    "orcid": ValueRule("string", identifiers.orcid),
    "secure_uri": ValueRule("string", links.secure_uri),
    "telephone": ValueRule("string", links.telephone),
    "timezone": ValueRule("string", hours.timezone),
}
FORMATS = {"date": dates.iso_date, "email": links.email, "regex": text.regex, "uri": links.uri}
FORMAT_RULES: dict[str, Check] = {name: ValueRule("string", rule).check for name, rule in FORMATS.items()}
ROW_RULES = {"publications": (repetition.unique_doi, repetition.repeated_title, notices.noticed)}
