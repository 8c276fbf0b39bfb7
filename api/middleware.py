"""What every answer has, whichever endpoint or error made it."""

from __future__ import annotations

import logging
import time
from typing import Any
from urllib.parse import quote

import falcon

from api.errors import ApiError

logger = logging.getLogger("api.access")

ON_EVERY_ANSWER = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Link, Content-Disposition, X-Total-Count, Retry-After",
    "X-Content-Type-Options": "nosniff",
}


class CommonHeaders:
    """Without it a browser would keep an answer, above all an error, from the script that asked for it."""

    def process_response(self, request: falcon.Request, response: falcon.Response, resource: Any, succeeded: bool) -> None:
        response.set_headers(ON_EVERY_ANSWER)


class MethodCheck:
    """Without it Falcon would answer 400 to a method that HTTP does not know, and some addresses would answer POST."""

    def process_resource(self, request: falcon.Request, response: falcon.Response, resource: Any, params: dict[str, Any]) -> None:
        if request.method not in resource.methods:
            allowed = ", ".join(resource.methods)
            message = f"The method {request.method[:20]} is not answered here. Use one of {allowed}."
            raise ApiError("method_not_allowed", message, {"Allow": allowed})


class AccessLog:
    """Without it an operator would not see what is asked: one line a request, on the logger ``api.access``."""

    def process_request(self, request: falcon.Request, response: falcon.Response) -> None:
        request.context.began = time.perf_counter()

    def process_response(self, request: falcon.Request, response: falcon.Response, resource: Any, succeeded: bool) -> None:
        elapsed = 1000 * (time.perf_counter() - request.context.began)
        # Quoted anew: a decoded path may hold line breaks that would forge a line of the log.
        target = quote(request.path) + (f"?{quote(request.query_string, safe='%&=+;/:,~')}" if request.query_string else "")
        size = len(response.data or b"")
        logger.info(
            '%s "%s %s" %d %d %.1fms', request.remote_addr, quote(request.method), target, response.status_code, size, elapsed
        )
