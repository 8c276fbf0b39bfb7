"""Progress of long work: one line on a terminal, after a second; nothing in a pipe or a log."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")

PATIENCE = 1.0
INTERVAL = 0.1
ITEMS_BETWEEN_LOOKS = 500


def counted(items: Iterable[Item], label: str, noun: str = "rows") -> Iterator[Item]:
    """The items unchanged, while the terminal shows how many there were."""
    if not sys.stderr.isatty():
        yield from items
        return
    look_at, shown = time.monotonic() + PATIENCE, False
    for number, item in enumerate(items, start=1):
        yield item
        if number % ITEMS_BETWEEN_LOOKS == 0 and time.monotonic() > look_at:
            print(f"\r{label}: {number:,} {noun}", end="", file=sys.stderr, flush=True)
            look_at, shown = time.monotonic() + INTERVAL, True
    if shown:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)  # ECMA-48: erase to the end of the line
