"""Locators (volume, issue, pages) as several formats and pages write them."""

from __future__ import annotations

import re
from collections.abc import Callable

from api.formats.format import Publication

# A range that a reader can put together again from its first and last page.
PAGE_RANGE = re.compile(r"([A-Za-z]?[0-9]+[A-Za-z]?|[ivxlc]+)-([A-Za-z]?[0-9]+(?:[A-Za-z]|\.e[0-9]+)?|[ivxlc]+)")


def year_and_locators(publication: Publication, page_ranges: Callable[[str], str] = str) -> str:
    """Return year, volume, issue and pages as medical journals write them: ``2021;12(3):101-109``."""
    volume, issue, pages = publication.get("volume", ""), publication.get("issue", ""), page_ranges(publication.get("pages", ""))
    numbers = volume + (f"({issue})" if issue else "")
    return f"{publication['year']}{f';{numbers}' if numbers else ''}{f':{pages}' if pages else ''}"


def first_and_last_page(pages: str) -> tuple[str, ...]:
    """Return the first and the last page in full (``109`` of ``101-9``); anything but a plain range is a first page alone."""
    found = PAGE_RANGE.fullmatch(pages)
    if not found or found[1] == found[2]:
        return (pages,)
    first, last = found.groups()
    if not last.isdigit() or len(last) >= len(first):
        return first, last
    # In 101-9 the last page is short; e2021-0034 is an article number.
    return (first, first[: -len(last)] + last) if last > first[-len(last) :] else (pages,)
