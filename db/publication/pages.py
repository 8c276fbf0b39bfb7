"""Page ranges, ``101-9`` and ``101-109``, and pages that only look like ranges."""

from __future__ import annotations

import re
from collections.abc import Callable

# A range that a reader can reconstruct from its first and last page.
PAGE_RANGE = re.compile(r"([A-Za-z]?[0-9]+[A-Za-z]?|[ivxlc]+)-([A-Za-z]?[0-9]+(?:[A-Za-z]|\.e[0-9]+)?|[ivxlc]+)")


def first_and_last_page(pages: str) -> tuple[str, ...]:
    """First and last page in full (``109`` of ``101-9``). Anything but a plain range is one page."""
    match = PAGE_RANGE.fullmatch(pages)
    if not match or match[1] == match[2]:
        return (pages,)
    first, last = match.groups()
    if not last.isdigit() or len(last) >= len(first):
        return first, last
    # In 101-9 the last page is short; e2021-0034 is an article number.
    return (first, first[: -len(last)] + last) if last > first[-len(last) :] else (pages,)


def rewrite_ranges(pages: str, write: Callable[[str, str], str]) -> str:
    """Rewrite each range, such as ``101-9`` or ``101-109``, with a function that takes its first and last page."""
    texts = []
    for part in pages.split(", "):
        limits = first_and_last_page(part)
        first, _, last = part.partition("-")
        texts.append(write(*limits) if len(limits) > 1 else first if first == last else part)
    return ", ".join(texts)


def without_shared_digits(last: str, first: str) -> str:
    """The last page without the digits that it shares with the first: ``9`` for ``109`` after ``101``, but all of ``109A``."""
    number = last.partition(".")[0]
    if len(number) != len(first) or not number[-1].isdigit():
        return last
    start = next(index for index, digit in enumerate(number) if digit != first[index] or index == len(number) - 1)
    return last[start:]
