"""Minimal applications to compare with. Each function imports its own framework only, to start as fast as it can."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path
from typing import Any

QUERY = """
select title, authors, journal, year, volume, issue, pages, doi, pubmed, url
from publications order by year desc, id limit 50
"""


def constant() -> Any:
    """Make a minimal WSGI application that always returns a recorded response."""
    headers, text = json.loads(Path(os.environ["BENCH_RESPONSE"]).read_bytes())
    fields, body = [(name, value) for name, value in headers], text.encode()

    def application(environ: dict[str, Any], start_response: Any) -> tuple[bytes]:
        start_response("200 OK", fields[:])
        return (body,)

    return application


def bare_falcon() -> Any:
    """Make a minimal Falcon application with one endpoint."""
    import falcon

    class Hello:
        def on_get(self, _: falcon.Request, response: falcon.Response) -> None:
            response.media = {"hello": "world"}

    application = falcon.App()
    application.add_route("/api/publications", Hello())
    return application


def fastapi() -> Any:
    """Make the usual FastAPI and orjson application for the list of publications: the same rows, without ETag or cache."""
    import orjson
    from fastapi import FastAPI, Response

    connection = sqlite3.connect(f"file:{os.environ['PROFILE_DB']}?mode=ro&immutable=1", uri=True)
    connection.row_factory = sqlite3.Row

    async def publications() -> Any:
        rows = [{name: value for name, value in dict(row).items() if value is not None} for row in connection.execute(QUERY)]
        return Response(orjson.dumps({"count": len(rows), "publications": rows}), media_type="application/json")

    application = FastAPI()
    application.add_api_route("/api/publications", publications)
    return application
