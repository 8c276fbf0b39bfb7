"""Read values that are not in the schema's form but have only one meaning, with a warning."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import takewhile
from typing import Any

from db.career import NOW
from db.languages import WEEK, Language
from db.publication.author import AUTHOR_SEPARATOR, SUFFIXES, name_cache, parse_author
from db.publication.identifiers import DOI, ORCID
from db.text import joined_words, words
from pipeline.check.rules.dates import ONGOING
from pipeline.check.rules.publications import bare_doi
from pipeline.report import Finding, ValuePath
from pipeline.wording import join_names, quote

PASTED_ORCID_PREFIX = re.compile(r"((https?://)?(www\.)?orcid\.org/|orcid:? *)", re.IGNORECASE)
# A number with a country code. A 0 in parentheses is for callers inside the country: +49 (0)711. Italian numbers keep the 0.
INTERNATIONAL = re.compile(r"(?:tel:|sms:)?\(?\+(?!39)")
TRUNK_ZERO = re.compile(r"([ .-])\(0\)[ .-]?|\(0\)")
# Commas of Latin, Arabic and Chinese. The comma of 1,000 is part of a name.
ANY_COMMA = re.compile(r",(?![0-9])|[،，、]")
# Signs of another form: periods, other commas and spaces, and hyphens after an initial. Searching for them is faster
# than parsing each author of thousands of lists, and fastest if each alternative begins with a fixed character.
OTHER_AUTHORS = re.compile(r"\.|،|，|、|,(?![ 0-9])| [ ,]|-(?<=\b[^\W\d_]-)|‐(?<=\b[^\W\d_]‐)")
# J., J.A. or J.-P.
INITIALS_WITH_PERIODS = re.compile(r"(?:[^\W\d_][.\-‐]+)+[^\W\d_]?\.?")
TYPED_DASH = re.compile(r"(?:(?<!\s)\s++)?[\u2010-\u2015\u2212]\s*+|(?<!\s)\s++-\s+")
PMID = re.compile(r"(?:PMID:? ?)?([1-9][0-9]{0,7})", re.IGNORECASE)


def read_doi(text: str) -> str:
    return bare if DOI.fullmatch(bare := bare_doi(text)) else text


def read_end(text: str) -> str:
    return NOW if ONGOING.fullmatch(text) else text


def read_authors(text: str) -> str:
    """Read ``Levi  R.,Cohen A.-B.`` as ``Levi R, Cohen AB``."""
    if text.isprintable() and not OTHER_AUTHORS.search(text):  # the only whitespace that is printable is the space
        return text
    return AUTHOR_SEPARATOR.join(read_author(name) for name in ANY_COMMA.split(text) if name.strip()) or text


@name_cache
def read_author(name: str) -> str:
    words = name.split()
    suffix = [words[-1].rstrip(".")] if len(words) > 2 and words[-1].rstrip(".") in SUFFIXES else []
    rest = words[: -1 if suffix else None]
    count = len([*takewhile(INITIALS_WITH_PERIODS.fullmatch, reversed(rest))])
    families, initials = rest[: len(rest) - count], "".join(filter(str.isalpha, "".join(rest[len(rest) - count :])))
    person = parse_author(" ".join([*families, initials, *suffix]))
    return person.name if count and families and not person.literal else " ".join(words)


def first_change(authors: str, read: str) -> tuple[str, str]:
    """The first name in another form, and how it was read; if only commas or spaces differ, both lists from there on."""
    names = [" ".join(name.split()) for name in ANY_COMMA.split(authors) if name.strip()]
    changes = (pair for pair in zip(names, read.split(AUTHOR_SEPARATOR), strict=False) if pair[0] != pair[1])
    if change := next(changes, None):
        return change
    first, second = authors.split(), read.split()
    alike = len([*takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False))])
    start = max(0, alike - 1)  # a family name and its initials are two words
    return " ".join(first[start:]), " ".join(second[start:])


def read_pages(text: str) -> str:
    """Read ``188–197``, which Word and macOS write, as ``188-197``."""
    return TYPED_DASH.sub("-", text)


def read_pubmed(text: str) -> str:
    return PMID.sub(r"https://pubmed.ncbi.nlm.nih.gov/\1/", text) if PMID.fullmatch(text) else text


def read_orcid(text: str) -> str:
    bare = PASTED_ORCID_PREFIX.sub("", text, count=1).removesuffix("/")
    return bare if ORCID.fullmatch(bare) else text


def read_telephone(text: str) -> str:
    """Read ``+49 (0)711 5550`` as ``+49 711 5550``."""
    return TRUNK_ZERO.sub(r"\1", text, count=1) if INTERNATIONAL.match(text) else text


# How to read other forms, by the name of a rule or a field.
LENIENT_FORMS: dict[str, Callable[[str], str]] = {
    "authors": read_authors,
    "booking_link": read_telephone,
    "contact": read_telephone,
    "doi": read_doi,
    "orcid": read_orcid,
    "pages": read_pages,
    "partial_date_or_now": read_end,
    "pubmed": read_pubmed,
    "telephone": read_telephone,
}


@cache
def day_names(languages: tuple[Language, ...]) -> Mapping[str, str]:
    """The English name of each day, by its names and abbreviations in these languages.

    A word that only one day has is enough: ``ראשון`` for ``יום ראשון``, ``segunda`` for ``segunda-feira``.
    """
    from babel import Locale  # only names in other languages need it

    days: dict[str, set[str]] = defaultdict(set)
    for language in languages:
        for widths in Locale.parse(language.locale).days.values():
            for width in widths.keys() - {"narrow"}:
                for number, name in widths[width].items():
                    for spelling in (joined_words(name), *words(name)):
                        days[spelling].add(WEEK[(number + 1) % len(WEEK)])
    return {spelling: day for spelling, (day, *others) in days.items() if not others}


def normalize_value(
    value: Any,
    schema: Mapping[str, Any],
    names: Iterable[str] = (),
    languages: tuple[Language, ...] = (),
    path: ValuePath = (),
) -> tuple[Any, list[Finding]]:
    """Bring a value into the form of its schema, with a finding for each part that had another form."""
    if isinstance(value, dict):
        known, others = schema.get("properties", {}), schema.get("additionalProperties")
        others = others if isinstance(others, dict) else {}
        parts = {
            name: normalize_value(item, known.get(name, others), (), languages, (*path, name)) for name, item in value.items()
        }
        return {name: part for name, (part, _) in parts.items()}, [finding for _, found in parts.values() for finding in found]
    if isinstance(value, list):
        return normalize_items(value, schema.get("items", {}), languages, path)
    read = read_scalar(value, schema, names, languages) if isinstance(value, str) else value
    if read == value or (isinstance(value, str) and read == " ".join(value.split())):
        return read, []
    changed = first_change(value, str(read)) if "authors" in names else (value, read)
    return read, [read_as_finding(path, *changed)]


def read_as_finding(path: ValuePath, text: str, read: Any) -> Finding:
    return Finding(path, "read_as", f"Read {quote(text)} as {quote(read)[1:-1]}.", "warning", text)


def normalize_items(
    items: Iterable[Any], schema: Mapping[str, Any], languages: tuple[Language, ...], path: ValuePath
) -> tuple[list[Any], list[Finding]]:
    """Bring the items of a list into the form of their schema. A range of days becomes several days."""
    values, findings = list[Any](), list[Finding]()
    for number, item in enumerate(items):
        location = (*path, number)
        if isinstance(item, str) and WEEK[0] in schema.get("enum", ()) and (days := day_range(item, languages)):
            values += days
            findings.append(read_as_finding(location, item, ", ".join(days)))
        else:
            value, found = normalize_value(item, schema, (), languages, location)
            values.append(value)
            findings += found
    return values, findings


def join_days(findings: Sequence[Finding]) -> Sequence[Finding]:
    """Join the findings about days into the first one: a week of opening hours in another language has many."""
    days = [finding for finding in findings if "days" in finding.path]
    if not days:
        return findings
    readings = dict.fromkeys(finding.message.removeprefix("Read ").removesuffix(".") for finding in days)
    joined = days[0]._replace(message=f"Read {join_names([*readings])}.")
    return [joined, *(finding for finding in findings if finding not in days)]


def day_range(text: str, languages: tuple[Language, ...]) -> Sequence[str]:
    """The days of a range such as ``Fri–Sun``; none if the text is not a range."""
    parts = text.replace("–", "-").split("-")
    if len(parts) != 2:
        return ()
    names = day_names(languages)
    ends = [names.get(joined_words(part), part.strip()) for part in parts]
    if not {*ends} <= {*WEEK}:
        return ()
    first, last = map(WEEK.index, ends)
    return WEEK[first : last + 1] if first <= last else (*WEEK[first:], *WEEK[: last + 1])


def read_scalar(text: str, schema: Mapping[str, Any], names: Iterable[str], languages: tuple[Language, ...]) -> str | bool:
    """Bring a text into the form of its schema."""
    allowed = schema.get("enum", [])
    if WEEK[0] in allowed and text not in allowed and (day := day_names(languages).get(joined_words(text))):
        return day
    if "boolean" in (schema.get("type") or ()) and text.lower() == "yes":
        return True
    return next((LENIENT_FORMS[name](text) for name in (*names, *schema.get("rules", ())) if name in LENIENT_FORMS), text)
