"""Telephone numbers as people write them inside their country."""

from __future__ import annotations

import re
from typing import NamedTuple

INTERNATIONAL_NUMBER = re.compile(r"\(?\+([0-9]+)[ ()./-]+([0-9]+)[ ()./-]+([0-9][0-9 ./-]*[0-9])")
DIGIT_SEPARATORS = re.compile(r"[ ./-]+")
EXTENSION = re.compile("((?<! ) *(?:ext|x).*)", re.IGNORECASE)


class Plan(NamedTuple):
    """How a country writes its numbers (ITU-T E.164; the national numbering plans).

    Attributes:
        code: the country code.
        lengths: the numbers of digits after it.
        after_area: the sign after the area code.
        sign: the sign between other groups; empty to keep the owner's signs, which mark extensions in Germany.
        services: prefixes of service numbers, which are dialed without a 0.
        trunk: the prefix for calls inside the country.
    """

    code: str
    lengths: range
    after_area: str = " "
    sign: str = " "
    services: tuple[str, ...] = ("0",)
    trunk: str = "0"


# By the codes of countries in CLDR. Without a trunk prefix, the area code is part of every number.
PLANS = {
    "AE": Plan("971", range(8, 10)),
    "AT": Plan("43", range(5, 14), sign="", services=("0", "11")),
    "AU": Plan("61", range(9, 10)),
    "BE": Plan("32", range(8, 10)),
    "CH": Plan("41", range(9, 10)),
    "DE": Plan("49", range(5, 12), sign="", services=("0", "11")),
    "FR": Plan("33", range(9, 10)),
    "GB": Plan("44", range(9, 11)),
    "IE": Plan("353", range(7, 10)),
    "IL": Plan("972", range(8, 10), "-", "-", services=("0", "1")),
    "NL": Plan("31", range(9, 10)),
    "RU": Plan("7", range(10, 11), sign="-", trunk="8 "),
    "SE": Plan("46", range(7, 10)),
    "CL": Plan("56", range(9, 10), trunk=""),
    "CO": Plan("57", range(10, 11), trunk=""),
    "CZ": Plan("420", range(9, 10), trunk=""),
    "DK": Plan("45", range(8, 9), trunk=""),
    "ES": Plan("34", range(9, 10), trunk=""),
    "IT": Plan("39", range(6, 12), services=(), trunk=""),  # area codes begin with 0, also after the country code
    "MX": Plan("52", range(10, 11), trunk=""),
    "NO": Plan("47", range(8, 9), trunk=""),
    "PL": Plan("48", range(9, 10), trunk=""),
    "PT": Plan("351", range(9, 10), trunk=""),
}
# The North American plan has ten digits and no 0.
NORTH_AMERICA = frozenset({"CA", "US"})
TEN_DIGITS = re.compile(r"1([2-9]\d\d)([2-9]\d\d)(\d{4})")


def with_spaces_of(number: str, other: str) -> str:
    """Set the parts of a number apart, as in another one of as many digits with the same country and area code.

    With ``+43 1 555 01 42``, ``+4315550143`` is ``+43 1 555 01 43``.
    """
    other = EXTENSION.split(other)[0]
    digits, parts = number.removeprefix("+"), INTERNATIONAL_NUMBER.fullmatch(other)
    if not parts or not digits.isdecimal() or not digits.startswith(f"{parts[1]}{parts[2]}"):
        return number
    pattern = re.sub("[0-9]", "{}", other)
    return pattern.format(*digits) if pattern.count("{}") == len(digits) else number


def spaced_number(number: str) -> str:
    """A number for callers from anywhere, with spaces instead of hyphens (ITU-T E.123): ``+33 4 99 55 01 10``.

    Among spaces, a hyphen is the owner's sign for an extension: ``+43 1 40400-0``.
    """
    number, *extension = EXTENSION.split(number, maxsplit=1)
    spaced = number.replace("-", " ") if number.startswith("+") and " " not in number else number
    return "".join([spaced, *extension])


def local_number(number: str, timezone: str) -> str:
    """A telephone number as people dial it in the country of a time zone, if the number is in that country.

    ``+49-5251-555-0120`` is ``05251 555-0120`` in Berlin. A number of another country, or without a separate area code,
    stays as written.
    """
    number, *extension = EXTENSION.split(number, maxsplit=1)
    return "".join([local_main_number(number, timezone), *extension])


def local_main_number(number: str, timezone: str) -> str:
    from babel.core import get_global

    country = get_global("zone_territories").get(timezone, "")
    if country in NORTH_AMERICA and (digits := TEN_DIGITS.fullmatch(re.sub(r"[ ()./+-]", "", number))) and "+" in number:
        return "({}) {}-{}".format(*digits.groups())
    parts, plan = INTERNATIONAL_NUMBER.fullmatch(number), PLANS.get(country)
    if not parts or not plan:
        return number
    code, area, rest = parts.groups()
    length = len(area) + len(DIGIT_SEPARATORS.sub("", rest))
    if code != plan.code or length not in plan.lengths or area.startswith(plan.services):
        return number
    return f"{plan.trunk}{area}{plan.after_area}{DIGIT_SEPARATORS.sub(plan.sign, rest) if plan.sign else rest}"
