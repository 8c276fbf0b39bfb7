"""Messages for the owner: one sentence for each way that a value can break its schema.

Frictionless (Table Schema) and jsonschema (JSON Schema) use the same keywords for constraints, so one table serves both.
"""

from __future__ import annotations

import os
import shlex
import shutil
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from db.languages import CONTRACT_LANGUAGE, language_of_version
from db.text import letters, nearest

MAX_QUOTED_CHARACTERS = 60
# With more names, the message refers to a document instead.
MAX_SUGGESTED_NAMES = 8
DESCRIBED = {
    "column": "fields.md next to this file lists them.",
    "name": "README.md next to this file describes each one.",  # fields.md lacks department.yaml
}
# Maximum number of fields, names or values in a message.
MAX_LISTED = 3
TYPE_NAMES = {
    "array": "a list",
    "boolean": "true or false",
    "date": "a date",
    "integer": "a whole number",
    "list": "a list",
    "number": "a number",
    "object": "lines of the form “name: value”",
    "string": "text",
}
MISSING_VALUE = "The value is missing."
# Where to write fields that owners look for under another name, and fields that have moved: a sentence, and the names that it
# answers in any file, in lower case and without punctuation.
FIELD_HINTS = {
    "Write it under bio in profile.yaml.": "about biography",
    "Write it under positions in profile.yaml.": "position job role title affiliation affiliations",
    "Write it under training in profile.yaml.": "education residency fellowship degrees",
    "Write them in cv.csv, one row each.": "awards awardshebrew honors honours prizes memberships membershipshebrew membership "
    "societies sections grants funding teaching patents talks trials students media books preprints theses",
    "Write it under links in profile.yaml, with its full address.": "twitter linkedin facebook instagram youtube website "
    "homepage googlescholar scholar researchgate scopus webofscience",
    "Write it under photo in profile.yaml: the name of a file next to it.": "picture portrait image",
    "Write it under bookingLinks in clinic.yaml, for example WhatsApp: https://wa.me/972501234567.": "whatsapp",
    "Write it under bookingLinks in clinic.yaml, with its full address.": "booking appointment appointments",
    "Write it under newPatients in clinic.yaml: yes, no, existing or referral.": "acceptsnewpatients acceptingnewpatients",
    "Write it under conditions in profile.yaml.": "diseases symptoms diagnoses",
    "Write it in the column note of services.csv.": "price prices fee fees cost duration",
    "Write it under phone in clinic.yaml.": "phone telephone tel mobile",
    "Write it under coordinates in clinic.yaml.": "latitude longitude",
    "Write it under mapLink in clinic.yaml.": "map maps googlemaps waze",
    "Write it under goodToKnow in clinic.yaml, as a short line.": "parking fax access accessibility",
    "Write it under locations in clinic.yaml, with name, address and phone.": "clinics branches clinic2 secondclinic",
    "Write it under hours in clinic.yaml.": "openinghours schedule",
    "Write it under closures, which belongs to hours in clinic.yaml.": "holidays vacation",
    "Write it under accentColor in site.yaml.": "color colour theme",
    "Write it under pubmed, for example https://pubmed.ncbi.nlm.nih.gov/12345678/.": "pmid",
}
# Begins the message about a version in a language that the site does not have.
UNLISTED = "This site has no versions in "
# Ends a color on a terminal (ECMA-48).
RESET_COLOR = "\x1b[0m"
# Names that differ between make and the command line: of commands, and of make's values that are options there.
MAKE_TARGETS = {"build": "build-db"}
OPTIONS_OF_VALUES = {"ORCID": "--orcid ", "REMOTE": "--remote ", "SOURCES": "--sources "}


def quote(value: object) -> str:
    """The value in double quotes on one line, shortened if it is long."""
    text = " ".join(str(value).split()) if not isinstance(value, bool) else str(value).lower()
    text = "".join(char if char.isprintable() else INVISIBLE_MARK for char in text)
    return f'"{text[:MAX_QUOTED_CHARACTERS]}…"' if len(text) > MAX_QUOTED_CHARACTERS else f'"{text}"'


def plural(count: int, noun: str, irregular: str = "") -> str:
    return f"{count:,} {noun if count == 1 else irregular or f'{noun}s'}"


def join_names(names: Sequence[str]) -> str:
    """Join names as ``3``, ``3 and 7`` or ``3, 7, 9 and 161 more``."""
    if len(names) > MAX_LISTED:
        names = [*names[:MAX_LISTED], f"{len(names) - MAX_LISTED:,} more"]
    return join_all(names)


def join_all(texts: Sequence[str], conjunction: str = "and") -> str:
    """Join all texts as ``3``, ``3 and 7`` or ``3, 7 and 9``."""
    return f"{', '.join(texts[:-1])} {conjunction} {texts[-1]}" if len(texts) > 1 else "".join(texts)


def command_line(name: str, *options: str, **values: str) -> str:
    """The command to type in this folder: with make, or without it if make is missing.

    In a department, the command also names the person's folder.
    """
    if Path("Makefile").exists() and shutil.which("make"):
        if (sources := os.environ.get("SOURCES") or "sources") != "sources":
            values = {"SOURCES": sources, **values}
        values |= {"OPTIONS": " ".join(options)} if options else {}
        arguments = [f"{key}={quote_argument(value)}" for key, value in values.items()]
        return " ".join(("make", MAKE_TARGETS.get(name, name), *arguments))
    arguments = [f"{OPTIONS_OF_VALUES.get(key, '')}{quote_argument(value)}" for key, value in values.items()]
    return " ".join(("public-profile", name, *options, *arguments))


def quote_argument(text: str) -> str:
    return text if shlex.quote(text) == text else f'"{text}"'


def suggestion(name: str, allowed: Iterable[str], otherwise: str) -> str:
    """Suggest "Did you mean …?" if ``name`` abbreviates or misspells an allowed name, else all names after ``otherwise``.

    If ``otherwise`` is a whole sentence, no names follow.
    """
    allowed = list(allowed)
    abbreviated = [word for word in allowed if word.lower().startswith(name.lower())]
    near = abbreviated[0] if len(abbreviated) == 1 else nearest(name, allowed)
    if near:
        return f"Did you mean {quote(near)}?"
    if any("," in each for each in allowed):
        allowed = [*map(quote, allowed)]
    return otherwise if otherwise.endswith(".") else f"{otherwise} {', '.join(allowed)}."


def unknown_name(kind: str, name: str, allowed: Collection[str]) -> str:
    """The message for a name that the schema does not define. ``kind`` is "name" or "column"."""
    if language := language_of_version(name, allowed):
        # Other fields have versions only in languages of this site; a few have one in Hebrew on every site.
        if language.suffix != CONTRACT_LANGUAGE and any(other.endswith(language.suffix) for other in allowed):
            field = name.removesuffix(language.suffix)
            return f"Unknown {kind} {quote(name)}: {field} has no versions in other languages. Delete it."
        order = f"write the language of the plain fields first and {language.code} after it"
        return f"{UNLISTED}{language.name}. Under languages in site.yaml, {order}, or delete this."
    here = letters(name) in map(letters, allowed)
    goes = None if here else next((text for text, names in FIELD_HINTS.items() if letters(name) in names.split()), None)
    others = f"The {kind}s here are" if len(allowed) <= MAX_SUGGESTED_NAMES else DESCRIBED[kind]
    return f"Unknown {kind} {quote(name)}. {goes or suggestion(name, allowed, others)}"


def suggests(message: str, name: str) -> bool:
    """Whether the message about an unknown name suggests this one."""
    return message.endswith(f"Did you mean {quote(name)}?")


def wrong_type(value: Any, expected: Any) -> str:
    if value is None:
        return MISSING_VALUE
    fix = " Put text that contains a colon in quotes." if isinstance(value, dict) and expected == "string" else ""
    return f"Expected {TYPE_NAMES.get(str(expected), expected)}, got {value_or_type(value)}.{fix}"


def not_in_list(value: Any, allowed: Iterable[Any]) -> str:
    if isinstance(value, dict | list):
        return f"Expected one of {', '.join(map(str, allowed))}; got {value_or_type(value)}."
    return f"{quote(value)} is not allowed. {suggestion(str(value), map(str, allowed), 'Use one of:')}"


def too_short(value: Any, minimum: Any) -> str:
    if not value:
        return MISSING_VALUE
    got = len(value) if isinstance(value, list) else quote(value)
    return f"Expected at least {length(minimum, value)}, got {got}."


def too_long(value: Any, maximum: Any) -> str:
    surplus = len(value) - maximum
    fix = f"Remove {'one' if surplus == 1 else surplus}." if isinstance(value, list) else "Shorten it."
    return f"Expected at most {length(maximum, value)}, got {len(value):,}. {fix}"


def length(limit: int, value: Any) -> str:
    return plural(limit, "entry", "entries") if isinstance(value, list) else plural(limit, "character")


def as_block(name: str) -> str:
    """How to write text with several lines in YAML."""
    return f"For a text with several lines, write {name}: |- and below it the whole text, indented."


def value_or_type(value: Any) -> str:
    """A scalar in quotes; for a list or mapping, its type."""
    if isinstance(value, list):
        return "a list"
    return TYPE_NAMES["object"] if isinstance(value, dict) else quote(value)


def repeated_values(values: list[Any]) -> str:
    names = ", ".join(quote(value) for value, times in Counter(map(str, values)).items() if times > 1)
    return f"The list has {names} more than once. Remove the repetition."


MESSAGES: dict[str, Callable[[Any, Any], str]] = {
    "type": wrong_type,
    "required": lambda value, _: MISSING_VALUE,
    "enum": not_in_list,
    "minimum": lambda value, minimum: f"Expected at least {minimum}, got {quote(value)}.",
    "maximum": lambda value, maximum: f"Expected at most {maximum}, got {quote(value)}.",
    "minLength": too_short,
    "maxLength": too_long,
    "minItems": too_short,
    "maxItems": too_long,
    "uniqueItems": lambda value, _: repeated_values(value),
    "pattern": lambda value, _: f"{quote(value)} is not in the expected form.",
}
INVISIBLE_MARK = "�"
# Messages that say how to fix the value; an example would add nothing.
WITHOUT_EXAMPLE = ("enum", "uniqueItems", "maxLength")


def message(keyword: str, value: Any, limit: Any, described: Mapping[str, Any]) -> str:
    """Say what is wrong with ``value`` and how to fix it.

    Args:
        keyword: the constraint or JSON Schema keyword that failed.
        value: the value as the owner wrote it.
        limit: the constraint's argument.
        described: the field or schema, which can have a ``hint`` or an ``example``.
    """
    text = MESSAGES[keyword](value, limit)
    if keyword in WITHOUT_EXAMPLE:
        described = {"hint": described.get("hint") if keyword == "enum" else None}
    return with_hint(text, described)


def with_hint(text: str, described: Mapping[str, Any]) -> str:
    """Add the schema's hint, or else its example, to a message."""
    if described.get("properties") and TYPE_NAMES["object"] in text:
        text += f" The names are {', '.join(described['properties'])}."
    if INVISIBLE_MARK in text:
        text += f" The {INVISIBLE_MARK} is an invisible character: type the value again."
    if hint := described.get("hint"):
        return f"{text} {hint}"
    example = described.get("example")
    has_example = "for example" in text or not isinstance(example, str | int | float)
    return text if has_example else f"{text} Example: {example}."
