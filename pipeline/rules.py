"""What types and constraints cannot say, one small function a rule.

A value rule takes one value and yields a sentence for each fault; the schema (sources/datapackage.yaml) asks for it by
name, or by ``format``. A table rule is made anew for each run, sees the rows of one table in order, and gives
``(field, severity, sentence)`` for each fault.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from importlib import resources
from itertools import combinations
from typing import Any
from urllib.parse import urlsplit

from db.identifiers import DOI, PASTED_DOI_PREFIX
from db.text import letters
from pipeline.problems import Severity, quote

Check = Callable[[Any], Iterable[str]]
Finding = tuple[str, Severity, str]
TableRule = Callable[[int, Mapping[str, Any]], Iterable[Finding]]


@dataclass(frozen=True)
class ValueRule:
    """A rule and the type of the values that it is for, in the words of Table Schema and JSON Schema."""

    kind: str
    check: Check

    @property
    def takes(self) -> type:
        return {"string": str, "integer": int, "object": dict}[self.kind]


ORCID = re.compile(r"[0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9X]")
# RFC 3986, section 2: what an address may be written with.
URI = re.compile(r"([A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+")
# The everyday form of a link: one look, and all that follows it is known to be in order.
PLAIN_URI = re.compile(r"https?://[A-Za-z0-9.-]+(/[A-Za-z0-9._~/-]*)?")
# RFC 5321's mailbox in its everyday form; a domain has at least one dot.
EMAIL = re.compile(
    r"(?=.{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])"
)
TIME = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
# RFC 3339, section 5.6, in UTC, with capital letters.
INSTANT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?Z")
# RFC 3966, section 5.1.4: a number with its country code; marks between its digits are for people.
TELEPHONE = re.compile(r"tel:\+[0-9().-]*[0-9][0-9().-]*")
# RFC 6068: one address, and what the message shall begin with.
MAILTO = re.compile(r"mailto:([^?]*)(\?.*)?", re.DOTALL)


def doi(value: str) -> Iterator[str]:
    """A DOI stands in its bare form, without doi: or https://doi.org/."""
    if DOI.fullmatch(value) and value.isprintable():  # It begins with 10, so nothing is pasted before it.
        return
    if (prefix := PASTED_DOI_PREFIX.match(value)) and DOI.fullmatch(bare := value[prefix.end() :]):
        yield f"{quote(value)} is not in the bare form. Write {bare}."
    else:
        yield f"{quote(value)} is not a DOI. A DOI begins with 10. and a number, then a slash, as in 10.5555/abc123."


def orcid(value: str) -> Iterator[str]:
    """An ORCID iD has sixteen digits in groups of four, the last of which is a checksum (ISO 7064 MOD 11-2)."""
    if not ORCID.fullmatch(value):
        yield f"{quote(value)} is not an ORCID iD."
        return
    total = 0
    for digit in value.replace("-", "")[:-1]:
        total = (total + int(digit)) * 2
    if "0123456789X"[(12 - total % 11) % 11] != value[-1]:
        yield f"{quote(value)} is not an ORCID iD: its last digit does not fit the others, so one of them is mistyped."


def uri(value: str) -> Iterator[str]:
    """A link is an absolute http or https address."""
    if PLAIN_URI.fullmatch(value):
        return
    try:
        parts = urlsplit(value)
        complete = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        complete = False
    if not complete:
        yield f"{quote(value)} is not a web address. Write it whole, beginning with https://."
    elif not URI.fullmatch(value):
        yield f"{quote(value)} holds a character that a web address cannot. Copy it from the browser's address bar."


def email(value: str) -> Iterator[str]:
    """An e-mail address."""
    if not EMAIL.fullmatch(value):
        yield f"{quote(value)} is not an e-mail address."


def secure_uri(value: str) -> Iterator[str]:
    """A link whose answer nobody can have changed on its way (RFC 9116, section 2.5): https only."""
    if faults := [*uri(value)]:
        yield from faults
    elif not value.startswith("https://"):
        yield f"{quote(value)} does not begin with https://. Write the address that does."


def contact(value: str) -> Iterator[str]:
    """A way to reach somebody, as an address that programs can open (RFC 9116, section 2.5.3)."""
    address = MAILTO.fullmatch(value)
    if TELEPHONE.fullmatch(value) or (address and URI.fullmatch(value) and not [*email(address[1])]):
        return
    if EMAIL.fullmatch(value):
        yield f"{quote(value)} does not say that it is an e-mail address. Write mailto:{value}."
    elif value.startswith("mailto:"):
        yield f"{quote(value)} holds no e-mail address after mailto:."
    elif value.startswith("tel:"):
        yield f"{quote(value)} is not a telephone number with its country code, as in tel:+972-0-555-0100."
    elif value.startswith(("http://", "https://")):
        yield from secure_uri(value)
    else:
        yield f"{quote(value)} is not a way to reach you. It begins with mailto:, https:// or tel:."


def instant(value: str) -> Iterator[str]:
    """A date and time in UTC (RFC 3339)."""
    try:
        well_formed = bool(INSTANT.fullmatch(value)) and bool(datetime.fromisoformat(value))
    except ValueError:
        well_formed = False
    if not well_formed:
        yield f"{quote(value)} is not a date and time in UTC. Write it as in {next_year()}."


def not_past(value: str) -> Iterator[str]:
    """What lies in the past has expired. Malformed times are others' concern."""
    if not [*instant(value)] and datetime.fromisoformat(value) <= datetime.now(UTC):
        remedy = f"Write a date within the next year, as in {next_year()}."
        yield f"{quote(value)} lies in the past, so nobody trusts this any more. {remedy}"


def next_year() -> str:
    """An instant that is always to come and never more than a year away."""
    return f"{datetime.now(UTC).year + 1}-01-01T00:00:00Z"


def iso_date(value: str) -> Iterator[str]:
    """A calendar date in ISO 8601's extended form."""
    try:
        well_formed = date.fromisoformat(value).isoformat() == value
    except ValueError:
        well_formed = False
    if not well_formed:
        yield f"{quote(value)} is not a date."


def regex(value: str) -> Iterator[str]:
    """A regular expression, as Python reads it."""
    try:
        re.compile(value)
    except (re.error, OverflowError, RecursionError):
        yield f"{quote(value)} is not a regular expression."


def base_address(value: str) -> Iterator[str]:
    """The base address has no slash at its end, no query and no fragment, because paths are appended to it."""
    if value.endswith("/"):
        yield f"{quote(value)} ends with a slash. Take it away."
    if "?" in value or "#" in value:
        yield f"{quote(value)} holds a ? or #."


def not_after_next_year(value: int) -> Iterator[str]:
    """A year is at most the next one: what is in press may bear it."""
    if value > (last := date.today().year + 1):
        yield f"{quote(value)} lies after {last}."


def hebrew(value: str) -> Iterator[str]:
    """A Hebrew text holds at least one Hebrew letter."""
    if not any("א" <= char <= "ת" for char in value):
        yield f"{quote(value)} holds no Hebrew letter. Write the Hebrew name here, or leave it empty."


@cache
def timezones() -> frozenset[str]:
    """The names of the IANA database, the same on every machine; its placeholder "Factory" is no zone."""
    names = resources.files("tzdata").joinpath("zones").read_text(encoding="ascii").split()
    return frozenset(names) - {"Factory"}


def timezone(value: str) -> Iterator[str]:
    """A time zone has a name in the IANA database."""
    if value not in timezones():
        yield f"{quote(value)} is not a known time zone."


def opening_hours(value: Mapping[str, Any]) -> Iterator[str]:
    """Each span closes after it opens, and the spans of a day do not overlap. Malformed times are others' concern."""
    by_day: dict[str, list[tuple[str, str]]] = {}
    weekly = value.get("weekly")
    for span in weekly if isinstance(weekly, list) else ():
        if not isinstance(span, dict) or not isinstance(span.get("days"), list):
            continue
        opens, closes = str(span.get("opens")), str(span.get("closes"))
        if not (TIME.fullmatch(opens) and TIME.fullmatch(closes)):
            continue
        if closes <= opens:
            yield f"{quote(f'{opens}-{closes}')} does not close after it opens. Split hours past midnight into two days."
            continue
        for day in dict.fromkeys(str(day) for day in span["days"]):
            by_day.setdefault(day, []).append((opens, closes))
    for day, spans in by_day.items():
        for (opens, closes), (other_opens, other_closes) in combinations(sorted(spans), 2):
            if other_opens < closes:
                yield f"On {day}, {opens}-{closes} and {other_opens}-{other_closes} overlap. Join them or change one."


def closure(value: Mapping[str, Any]) -> Iterator[str]:
    """A closure ends on or after the day on which it begins."""
    first, last = str(value.get("from")), str(value.get("to"))
    if not [*iso_date(first), *iso_date(last)] and last < first:
        yield f"The closure ends ({last}) before it begins ({first}). Exchange the two dates."


VALUE_RULES: dict[str, ValueRule] = {
    "base_address": ValueRule("string", base_address),
    "closure": ValueRule("object", closure),
    "contact": ValueRule("string", contact),
    "doi": ValueRule("string", doi),
    "hebrew": ValueRule("string", hebrew),
    "instant": ValueRule("string", instant),
    "not_after_next_year": ValueRule("integer", not_after_next_year),
    "not_past": ValueRule("string", not_past),
    "opening_hours": ValueRule("object", opening_hours),
    "orcid": ValueRule("string", orcid),
    "secure_uri": ValueRule("string", secure_uri),
    "timezone": ValueRule("string", timezone),
}
FORMAT_RULES: dict[str, Check] = {"date": iso_date, "email": email, "regex": regex, "uri": uri}


def unique_doi() -> TableRule:
    """A DOI names one publication; upper and lower case are the same (DOI Handbook, section 2.4)."""
    seen: dict[str, int] = {}

    def rule(row: int, record: Mapping[str, Any]) -> Iterable[Finding]:
        value = record.get("doi")
        if not value or (first := seen.setdefault(value.lower(), row)) == row:
            return ()
        return [("doi", "error", f"{quote(value)} stands in row {first} already. Delete one of the two rows.")]

    return rule


def duplicate_title() -> TableRule:
    """Two rows with one title are probably one publication; a warning, because a reply may bear its paper's title."""
    seen: dict[int, int] = {}

    def rule(row: int, record: Mapping[str, Any]) -> Iterable[Finding]:
        value = record.get("title")
        # A hash a row, not a title a row: a list of a million publications is checked in little memory.
        if not value or (first := seen.setdefault(hash(letters(value) or value), row)) == row:
            return ()
        return [("title", "warning", f"{quote(value)} is also the title of row {first}. Is it entered twice?")]

    return rule


TABLE_RULES: dict[str, tuple[Callable[[], TableRule], ...]] = {"publications": (unique_doi, duplicate_title)}
