"""Whether two values of a cell say the same, though they are written differently: then they are no conflict."""

from __future__ import annotations

import re

from db.text import letters, normalize
from pipeline.importing.identifiers import doi, pmid
from pipeline.importing.locators import pages
from pipeline.importing.prose import plain

RANGE = re.compile(r"(\D*)(\d+)-(\D*)(\d+)")
SCHEME = re.compile(r"https?://(?:www\.)?", re.IGNORECASE)


def agree(field: str, kept: str, other: str) -> bool:
    """Whether two values of a field of a publication are one."""
    return kept == other or form(field, kept) == form(field, other)


def form(field: str, value: str) -> str:
    """The value in the form in which it is compared."""
    if field == "doi":
        return doi(value) or normalize(value)
    if field == "pubmed":
        return pmid(value) or normalize(value)
    if field == "url":
        return SCHEME.sub("", value).rstrip("/")
    if field == "pages":
        return whole_range(normalize(pages(value)))
    if field in ("title", "authors", "journal"):
        return letters(plain(value).replace("&", " and ")) or value
    return normalize(plain(value))


def whole_range(text: str) -> str:
    """A page range with its last page written out (``1521-7`` is ``1521-1527``); one page alone where both are the same."""
    match = RANGE.fullmatch(text)
    if not match:
        return text
    before, first, before_last, last = match.groups()
    last = first[: max(0, len(first) - len(last))] + last
    before_last = before_last or before
    return f"{before}{first}" if (before, first) == (before_last, last) else f"{before}{first}-{before_last}{last}"
