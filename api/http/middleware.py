"""Falcon's middleware: the languages and methods of an endpoint, and the common headers."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import falcon

from api.errors import error_of_method
from api.http.cache import FINISHED, SNAPSHOT
from db.file_format import DatabaseError
from db.languages import CODE


class LanguageCheck:
    """Answer 404 for a language that the site lacks. The route accepts any."""

    def process_resource(self, request: falcon.Request, response: falcon.Response, resource: Any, params: dict[str, Any]) -> None:
        code = params.get("language")
        if code is None:
            return
        if not CODE.fullmatch(code):
            raise falcon.HTTPNotFound
        with suppress(DatabaseError):  # without a database, every language is accepted
            if code not in [each.code for each in request.env[SNAPSHOT].store.languages[1:]]:
                raise falcon.HTTPNotFound


class FinalSlash:
    """Give a DOI that ends with a slash its slash back. Falcon strips it from every path."""

    def process_resource(self, request: falcon.Request, response: falcon.Response, resource: Any, params: dict[str, Any]) -> None:
        if "doi" in params and request.env["PATH_INFO"].endswith("/"):
            params["doi"] += "/"


class MethodCheck:
    """Answer 405 for methods that the endpoint lacks. Falcon alone would answer POST everywhere, and 400 to unknown methods."""

    def process_resource(self, request: falcon.Request, response: falcon.Response, resource: Any, params: dict[str, Any]) -> None:
        if request.method not in resource.methods:
            raise error_of_method(request.method, resource.methods)


class CommonHeaders:
    """Add the headers of every response, among them the one that lets scripts of other sites read it.

    Falcon's CORSMiddleware adds headers only for requests with an Origin, so a cache would keep responses without them.
    """

    def __init__(self, headers: Mapping[str, str]) -> None:
        self.headers = dict(headers)

    def process_response(self, request: falcon.Request, response: falcon.Response, resource: Any, succeeded: bool) -> None:
        if FINISHED not in request.env:  # a finished response has them already
            response.set_headers(self.headers)
