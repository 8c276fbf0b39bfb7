"""Profile, clinic, research areas, services, curriculum vitae and the health of the service as JSON."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Any

from api.context import API_VERSION, Context
from api.errors import RETRY_LATER, ApiError
from api.formats.json_ld import JSON_LD_FORMAT
from api.http.response import Representation, json_bytes, of_json
from api.pages.schema_org import whole_graph
from db.file_format import DatabaseError


def clinic(context: Context) -> Representation:
    """The clinic with its other locations.

    Raises:
        ApiError: the profile has no clinic.
    """
    if not (values := context.store.document("clinic")):
        raise ApiError("not_found", "This profile has no clinic.")
    return of_json(values)


def research(context: Context) -> Representation:
    return of_json(context.store.document("research"))


def profile(context: Context) -> Representation:
    return of_json(context.api_profile)


def profile_jsonld(context: Context) -> Representation:
    body = json_bytes(whole_graph(context)) + b"\n"
    return Representation(body, JSON_LD_FORMAT.media_type)


def services(context: Context) -> Representation:
    return of_json({"services": context.store.services(context.params)})


def cv(context: Context) -> Representation:
    return of_json({"entries": context.store.cv(context.params)})


def status(context: Context) -> Representation:
    """Probe the database and return the health of the service; never cached."""
    database = probe(context)
    body = {
        "ok": database["ok"],
        "version": API_VERSION,
        "ts": datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "uptime": round(time.monotonic() - context.application.started, 3),
        "services": {"database": database},
    }
    headers = {"Cache-Control": "no-cache"}
    return of_json(body, headers) if database["ok"] else of_json(body, {**headers, **RETRY_LATER}, 503)


def probe(context: Context) -> dict[str, Any]:
    """Read the data version and row counts now; if the database cannot be read, return the reason."""
    try:
        return {"ok": True, "version": context.store.data_version(), **context.store.row_counts}
    except DatabaseError as error:
        return {"ok": False, "reason": error.reason}
