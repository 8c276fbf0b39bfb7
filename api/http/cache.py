"""Finished responses, kept while the data that they were made from is the data that is served."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass, field

# A share of the room is for responses that were asked for once; see ResponseCache.
TRIAL_SHARE = 0.1
# What Python and this module need for a response beside its body, in bytes: an estimate on the safe side.
OVERHEAD = 2048

Key = tuple[object, ...]
Headers = list[tuple[str, str]]


@dataclass
class StoredResponse:
    """A 200 response in full: the bytes that go out, and the headers of the 304 that may go out instead."""

    body: bytes
    headers: Headers
    not_modified_headers: Headers
    etag: str
    asked_again: bool = False

    @property
    def size(self) -> int:
        return len(self.body) + OVERHEAD


@dataclass
class Queue:
    """Keys in the order of their arrival, and the bytes of their responses."""

    room: float
    keys: deque[Key] = field(default_factory=deque)
    used: int = 0


class ResponseCache:
    """Responses by their key, bounded in bytes.

    Two queues, first in, first out. A response enters the queue on trial; when its turn comes to leave, it moves to the
    proven ones if it was asked for again meanwhile. A proven response that was asked for again since its last turn gets
    another. So a stream of odd queries, each asked once, passes through the small queue on trial and pushes out nothing
    that is in use (as in S3-FIFO: Yang et al., FIFO queues are all you need for cache eviction, SOSP 2023).
    """

    def __init__(self, most_bytes: int) -> None:
        self.responses: dict[Key, StoredResponse] = {}
        self.trial = Queue(most_bytes * TRIAL_SHARE)
        self.proven = Queue(most_bytes * (1 - TRIAL_SHARE))
        self.lock = threading.Lock()

    def get(self, key: Key) -> StoredResponse | None:
        """The response kept under a key. Reading takes no lock: one look into a dictionary is atomic."""
        response = self.responses.get(key)
        if response is not None:
            response.asked_again = True
        return response

    def put(self, key: Key, response: StoredResponse) -> None:
        """Keep a response, unless it is larger than the room for those on trial."""
        if response.size > self.trial.room:
            return
        with self.lock:
            if key not in self.responses:  # two threads may have made it at once
                self.responses[key] = response
                self.enter(self.trial, key)
                self.make_room()

    def make_room(self) -> None:
        """Let the oldest leave until both queues are within their bounds."""
        while self.trial.used > self.trial.room:
            self.leave(self.trial, self.proven)
        while self.proven.used > self.proven.room:
            self.leave(self.proven, self.proven)

    def enter(self, queue: Queue, key: Key) -> None:
        queue.keys.append(key)
        queue.used += self.responses[key].size

    def leave(self, queue: Queue, onward: Queue) -> None:
        """Take the oldest out of a queue; ``onward`` gets it if it was asked for again."""
        key = queue.keys.popleft()
        response = self.responses[key]
        queue.used -= response.size
        if response.asked_again:
            response.asked_again = False
            self.enter(onward, key)
        else:
            del self.responses[key]
