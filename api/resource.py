"""Falcon's side of an endpoint: methods, parameters in, representation out."""

from __future__ import annotations

import falcon

from api.context import Context, Service
from api.endpoints import Endpoint
from api.parameters import read_query
from api.representation import Representation, encoded, is_not_modified

CACHEABLE = "public, max-age=3600"


class EndpointResource:
    """One endpoint of the registry. Shared by all threads, so it keeps nothing of a request."""

    def __init__(self, endpoint: Endpoint, service: Service) -> None:
        self.endpoint = endpoint
        self.service = service
        self.methods = ("GET", "HEAD", "OPTIONS", *(method for method in endpoint.methods if method != "GET"))

    def on_get(self, request: falcon.Request, response: falcon.Response, **path: str) -> None:
        """Answer; where the endpoint does not filter, the query is ignored (a cache-buster changes nothing)."""
        query = read_query(request.query_string, self.endpoint.query) if self.endpoint.query else {}
        representation = self.endpoint.answer(Context(self.service, {**query, **path}))
        if self.endpoint.cached:
            response.set_header("Cache-Control", CACHEABLE)
        if self.endpoint.cached and representation.status == 200:
            send_validated(representation, request, response)
        else:
            send(representation, response)

    # RFC 9110, section 9.3.2: the same headers. Falcon leaves the body out and keeps its length.
    on_head = on_get
    # Only endpoints that name POST get here with it, see middleware.MethodCheck.
    on_post = on_get

    def on_options(self, request: falcon.Request, response: falcon.Response, **path: str) -> None:
        """CORS preflight (WHATWG Fetch, section 3.2) and what is allowed here."""
        response.status = falcon.HTTP_204
        response.set_headers(
            {
                "Allow": ", ".join(self.methods),
                "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
                "Access-Control-Allow-Headers": "*",
                "Access-Control-Max-Age": "86400",
                "Cache-Control": CACHEABLE if self.endpoint.cached else "no-cache",
            }
        )


def send(representation: Representation, response: falcon.Response) -> None:
    """Hand a representation over as it is."""
    response.status = representation.status
    response.content_type = representation.media_type
    response.set_headers(dict(representation.headers))
    response.data = representation.body


def send_validated(representation: Representation, request: falcon.Request, response: falcon.Response) -> None:
    """Hand a representation over with its validator; 304 without a body where the client holds it."""
    form = encoded(representation, request.get_header("Accept-Encoding", default=""))
    response.set_headers({"ETag": form.etag, "Vary": "Accept-Encoding"})
    if is_not_modified(form.etag, request.get_header("If-None-Match")):
        response.status = falcon.HTTP_304
        return
    send(representation, response)
    response.data = form.body
    if form.encoding:
        response.set_header("Content-Encoding", form.encoding)
