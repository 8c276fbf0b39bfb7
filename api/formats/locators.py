"""Locators (volume, issue, pages) as several formats and pages write them."""

from __future__ import annotations

import re

from api.formats.format import Publication

# A range that a reader can put together again from its first and last page.
PAGE_RANGE = re.compile(r"([A-Za-z]?[0-9]+)-([A-Za-z]?[0-9]+(?:\.e[0-9]+)?)")


def year_and_locators(publication: Publication) -> str:
    """Return year, volume, issue and pages in Vancouver style: ``2021;12(3):101-109``."""
    volume, issue, pages = [publication.get(field, "") for field in ("volume", "issue", "pages")]
    numbers = volume + (f"({issue})" if issue else "")
    return f"{publication['year']}{f';{numbers}' if numbers else ''}{f':{pages}' if pages else ''}"


def first_and_last_page(pages: str) -> tuple[str, ...]:
    """Return the first and the last page in full (``109`` of ``101-9``); anything but a plain range is a first page alone."""
    found = PAGE_RANGE.fullmatch(pages)
    if not found or found[1] == found[2]:
        return (pages,)
    first, last = found.groups()
    is_short = last.isdigit() and len(last) < len(first) and last > first[-len(last) :]
    return first, first[: -len(last)] + last if is_short else last
