"""Falcon's middleware: the methods of an endpoint, the common headers, and validators and compression of cacheable responses."""

from __future__ import annotations

import io
from contextlib import suppress
from typing import Any

import falcon

from api.errors import ApiError, quotation
from api.http.cache import KEEP, SNAPSHOT
from api.http.negotiation import accepts_gzip, is_not_modified
from api.http.response import CACHEABLE, COMMON_HEADERS, IMMUTABLE, MAX_COPIED, NOT_MODIFIED_HEADERS, finish
from db.file_format import DatabaseError
from db.languages import CODE
from db.store import Store


class LanguageCheck:
    """Without it a page would answer in a language that the site lacks."""

    def process_resource(self, request: falcon.Request, response: falcon.Response, resource: Any, params: dict[str, Any]) -> None:
        code = params.get("language")
        if code is None:
            return
        if not CODE.fullmatch(code):
            raise falcon.HTTPNotFound
        with suppress(DatabaseError):  # without it, any language may be one of the site
            if code not in [each.code for each in Store(request.env[SNAPSHOT]).languages[1:]]:
                raise falcon.HTTPNotFound


class MethodCheck:
    """Without it Falcon would answer 400 to a method unknown to HTTP, and some endpoints would answer POST."""

    def process_resource(self, request: falcon.Request, response: falcon.Response, resource: Any, params: dict[str, Any]) -> None:
        if request.method not in resource.methods:
            allowed = ", ".join(resource.methods)
            message = f"The method {quotation(request.method[:20])} is not supported here. Use one of {allowed}."
            raise ApiError("method_not_allowed", message, {"Allow": allowed})


class CommonHeaders:
    """Without it a browser would hide responses from scripts of other sites.

    Falcon's CORSMiddleware adds headers only to requests with an Origin, so that a cache would keep responses without them.
    """

    def process_response(self, request: falcon.Request, response: falcon.Response, resource: Any, succeeded: bool) -> None:
        response.set_headers(COMMON_HEADERS)


class Finishing:
    """Without it clients would get each response again and in full. What it finishes goes into the cache."""

    def process_response(self, request: falcon.Request, response: falcon.Response, resource: Any, succeeded: bool) -> None:
        is_cacheable = response.status_code == 200 and response.get_header("Cache-Control") in (CACHEABLE, IMMUTABLE)
        if KEEP not in request.env or not is_cacheable:
            return
        gzip_accepted = accepts_gzip(request.get_header("Accept-Encoding", default=""))
        finished = finish(response.headers, response.data or b"", gzip_accepted=gzip_accepted)
        request.env[KEEP](finished)
        response.set_headers(dict(finished.headers))
        response.data = finished.body
        if is_not_modified(finished.headers["etag"], request.get_header("If-None-Match")):
            response.status, response.data = falcon.HTTP_304, None
            for name in response.headers.keys() - NOT_MODIFIED_HEADERS:
                response.delete_header(name)
        elif len(finished.body) > MAX_COPIED:
            response.data = None
            response.set_stream(io.BytesIO(finished.body), len(finished.body))
