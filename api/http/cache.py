"""The cache of finished responses, and its lookup in front of the application."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from api.http.negotiation import accepts_gzip, prefers_markdown
from api.http.response import Response
from db.snapshot import Database, Snapshot

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

# Keys in the environment of a request: its snapshot, and the function that keeps its response.
SNAPSHOT = "profile.snapshot"
KEEP = "profile.keep"
# A response larger than this share of the cache is not kept, so that it doesn't displace all others.
MAX_SHARE = 0.5
# An upper estimate of the bytes that Python needs for a response besides its texts.
OVERHEAD = 4096


class ResponseCache:
    """Responses made from one snapshot by their key, bounded in bytes. The least recently used are dropped first."""

    def __init__(self, max_bytes: int, snapshot: Snapshot | None = None) -> None:
        self.max_bytes = max_bytes
        self.snapshot = snapshot
        self.used = 0
        self.entries: OrderedDict[Hashable, tuple[Response, int]] = OrderedDict()
        self.lock = threading.Lock()
        self.in_progress: dict[Hashable, threading.Lock] = {}

    def get(self, key: Hashable) -> Response | None:
        with self.lock:
            if key not in self.entries:
                return None
            self.entries.move_to_end(key)
            return self.entries[key][0]

    def put(self, key: Hashable, response: Response) -> None:
        """Keep a response, and drop others to make room for it."""
        texts = (response.body, *response.headers, *response.headers.values(), str(key))
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

    @contextmanager
    def turn(self, key: Hashable) -> Iterator[None]:
        """Wait for a thread that makes the response under a key, or else let others wait for this one.

        Threads that waited for a response that is not kept, such as an error, make theirs side by side.
        """
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


class CacheLookup:
    """Without it each request would be routed, read from the database and rendered again.

    It gives a request its snapshot of the data, and the responses that the application keeps go with that.

    Attributes:
        has_query: returns whether the application uses the query string at a path.
    """

    def __init__(
        self, application: WSGIApplication, database: Database, max_bytes: int, has_query: Callable[[str], bool] = bool
    ) -> None:
        self.application = application
        self.database = database
        self.has_query = has_query
        self.cache = ResponseCache(max_bytes)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        snapshot = environ[SNAPSHOT] = self.database.snapshot()
        if environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            return self.application(environ, start_response)
        key, cache = self.cache_key(environ), self.cache_of(snapshot)
        if response := cache.get(key):
            return response.send(environ, start_response)
        environ[KEEP] = partial(cache.put, key)
        if not cache.max_bytes:  # nothing is kept that another thread could wait for
            return self.application(environ, start_response)
        with cache.turn(key):
            if response := cache.get(key):
                return response.send(environ, start_response)
            return self.application(environ, start_response)

    def cache_of(self, snapshot: Snapshot) -> ResponseCache:
        """A request that began before the snapshot changed keeps its own."""
        cache = self.cache
        if cache.snapshot is not snapshot:
            cache = self.cache = ResponseCache(cache.max_bytes, snapshot)
        return cache

    def cache_key(self, environ: WSGIEnvironment) -> Hashable:
        """Everything that distinguishes the response to a GET request, which HEAD shares, from others made from the same data."""
        path = environ["PATH_INFO"]
        return (
            path,
            environ["QUERY_STRING"] if self.has_query(path) else "",
            accepts_gzip(environ.get("HTTP_ACCEPT_ENCODING", "")),
            prefers_markdown(environ.get("HTTP_ACCEPT", "")),
        )
