"""What every answer has, whichever endpoint or error made it."""

from __future__ import annotations

from typing import Any

import falcon

from api.errors import ApiError
from api.http.representation import ON_EVERY_ANSWER


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
