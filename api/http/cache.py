"""The cache of finished responses, and its lookup before the application."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from api.http.negotiation import accepts_gzip, prefers_markdown
from api.http.response import FinishedResponse
from db.snapshot import Database, Snapshot

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

# Keys in a request's environment: its snapshot, the cache, the request's key in the cache, and the finished response.
SNAPSHOT = "profile.snapshot"
CACHE = "profile.cache"
REQUEST_KEY = "profile.request_key"
FINISHED = "profile.finished"
# The cache does not keep a response larger than this share of it, because that would displace all others.
MAX_SHARE = 0.5
# Upper estimates of Python's memory in bytes for a response and for a key, without their texts.
RESPONSE_OVERHEAD_BYTES = 4096
KEY_OVERHEAD_BYTES = 768


@dataclass(eq=False)
class CacheEntry:
    """A response in the cache, its size in bytes, and the number of its keys."""

    response: FinishedResponse
    size: int
    keys: int = 0


class ResponseCache:
    """Responses from one snapshot, up to a size in bytes. The cache drops the least recently used keys first.

    A response has a cache key, which says what its endpoint uses of a request, and the keys of requests that it answers:
    ``/?from=mail`` and ``/?from=feed`` are two requests with one response. Before routing, only the request key is known.
    """

    def __init__(self, max_bytes: int, snapshot: Snapshot | None = None) -> None:
        self.max_bytes = max_bytes
        self.snapshot = snapshot
        self.used = 0
        self.entries: OrderedDict[Hashable, CacheEntry] = OrderedDict()
        self.lock = threading.Lock()
        self.in_progress: dict[Hashable, threading.Lock] = {}

    def get(self, key: Hashable) -> FinishedResponse | None:
        with self.lock:
            if key not in self.entries:
                return None
            self.entries.move_to_end(key)
            return self.entries[key].response

    def put(self, key: Hashable, response: FinishedResponse) -> None:
        """Keep a response under its cache key, and drop others to make room for it."""
        texts = (response.body, *response.headers, *response.headers.values())
        size = RESPONSE_OVERHEAD_BYTES + sum(map(len, texts))
        with self.lock:
            entry = self.entries.get(key)
            if size <= self.max_bytes * MAX_SHARE and (entry is None or entry.response is not response):
                self.add(key, CacheEntry(response, size))

    def link(self, request_key: Hashable, key: Hashable) -> None:
        """Let a request key find the response under a cache key."""
        with self.lock:
            if entry := self.entries.get(key):
                self.add(request_key, entry)

    def add(self, key: Hashable, entry: CacheEntry) -> None:
        if key in self.entries:
            self.drop(key)
        self.entries[key] = entry
        self.used += size_of_key(key) + (0 if entry.keys else entry.size)
        entry.keys += 1
        while self.used > self.max_bytes:
            self.drop(next(iter(self.entries)))

    def drop(self, key: Hashable) -> None:
        entry = self.entries.pop(key)
        entry.keys -= 1
        self.used -= size_of_key(key) + (0 if entry.keys else entry.size)

    @contextmanager
    def single_flight(self, key: Hashable) -> Iterator[None]:
        """Wait for another thread that makes the response under a key, or else let other threads wait for this one.

        If the cache does not keep the response, for example an error, the threads that waited make theirs side by side.
        """
        if not self.max_bytes:  # the cache keeps nothing, so waiting is useless
            yield
            return
        making = threading.Lock()
        with making:
            other = self.in_progress.setdefault(key, making)
            if other is making:
                try:
                    yield
                finally:
                    del self.in_progress[key]
                return
        with other:
            pass
        yield


def size_of_key(key: Hashable) -> int:
    return KEY_OVERHEAD_BYTES + len(str(key))


class CacheLookup:
    """Sends finished responses; everything else goes to Falcon.

    It gives a request its snapshot of the data, and the cache of responses from that snapshot.
    """

    def __init__(self, wsgi: WSGIApplication, database: Database, max_bytes: int) -> None:
        self.wsgi = wsgi
        self.database = database
        self.cache = ResponseCache(max_bytes)
        self.lock = threading.Lock()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        snapshot = environ[SNAPSHOT] = self.database.snapshot()
        if environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            return self.wsgi(environ, start_response)
        cache, key = self.cache_of(snapshot), request_key(environ)
        if response := cache.get(key):
            return response.send(environ, start_response)
        environ[CACHE], environ[REQUEST_KEY] = cache, key
        head: list[Any] = []  # status and headers, if the answer is not a finished response

        def hold(*arguments: Any) -> Any:
            head[:] = arguments

        body = self.wsgi(environ, hold)
        finished: FinishedResponse | None = environ.get(FINISHED)
        if finished:
            return finished.send(environ, start_response)
        start_response(*head)
        return body

    def cache_of(self, snapshot: Snapshot) -> ResponseCache:
        """The cache of a snapshot. A request that began before the data changed gets a cache that keeps nothing."""
        cache = self.cache
        if cache.snapshot is not snapshot:
            with self.lock:
                cache = self.cache
                if self.database.latest is not snapshot:
                    return ResponseCache(0, snapshot)
                if cache.snapshot is not snapshot:
                    cache = self.cache = ResponseCache(cache.max_bytes, snapshot)
        return cache


def request_key(environ: WSGIEnvironment) -> Hashable:
    """Everything in a GET or HEAD request that can change the response, given the same data."""
    return (
        environ["PATH_INFO"],
        environ["QUERY_STRING"],
        accepts_gzip(environ.get("HTTP_ACCEPT_ENCODING", "")),
        prefers_markdown(environ.get("HTTP_ACCEPT", "")),
    )
