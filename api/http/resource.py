"""Falcon's side of an endpoint: methods, parameters in, representation out."""

from __future__ import annotations

import falcon

from api.context import Context, Service
from api.endpoint import Endpoint
from api.http.fastpath import cache_key
from api.http.query_string import read_query
from api.http.representation import (
    CACHEABLE,
    Download,
    Representation,
    accepts_gzip,
    finished,
    is_not_modified,
    prefers_markdown,
    validating,
)


class EndpointResource:
    """One endpoint of the registry. Shared by all threads, so it keeps nothing of a request."""

    def __init__(self, endpoint: Endpoint, service: Service) -> None:
        self.endpoint = endpoint
        self.service = service
        self.methods = ("GET", "HEAD", "OPTIONS", *(method for method in endpoint.methods if method != "GET"))

    def on_get(self, request: falcon.Request, response: falcon.Response, **path: str) -> None:
        """Answer, and keep the answer for those who ask the same."""
        query = read_query(request.query_string, self.endpoint.query, reject_unknown=self.endpoint.reject_unknown)
        markdown = self.endpoint.negotiated and prefers_markdown(request.get_header("Accept", default=""))
        context = Context(self.service, {**query, **path}, markdown)
        representation = self.endpoint.handler(context)
        if isinstance(representation, Download):
            send_download(representation, request, response)
        elif self.endpoint.cached and representation.status == 200:
            gzip_accepted = accepts_gzip(request.get_header("Accept-Encoding", default=""))
            stored = finished(representation, gzip_accepted=gzip_accepted)
            if self.endpoint.addresses:
                key = cache_key(self.endpoint, context.values, gzip_accepted=gzip_accepted, markdown=markdown)
                context.store.version.responses.put(key, stored)
            if is_not_modified(stored.etag, request.get_header("If-None-Match")):
                response.status = falcon.HTTP_304
                response.set_headers(stored.not_modified_headers)
            else:
                response.set_headers(stored.headers)
                response.data = stored.body
        else:
            send(representation, response, cached=self.endpoint.cached)

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


def send(representation: Representation, response: falcon.Response, *, cached: bool) -> None:
    """Hand over what nobody keeps, or what is no 200."""
    response.status = representation.status
    response.content_type = representation.media_type
    if cached:
        response.set_header("Cache-Control", CACHEABLE)
    response.set_headers(dict(representation.headers))
    response.data = representation.body


def send_download(download: Download, request: falcon.Request, response: falcon.Response) -> None:
    """Hand over a file with its validator; the server reads from it while it sends."""
    response.set_headers(validating(download.etag))
    if is_not_modified(download.etag, request.get_header("If-None-Match")):
        response.status = falcon.HTTP_304
        download.file.close()
        return
    response.content_type = download.media_type
    response.set_headers(dict(download.headers))
    response.content_length = download.size
    if request.method == "HEAD":
        download.file.close()
    else:
        response.stream = download.file
