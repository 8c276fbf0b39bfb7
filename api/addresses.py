"""The address of an endpoint with its parameters."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import quote, urlencode

from api.query.query_string import query_value


@lru_cache(1024)  # lists contain the same DOIs again and again
def quoted(text: str) -> str:
    """Quote text for one segment of a path."""
    return quote(text, safe="")


def address(path: str, values: Mapping[str, Any]) -> str:
    """Fill values into the braces of an endpoint's path. Other values become the query."""
    query = {}
    for name, value in values.items():
        place = f"{{{name}}}"
        if place in path:
            path = path.replace(place, quoted(str(value)))
        else:
            query[name] = query_value(value)
    return f"{path}?{urlencode(query)}" if query else path
