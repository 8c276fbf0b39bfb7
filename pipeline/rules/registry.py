"""The tables of rules: by the name that the schema uses, by format, and by table.

A value rule takes one value and yields a message for each problem. A row rule sees the rows of one table in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from pipeline.rules import dates, hours, identifiers, links, repetition, text

Check = Callable[[Any], Iterable[str]]
PYTHON_TYPES = {"string": str, "integer": int, "object": dict}


@dataclass(frozen=True)
class ValueRule:
    """A rule, and the type of its values as Table Schema and JSON Schema name it."""

    type: str
    check: Check

    def applies_to(self, value: Any) -> bool:
        return isinstance(value, PYTHON_TYPES[self.type])


VALUE_RULES: dict[str, ValueRule] = {
    "base_address": ValueRule("string", links.base_address),
    "closure": ValueRule("object", hours.closure),
    "contact": ValueRule("string", links.contact),
    "doi": ValueRule("string", identifiers.doi),
    "hebrew": ValueRule("string", text.hebrew),
    "instant": ValueRule("string", dates.instant),
    "not_after_next_year": ValueRule("integer", dates.not_after_next_year),
    "not_past": ValueRule("string", dates.not_past),
    "opening_hours": ValueRule("object", hours.opening_hours),
    "orcid": ValueRule("string", identifiers.orcid),
    "secure_uri": ValueRule("string", links.secure_uri),
    "timezone": ValueRule("string", hours.timezone),
}
FORMAT_RULES: dict[str, Check] = {"date": dates.iso_date, "email": links.email, "regex": text.regex, "uri": links.uri}
ROW_RULES = {"publications": (repetition.unique_doi, repetition.repeated_title)}
