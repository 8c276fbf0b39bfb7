"""The list of publications as one would write it with FastAPI and orjson: the same rows as JSON, without ETag or cache."""

from __future__ import annotations

import os
import sqlite3
from typing import Any

import orjson
from fastapi import FastAPI, Response

QUERY = """
select title, authors, journal, year, volume, issue, pages, doi, pubmed, url
from publications order by year desc, id limit 50
"""
app = FastAPI()
connection = sqlite3.connect(f"file:{os.environ['PROFILE_DB']}?mode=ro&immutable=1", uri=True)
connection.row_factory = sqlite3.Row


async def publications() -> Any:
    rows = [{name: value for name, value in dict(row).items() if value is not None} for row in connection.execute(QUERY)]
    return Response(orjson.dumps({"count": len(rows), "publications": rows}), media_type="application/json")


app.add_api_route("/api/publications", publications)
