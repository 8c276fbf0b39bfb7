"""The short way to a response that was given before: a look into the cache, before Falcon makes anything of the request."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from api.errors import ApiError
from api.http.cache import Key, StoredResponse
from api.http.query_string import read_query
from api.http.representation import accepts_gzip, is_not_modified, prefers_markdown

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

    from api.context import Service
    from api.endpoint import Endpoint


class FastPath:
    """Answers a GET from the cache of the present version of the data, or leaves it to the application behind.

    It knows no endpoint and makes no response: what it sends is what the application made and put into the cache.
    """

    def __init__(self, application: WSGIApplication, service: Service) -> None:
        self.application = application
        self.database = service.database
        self.addresses = {
            address: (endpoint, values)
            for endpoint in service.endpoints
            if endpoint.cached
            for address, values in endpoint.addresses.items()
        }

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        stored = self.stored(environ) if environ["REQUEST_METHOD"] == "GET" else None
        if stored is None:
            return self.application(environ, start_response)
        # The list is a copy, because a server may change it (PEP 3333).
        if is_not_modified(stored.etag, environ.get("HTTP_IF_NONE_MATCH")):
            start_response("304 Not Modified", stored.not_modified_headers[:])
            return ()
        start_response("200 OK", stored.headers[:])
        return (stored.body,)

    def stored(self, environ: WSGIEnvironment) -> StoredResponse | None:
        """The response that is kept for a request, if any."""
        endpoint, path = self.addresses.get(environ["PATH_INFO"], (None, {}))
        version = self.database.version() if endpoint else None
        if endpoint is None or version is None:
            return None
        try:
            query = read_query(environ["QUERY_STRING"], endpoint.query, reject_unknown=endpoint.reject_unknown)
        except ApiError:
            return None
        markdown = endpoint.negotiated and prefers_markdown(environ.get("HTTP_ACCEPT", ""))
        gzip_accepted = accepts_gzip(environ.get("HTTP_ACCEPT_ENCODING", ""))
        return version.responses.get(cache_key(endpoint, {**query, **path}, gzip_accepted=gzip_accepted, markdown=markdown))


def cache_key(endpoint: Endpoint, values: Mapping[str, Any], *, gzip_accepted: bool, markdown: bool) -> Key:
    """What tells two responses of one version of the data apart: every spelling of a query comes to the same key."""
    return (endpoint.path, gzip_accepted, markdown, *values.items())
