"""The tables of rules: by the name that the schema uses, by format, and by table.

A value rule takes one value and yields a message for each problem. A row rule sees the rows of one table in order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from pipeline.check.rules import appearance, contacts, dates, language_names, places, publications, rows, translations
from pipeline.wording import quote

ValueCheck = Callable[[Any], Iterable[str]]
PYTHON_TYPES = {"string": str, "integer": int, "object": dict}


class ValueRule(NamedTuple):
    """A rule, and the type of its values as Table Schema and JSON Schema name it."""

    type: str
    check: ValueCheck

    def applies_to(self, value: Any) -> bool:
        return isinstance(value, PYTHON_TYPES[self.type])


def regular_expression(value: str) -> Iterator[str]:
    """Require a regular expression, as Python reads it."""
    try:
        re.compile(value)
    except (re.error, OverflowError, RecursionError):
        yield f"{quote(value)} is not a valid regular expression."


VALUE_RULES: dict[str, ValueRule] = {
    "announcement": ValueRule("object", dates.announcement),
    "authors": ValueRule("string", publications.authors),
    "booking_link": ValueRule("string", contacts.booking_link),
    "checked_hours": ValueRule("object", dates.checked_hours),
    "closure": ValueRule("object", dates.closure),
    "contact": ValueRule("string", contacts.contact),
    "country_code": ValueRule("string", contacts.country_code),
    "data_link": ValueRule("string", publications.data_link),
    "doi": ValueRule("string", publications.doi),
    "given_first": ValueRule("string", contacts.given_first),
    "image_name": ValueRule("string", appearance.image_name),
    "instant": ValueRule("string", dates.instant),
    "iso_date": ValueRule("string", dates.iso_date),
    "known_license": ValueRule("string", publications.known_license),
    "language_code": ValueRule("string", language_names.language_code),
    "legal_names": ValueRule("object", contacts.legal_names),
    "legal_notice": ValueRule("string", contacts.legal_notice),
    "name_alone": ValueRule("string", contacts.name_alone),
    "no_markup": ValueRule("string", publications.no_markup),
    "not_after_next_year": ValueRule("integer", dates.not_after_next_year),
    "not_a_date": ValueRule("string", publications.not_a_date),
    "not_over": ValueRule("object", dates.not_over),
    "not_past": ValueRule("string", dates.not_past),
    "notice": ValueRule("string", publications.notice),
    "npi": ValueRule("string", contacts.npi),
    "opening_hours": ValueRule("object", dates.opening_hours),
    "orcid": ValueRule("string", contacts.orcid),
    "partial_date": ValueRule("string", dates.partial_date),
    "partial_date_or_now": ValueRule("string", dates.partial_date_or_now),
    "readable_color": ValueRule("string", appearance.readable_color),
    "spoken_language": ValueRule("string", language_names.spoken_language),
    "secure_uri": ValueRule("string", contacts.secure_uri),
    "telephone": ValueRule("string", contacts.telephone),
    "trial": ValueRule("string", publications.trial),
    "timezone": ValueRule("string", dates.timezone),
    **{name: ValueRule("string", rule) for name, rule in translations.SCRIPT_RULES.items()},
}
# The rules of dates, which spreadsheets change.
DATE_RULES = frozenset({"iso_date", "partial_date", "partial_date_or_now"})
FORMAT_RULES: dict[str, ValueCheck] = {
    "date": dates.iso_date,
    "email": contacts.email,
    "regex": regular_expression,
    "uri": contacts.uri,
}
# Made for each check, because some remember the rows before.
ROW_RULES: dict[str, Callable[[], Sequence[rows.RowRule]]] = {
    "clinic": lambda: (places.has_coordinates, places.near_time_zone, places.online_without_address),
    "publications": lambda: (rows.unique_doi(), rows.repeated_title()),
    "cv": lambda: (rows.ends_after_start,),
}
