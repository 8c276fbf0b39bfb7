"""Finished responses in memory."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable

from api.http.response import Response

# A response larger than this share of the cache is not kept, so that it doesn't displace all others.
MAX_SHARE = 0.1
# An upper estimate of the bytes that Python needs for a response besides its texts.
OVERHEAD = 4096


class ResponseCache:
    """Responses by their key, bounded in bytes. The least recently used are dropped first."""

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self.used = 0
        self.entries: OrderedDict[Hashable, tuple[Response, int]] = OrderedDict()
        self.lock = threading.Lock()

    def get(self, key: Hashable) -> Response | None:
        """Return the response kept under a key."""
        with self.lock:
            if key not in self.entries:
                return None
            self.entries.move_to_end(key)
            return self.entries[key][0]

    def put(self, key: Hashable, response: Response) -> None:
        """Keep a response, and drop others to make room for it."""
        texts = (response.body, *(text for header in response.headers for text in header), str(key))
        size = OVERHEAD + sum(map(len, texts))
        if size > self.max_bytes * MAX_SHARE:
            return
        with self.lock:
            _, replaced = self.entries.pop(key, (None, 0))
            self.entries[key] = response, size
            self.used += size - replaced
            while self.used > self.max_bytes:
                _, (_, dropped) = self.entries.popitem(last=False)
                self.used -= dropped
