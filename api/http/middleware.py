"""The path of every request: from the cache, or through the application and into the cache."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from typing import TYPE_CHECKING

from api.data.database import Database
from api.http.cache import ResponseCache
from api.http.negotiation import accepts_gzip, prefers_markdown
from api.http.response import Response, finish, response_of

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment


# The key of the snapshot in the environment of a request.
SNAPSHOT = "profile.snapshot"


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
            response = self.get(environ, snapshot.keep("responses", lambda: ResponseCache(self.max_bytes)))
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
