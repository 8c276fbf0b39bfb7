"""The path of every request: past the access log, then from the cache, or through the application and into the cache."""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Collection, Hashable, Iterable
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from api.http.negotiation import accepts_gzip, prefers_markdown
from api.http.response import Response, finish, response_of
from db.snapshot import Database

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

access_logger = logging.getLogger("api.access")
# The key of the snapshot in the environment of a request.
SNAPSHOT = "profile.snapshot"
# A response larger than this share of the cache is not kept, so that it doesn't displace all others.
MAX_SHARE = 0.1
# An upper estimate of the bytes that Python needs for a response besides its texts.
OVERHEAD = 4096


class AccessLog:
    """Without it an operator who has no proxy would not see the requests. Lines go to the logger ``api.access``."""

    def __init__(self, application: WSGIApplication) -> None:
        self.application = application
        access_logger.setLevel(logging.INFO)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        began = time.perf_counter()
        sent: dict[str, str] = {}

        def recording(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            sent.update({name.lower(): value for name, value in headers}, status=status[:3])
            return start_response(status, headers, *error)

        body = self.application(environ, recording)
        elapsed = 1000 * (time.perf_counter() - began)
        # Quoted again: a decoded path may contain line breaks that would forge a line of the log.
        target = quote(environ["PATH_INFO"].encode("latin-1"))
        if environ["QUERY_STRING"]:
            target += "?" + quote(environ["QUERY_STRING"].encode("latin-1"), safe="%&=+;/:,~")
        request = f"{quote(environ['REQUEST_METHOD'])} {target}"
        size = sent.get("content-length", "0")
        access_logger.info('%s "%s" %s %s %.1fms', environ.get("REMOTE_ADDR", "-"), request, sent["status"], size, elapsed)
        return body


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


class CachingMiddleware:
    """Without it each request would be routed, read from the database and rendered again.

    It gives a request its snapshot of the data, and keeps the responses that the application declares cacheable.

    Attributes:
        constant: the paths at which the application ignores the query string.
    """

    def __init__(
        self, application: WSGIApplication, database: Database, max_bytes: int, constant: Collection[str] = frozenset()
    ) -> None:
        self.application = application
        self.database = database
        self.max_bytes = max_bytes
        self.constant = constant

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        snapshot = environ[SNAPSHOT] = self.database.snapshot()
        if environ["REQUEST_METHOD"] in ("GET", "HEAD"):
            # Kept with the data that the responses are made from.
            response = self.get(environ, snapshot.memoize("responses", lambda: ResponseCache(self.max_bytes)))
        else:
            response = response_of(self.application, environ)
        return response.send(environ, start_response)

    def get(self, environ: WSGIEnvironment, cache: ResponseCache) -> Response:
        """Return the response to GET, which HEAD shares."""
        key = self.cache_key(environ)
        if response := cache.get(key):
            return response
        response = response_of(self.application, {**environ, "REQUEST_METHOD": "GET"})
        if response.is_cacheable:
            response = finish(response, gzip_accepted=accepts_gzip(environ.get("HTTP_ACCEPT_ENCODING", "")))
            cache.put(key, response)
        return response

    def cache_key(self, environ: WSGIEnvironment) -> Hashable:
        """Return what distinguishes the response to a GET request from all others made from the same data."""
        path = environ["PATH_INFO"]
        return (
            path,
            "" if path in self.constant else environ["QUERY_STRING"],
            accepts_gzip(environ.get("HTTP_ACCEPT_ENCODING", "")),
            prefers_markdown(environ.get("HTTP_ACCEPT", "")),
        )
