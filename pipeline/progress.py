"""Progress of long work: one line on a terminal, after a second; nothing in a pipe or a log."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")

FIRST_AFTER = 1.0  # seconds
INTERVAL = 0.1
ITEMS_PER_CHECK = 500


def counted(items: Iterable[Item], label: str, noun: str = "rows") -> Iterator[Item]:
    """Yield the items unchanged, while the terminal shows their number so far."""
    if not sys.stderr.isatty():
        yield from items
        return
    next_update, shown = time.monotonic() + FIRST_AFTER, False
    for number, item in enumerate(items, start=1):
        yield item
        if number % ITEMS_PER_CHECK == 0 and time.monotonic() > next_update:
            print(f"\r{label}: {number:,} {noun}", end="", file=sys.stderr, flush=True)
            next_update, shown = time.monotonic() + INTERVAL, True
    if shown:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)  # ECMA-48: erase to the end of the line
