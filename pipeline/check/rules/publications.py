"""Rules for publications: authors, markup, pages, DOIs, notices, license, data and trials."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from db.publication.author import is_collective, parse_author, split_authors
from db.publication.identifiers import DOI, PASTED_DOI_PREFIX, TRIAL, trial_url
from db.publication.license import parse_license
from db.publication.notice import NOTICE
from db.text import letters
from db.uri import WEB_ADDRESS
from pipeline.check.rules.contacts import uri
from pipeline.check.rules.dates import MMM, ORDINAL_DAY, is_partial_date, month_numbers
from pipeline.wording import quote

# Between authors: a semicolon, an "and" after initials, or a comma before initials alone.
NOT_BY_COMMAS = re.compile(r";|\b[A-Z]{1,2}\.? (?:and|&) |, (?:[A-Z]|(?:[A-Z]\.[ -]?)+)(?=,|$)")
# What spreadsheets turn 3-12 into: 3/12/2026, 03. Dez, Mrz 12.
SPREADSHEET_DATE = re.compile(
    rf"[0-9]{{1,2}}/[0-9]{{1,2}}/[0-9]{{2,4}}|(?=.*[0-9])(?:{ORDINAL_DAY}[-/. ])?{MMM}(?:[-/. ][0-9]{{1,2}})?"
)
# The tags that publishers leave in titles: HTML, JATS, MathML. Any other "<" is a character of the text, as in p<0.05.
MARKUP_TAGS = re.compile(
    r"(?:</?(?:(?P<block>(?:jats:|xhtml:)?(?:br|p|div|title|section|sec|break))|(?:jats|mml|m|xhtml):[A-Za-z]+|i|b|u|em|strong|sub|sup"
    r"|inf|sc|scp|small|span|font|bold|italic|underline|roman|sans-serif|monospace|tt|a|math|m[inos]|mrow|msub|msup|mtext|mfrac"
    r"|mover|munder|mspace|mstyle|nobr)(?:\s+[\w:-]+\s*=[^<>]*+|\s*/?)>)+",
    re.IGNORECASE,
)
# Browsers also accept entities without a semicolon; "?a=1&section=2" and "R&D" contain none.
ENTITY = re.compile(r"&(?:#\d+|#[xX][0-9A-Fa-f]+|[A-Za-z][A-Za-z0-9]*);")
# The beginnings of trial numbers in the registries that pages link to.
TRIAL_STARTS = ("NCT", "ISRCTN", "EUDRACT", "CTIS")


def authors(value: str) -> Iterator[str]:
    """Advise commas between authors, and nowhere else, and initials.

    A single name without initials can be an organization's; if nobody has initials, the names are in another form.
    """
    if NOT_BY_COMMAS.search(value):
        yield f"Expected commas between authors and nowhere else, got {quote(value)}."
        return
    names = split_authors(value)
    if all(parse_author(name).literal for name in names) and any(map(could_have_initials, names)):
        yield f"Expected a family name and initials for each author, got {quote(value)}."


def could_have_initials(name: str) -> bool:
    """Whether a name without initials could be a person's. Names in scripts without capitals have no initials."""
    return " " in name and name.upper() != name.lower() and not is_collective(name)


def not_a_date(value: str) -> Iterator[str]:
    """Warn of a date instead of numbers."""
    match = SPREADSHEET_DATE.fullmatch(value)
    if match and (match["name"] is None or letters(match["name"]) in month_numbers()):
        yield f"{quote(value)} is a date that a spreadsheet made from two numbers. Type them again in a cell formatted as text."


def no_markup(value: str) -> Iterator[str]:
    """Advise plain text in place of HTML, which pages show as it is."""
    if "<" not in value and "&" not in value:
        return
    entities = [entity for entity in ENTITY.findall(value) if unescape(entity) != entity]
    if found := [*(tags[0] for tags in MARKUP_TAGS.finditer(value)), *entities]:
        fix = "Write for example H₂O, not H<sub>2</sub>O, and R&D, not R&amp;D."
        yield f"Expected plain text, got {quote(found[0])}. {fix}"


def doi(value: str) -> Iterator[str]:
    """Require a DOI without a prefix such as doi: or https://doi.org/."""
    bare = bare_doi(value)
    if not (DOI.fullmatch(bare) and bare.isprintable()):
        yield f'Expected a DOI, got {quote(value)}. A DOI begins with "10.", a number and a slash.'
    elif bare != value:
        yield f"Expected the DOI alone, got {quote(value)}. Write {bare}."


def bare_doi(value: str) -> str:
    """The DOI without any prefix that people paste with it."""
    return PASTED_DOI_PREFIX.sub("", value, count=1) if PASTED_DOI_PREFIX.match(value) else value


def notice(value: str) -> Iterator[str]:
    """Require a kind of notice with a real date, a DOI, or both."""
    match = NOTICE.fullmatch(value)
    if not match or not (match["date"] or match["doi"]) or (match["date"] and not is_partial_date(match["date"])):
        yield (
            f"Expected retracted, corrected or expression of concern, then a date, a DOI or both, got {quote(value)}. "
            "Write it like retracted 2024-05-01, doi:10.5555/msk.2024.001."
        )


def known_license(value: str) -> Iterator[str]:
    """Require an address, or the name of a Creative Commons license."""
    if not parse_license(value):
        yield (
            f"Expected the address of a license or the name of a Creative Commons license, got {quote(value)}. "
            "Write it like CC BY 4.0 or CC BY-NC-ND."
        )


def data_link(value: str) -> Iterator[str]:
    """Require a web address or a DOI."""
    if not WEB_ADDRESS.fullmatch(value):
        yield from doi(value) if bare_doi(value).startswith("10.") else uri(value)


def trial(value: str) -> Iterator[str]:
    """Require only the number, if pages link to the trial's registry. Numbers of other registries can be any text."""
    if trial_url(value):
        return
    text = value.upper()
    if numbers := [match[0] for match in TRIAL.finditer(text)]:
        yield f"Expected only the number of the trial, got {quote(value)}. Write {';'.join(numbers)}."
    elif text.startswith(TRIAL_STARTS):
        known = "NCT01234567, ISRCTN01234567, 2004-012345-67 (EudraCT) or 2023-512345-67-00 (CTIS)"
        yield f"Expected a number such as {known}, got {quote(value)}."
