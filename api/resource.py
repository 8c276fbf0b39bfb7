"""Falcon's side of an endpoint: read the parameters, call the handler, and send its response."""

from __future__ import annotations

import falcon

from api.context import Application, Context
from api.endpoint import METHODS, Endpoint, endpoint_address
from api.http.cache import CACHE, FINISHED, REQUEST_KEY, SNAPSHOT, ResponseCache
from api.http.negotiation import accepts_gzip, prefers_markdown
from api.http.response import CACHEABLE, Representation, finish
from api.query.parameters import reject_contradictions
from api.query.query_string import read_query


class EndpointResource:
    """An endpoint as a Falcon resource. All threads share it, so it keeps nothing about a request.

    Attributes:
        path: the path of the endpoint, or its ``file_path``.
    """

    def __init__(self, endpoint: Endpoint, application: Application, path: str = "") -> None:
        self.endpoint = endpoint
        self.path = path or endpoint.path
        self.application = application
        self.query_parameters = endpoint.query_parameters
        self.methods = (*METHODS, *(method for method in endpoint.methods if method != "GET"))
        # A preview must show the latest edits. The API's headers are part of its contract, so they stay.
        is_edited = application.preview is not None and not endpoint.in_api
        self.preview_headers = {"Cache-Control": "no-cache"} if is_edited else {}
        self.is_cacheable = endpoint.cached and not is_edited

    def on_get(self, request: falcon.Request, response: falcon.Response, language: str = "", **path: str) -> None:
        endpoint, snapshot = self.endpoint, request.env[SNAPSHOT]
        # Only a parameter with choices asks for the store, so that other requests can answer without a database.
        params = read_query(
            request.query_string, self.query_parameters, lambda name: snapshot.store.choices(name), is_page=endpoint.is_page
        )
        reject_contradictions(params)
        markdown = endpoint.negotiated and prefers_markdown(request.get_header("Accept", default=""))
        context = Context(self.application, snapshot, {**params, **path}, language, markdown)
        cache: ResponseCache | None = request.env.get(CACHE)
        if cache is None or not self.is_cacheable:  # a POST has no cache
            send_uncached(self.represent(context), response)
            return
        # The parts of the request that the endpoint uses: the address has no final slash, and no ignored parameters.
        key = (language, endpoint_address(self.path, context.params), markdown)
        gzip = accepts_gzip(request.get_header("Accept-Encoding", default=""))
        with cache.single_flight(key):
            finished = cache.get((key, gzip)) or cache.get((key, not gzip))
            if finished is None:
                representation = self.represent(context)
                if representation.status != 200:
                    send_uncached(representation, response)
                    return
                finished = finish(representation, self.application.common_headers)
            finished = finished.compress() if gzip else finished.decompress()
            cache.put((key, finished.is_compressed), finished)
        cache.link(request.env[REQUEST_KEY], (key, finished.is_compressed))
        request.env[FINISHED] = finished

    # Falcon omits the body of HEAD responses. POST reaches only endpoints that list it, see MethodCheck.
    on_head = on_post = on_get

    def represent(self, context: Context) -> Representation:
        """Call the handler, and add the headers that the endpoint declares."""
        representation = self.endpoint.handler(context)
        declared = {
            **({"Cache-Control": CACHEABLE} if self.endpoint.cached else {}),
            **({"Vary": "Accept"} if self.endpoint.negotiated else {}),
        }
        headers = {**declared, **representation.headers, **self.preview_headers}
        if self.path != self.endpoint.path and representation.status == 200:
            links = (headers.get("Link"), context.canonical_link(self.endpoint.path, **context.params))
            headers["Link"] = ", ".join(filter(None, links))
        # dataclasses.replace would take 1% of the time of a request.
        return Representation(representation.body, representation.media_type, headers, representation.status)

    def on_options(self, request: falcon.Request, response: falcon.Response, **path: str) -> None:
        """Answer a CORS preflight (WHATWG Fetch, section 3.2) and list the allowed methods."""
        response.status = falcon.HTTP_204
        response.set_headers(
            {
                "Allow": ", ".join(self.methods),
                "Access-Control-Allow-Methods": ", ".join(METHODS),
                "Access-Control-Allow-Headers": "*",
                "Access-Control-Max-Age": "86400",
                "Cache-Control": CACHEABLE if self.endpoint.cached else "no-cache",
            }
        )


def send_uncached(representation: Representation, response: falcon.Response) -> None:
    """Let Falcon send a representation that the cache does not keep, such as an error."""
    response.status = representation.status
    response.content_type = representation.media_type
    response.set_headers(dict(representation.headers))
    response.data = representation.body
