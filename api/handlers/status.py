"""The health check."""

from __future__ import annotations

from api.context import Context
from api.errors import RETRY_LATER
from api.http.representation import Representation, of_json


def status(context: Context) -> Representation:
    """Probe the database and return the health of the service; never cached."""
    ok, body = context.service.status()
    if ok:
        return of_json(body, {"Cache-Control": "no-cache"})
    return of_json(body, {"Cache-Control": "no-store", **RETRY_LATER}, 503)
