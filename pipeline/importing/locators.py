"""Where an article stands: year, volume, issue, pages."""

from __future__ import annotations

import re

from pipeline.importing.prose import plain

YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
# Hyphens, dashes and the minus sign, and what LaTeX makes of two or three hyphens.
DASH = re.compile("\\s*(?:[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]|--+)\\s*")
BLANKS_AROUND_HYPHEN = re.compile(r"(?<=\w)\s+-\s+(?=\w)")
PREFIX = re.compile(r"(?:pp(?=\d)|(?:pp?|pgs?|pages?|seiten?)(?:\.:?|:|\s)|S\.\s)\s*(?=\w?\d)", re.IGNORECASE)
# What programs write where they know nothing.
NOTHING = re.compile(
    r"(?:n/?a|n\.?\s?pag\.?|null|none|undefined|unknown|no|no-no|specified|no[-\s]specified|[-–—\s.,;:?]*)", re.IGNORECASE
)


def year(text: str) -> str:
    """The first year in a date, however it is written."""
    found = YEAR.search(text)
    return found[1] if found else ""


def locator(text: str) -> str:
    """A volume or an issue as it is written."""
    text = plain(text)
    return "" if NOTHING.fullmatch(text) else DASH.sub("-", text)


def pages(text: str) -> str:
    """Pages as they are written, with a plain hyphen between the first and the last."""
    text = BLANKS_AROUND_HYPHEN.sub("-", DASH.sub("-", plain(text)))
    return "" if NOTHING.fullmatch(text) else PREFIX.sub("", text, count=1).strip(" -,;")


def page_range(first: str, last: str) -> str:
    """First and last page as formats have them that keep them apart; a range in the first is one already."""
    first, last = pages(first), pages(last)
    if not first or not last or first == last or re.search(r"\d-\w", first):
        return first or last
    return f"{first}-{last}"
