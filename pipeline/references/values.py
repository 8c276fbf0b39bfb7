"""Values of a record as the list has them: text without markup, titles, years, volumes, issues and pages.

Doubtful values are imported as they are, and notes tell the owner to look at them.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator, Mapping

from db.publication.notice import MARK
from pipeline.messages import quote

# The tags that publishers leave in titles: HTML, JATS, MathML. Any other "<" is a character of the text, as in p<0.05.
TAG = re.compile(
    r"</?(?:(?:jats|mml|m|xhtml):[A-Za-z]+|i|b|u|em|strong|sub|sup|inf|sc|scp|small|span|font|br|p|div|title|bold|italic|underline"
    r"|roman|sans-serif|monospace|tt|a|section|math|m[inos]|mrow|msub|msup|mtext|mfrac|mover|munder|mspace|mstyle|nobr)"
    r"(?:\s+[\w:-]+\s*=[^<>]*+|\s*/?)>",
    re.IGNORECASE,
)
BLOCK_TAG = re.compile(r"</?(?:br|p|div|title|jats:p|jats:title)\b[^<>]*>", re.IGNORECASE)
# Italics between letters are a word that lost its spaces; a single italic letter belongs to its word, as in p<i>K</i>a.
GLUED_ITALICS = re.compile(r"(?<=[^\W\d_])<(i|em|italic|jats:italic)>([^<>]{2,})</\1>(?=[^\W\d_])", re.IGNORECASE)
# Soft hyphens, zero-width characters, byte order marks, control characters.
INVISIBLE = re.compile("[\u00ad\u200b\u200c\u2060\ufeff\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")
# Browsers also accept entities without a semicolon; "?a=1&section=2" and "R&D" contain none.
ENTITY = re.compile(r"&(?:#\d+|#[xX][0-9A-Fa-f]+|[A-Za-z][A-Za-z0-9]*);")
MOST_DECODINGS = 3
YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
# Hyphens, dashes and the minus sign, two or three hyphens as LaTeX writes dashes, and a hyphen between spaces.
DASH = re.compile("(?:(?<!\\s)\\s++)?(?:[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]|--+)\\s*+|(?<!\\s)\\s++-\\s+")
PAGES_PREFIX = re.compile(r"(?:pp(?=\d)|(?:pp?|pgs?|pages?|seiten?)(?:\.:?|:|\s)|S\.\s)\s*(?=\w?\d)", re.IGNORECASE)
# Additions of library catalogues to the name of a journal: "Heart (British Cardiac Society)", "medRxiv : the preprint server …".
AFTER_JOURNAL = re.compile(r" : .*| ?\([^()]*\)$")
# Texts that programs write for a missing value.
MISSING = re.compile(
    r"(?:n/?a|n\.?\s?pag\.?|null|none|undefined|unknown|no|no-no|specified|no[-\s]specified|[-–—\s.,;:?]*)", re.IGNORECASE
)
# Fields, a pattern that is found in doubtful values, and the problem.
CHECKS = (
    (("title", "journal"), re.compile(r"\A(?:…|\.\.\.)|(?:…|\.\.\.)\Z"), "seems to be cut off"),
    (
        ("title", "authors", "journal"),
        # Text in one encoding that was read in another: four accented letters in a row, a capital after an accented letter, "@@",
        # the first byte of a character before the others ("â€", in Mac Roman "‚Ä" and "√©"), question marks in place of letters.
        re.compile(r"[À-ÖØ-öø-ÿ]{4,}|[ß-öø-ÿ][À-ÖØ-Þ]|@@|â ?€|‚Ä|Ã[\x80-\xbf]|Â[\x80-\xbf]|√[©®±∂ß¶†°∫≠≥∏ºñ]|\?{3,}|\w\?\?+\w"),
        "appears to be garbled",
    ),
    (("authors",), re.compile(r"(?<!\?)\?(?!\?)"), "appears to be garbled"),
    (("title", "authors", "journal"), re.compile(r"\\[A-Za-z]+|\\['`\"^~=.]"), "still contains LaTeX"),
    (("title",), MARK, "says that it was retracted, which belongs in the column notice"),
)


def unescape(text: str) -> str:
    """Return the text with HTML entities replaced by their characters."""
    return ENTITY.sub(lambda entity: html.unescape(entity[0]), text)


def plain(text: str) -> str:
    """Return the text without entities, tags and invisible characters, with single spaces, in Unicode's form NFC.

    Some exports encode twice (``&amp;lt;i&amp;gt;``), so entities are decoded repeatedly.
    """
    if "&" in text or "<" in text:
        for _ in range(MOST_DECODINGS):
            text, before = unescape(text), text
            if text == before:
                break
        text = GLUED_ITALICS.sub(r" \2 ", text)
        text = TAG.sub("", BLOCK_TAG.sub(" ", text))
    text = INVISIBLE.sub("", text)
    return unicodedata.normalize("NFC", " ".join(text.split()))


def title(text: str) -> str:
    """Return a title without the period that some databases add to it; an ellipsis stays."""
    text = plain(text)
    return text[:-1].rstrip() if text.endswith(".") and not text.endswith("..") else text


def abbreviation(text: str) -> str:
    """Return the abbreviated name of a journal without periods."""
    return plain(text.replace(".", " "))


def year(text: str) -> str:
    """Return the first year in a date of any form."""
    match = YEAR.search(text)
    return match[1] if match else ""


def locator(text: str) -> str:
    """Return a volume or an issue as it is written."""
    text = plain(text)
    return "" if MISSING.fullmatch(text) else DASH.sub("-", text)


def pages(text: str) -> str:
    """Return pages as they are written, with a plain hyphen between the first and the last."""
    text = DASH.sub("-", plain(text))
    return "" if MISSING.fullmatch(text) else PAGES_PREFIX.sub("", text, count=1).strip(" -,;")


def page_range(first: str, last: str) -> str:
    """Return the pages of a format that separates the first from the last; the first may be a range already."""
    first, last = pages(first), pages(last)
    if not first or not last or first == last or re.search(r"\d-\w", first):
        return first or last
    return f"{first}-{last}"


def notes_on(cells: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence for each doubtful value."""
    for names, pattern, problem in CHECKS:
        for name in names:
            if pattern.search(value := cells.get(name, "")):
                yield f"The {'list of authors' if name == 'authors' else name} {problem}: {quote(value)}."
