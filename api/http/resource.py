"""Falcon's side of an endpoint: read the parameters, call the handler, hand over its response."""

from __future__ import annotations

import falcon

from api.context import Application, Context, Endpoint
from api.http.cache import SNAPSHOT
from api.http.negotiation import prefers_markdown
from api.http.parameters import reject_contradictions
from api.http.query_string import read_query
from api.http.response import CACHEABLE, Representation
from db.store import Store


class EndpointResource:
    """One endpoint of the registry. All threads share it, so it keeps nothing about a request."""

    def __init__(self, endpoint: Endpoint, application: Application) -> None:
        self.endpoint = endpoint
        self.application = application
        self.query = endpoint.query
        self.methods = ("GET", "HEAD", "OPTIONS", *(method for method in endpoint.methods if method != "GET"))

    def on_get(self, request: falcon.Request, response: falcon.Response, language: str = "", **path: str) -> None:
        endpoint, snapshot = self.endpoint, request.env[SNAPSHOT]
        query = read_query(request.query_string, self.query, lambda name: Store(snapshot).choices(name), is_form=endpoint.is_page)
        reject_contradictions(query)
        markdown = endpoint.negotiated and prefers_markdown(request.get_header("Accept", default=""))
        context = Context(self.application, snapshot, {**query, **path}, language, markdown)
        representation = self.handle(context)
        response.content_type = representation.media_type
        if endpoint.cached:
            # In a preview, what the owner has just edited must show. The API's headers are a promise, so they stay.
            is_edited = self.application.preview is not None and not endpoint.in_api
            response.set_header("Cache-Control", "no-cache" if is_edited else CACHEABLE)
        if endpoint.negotiated:
            response.set_header("Vary", "Accept")
        response.set_headers(dict(representation.headers))
        response.status = representation.status
        response.data = representation.body

    # Falcon leaves out the body of HEAD. Only endpoints that list POST get here with it, see MethodCheck.
    on_head = on_post = on_get

    def handle(self, context: Context) -> Representation:
        """Call the handler. Falcon handles subclasses of Exception; what a library raises besides becomes one."""
        try:
            return self.endpoint.handler(context)
        except Exception:
            raise
        except BaseException as exception:
            raise RuntimeError(f"{type(exception).__name__} in a handler") from exception

    def on_options(self, request: falcon.Request, response: falcon.Response, **path: str) -> None:
        """Answer a CORS preflight (WHATWG Fetch, section 3.2) and list the allowed methods."""
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
