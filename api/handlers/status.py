"""The health check."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from api.context import API_VERSION, Context
from api.errors import RETRY_LATER
from api.http.representation import Representation, of_json


def status(context: Context) -> Representation:
    """Probe the database and return the health of the service; never cached."""
    database = context.service.database.probe()
    body = {
        "ok": database["ok"],
        "version": API_VERSION,
        "ts": datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "uptime": round(time.monotonic() - context.service.started, 3),
        "services": {"database": database},
    }
    if database["ok"]:
        return of_json(body, {"Cache-Control": "no-cache"})
    return of_json(body, {"Cache-Control": "no-store", **RETRY_LATER}, 503)
