"""One state of the database file."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")
# Inode, times of the last change of content and of metadata, size, device.
Identity = tuple[int, int, int, int, int]


class Snapshot:
    """The database file at one moment. A request reads a single snapshot from beginning to end.

    Whatever is derived from the data, such as finished responses, is kept here: it is discarded with the data.
    """

    def __init__(self, identity: Identity) -> None:
        self.identity = identity
        self.kept: dict[Hashable, Any] = {}
        self.locks: defaultdict[Hashable, threading.Lock] = defaultdict(threading.Lock)

    def keep(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what is kept under a key. The first thread that asks makes it, while the others wait."""
        with self.locks[key]:
            if key not in self.kept:
                self.kept[key] = make()
            kept: T = self.kept[key]
            return kept
