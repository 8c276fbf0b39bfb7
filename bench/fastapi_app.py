"""The list of publications as one would write it with FastAPI: the same rows, the same JSON, without validators."""

from __future__ import annotations

import os
import sqlite3
from typing import Any

# Installed in the environment of the peers only (requirements-bench.txt), where mypy does not run.
import orjson  # type: ignore[import-not-found]
from fastapi import FastAPI, Response  # type: ignore[import-not-found]

QUERY = """
select title, authors, journal, year, volume, issue, pages, doi, pubmed, url
from publications
order by year desc, id
limit 50
"""

connection = sqlite3.connect(f"file:{os.environ['PROFILE_DB']}?mode=ro&immutable=1", uri=True)
connection.row_factory = sqlite3.Row


async def publications() -> Any:
    found = [{name: row[name] for name in row.keys() if row[name] is not None} for row in connection.execute(QUERY)]  # noqa: SIM118
    return Response(orjson.dumps({"count": len(found), "publications": found}), media_type="application/json")


app = FastAPI()
app.add_api_route("/api/publications", publications)
