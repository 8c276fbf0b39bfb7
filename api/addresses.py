"""The address of an endpoint with its parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import quote, urlencode

from api.query.query_string import query_value


def endpoint_address(path: str, params: Mapping[str, Any]) -> str:
    """Fill values into the braces of an endpoint's path. Other values become the query."""
    query = {}
    for name, value in params.items():
        if f"{{{name}}}" in path:
            path = path.replace(f"{{{name}}}", quote(str(value), safe=""))
        else:
            query[name] = query_value(value)
    return f"{path}?{urlencode(query)}" if query else path


@lru_cache(1000)  # the API's lists have the addresses of the same publications again and again
def publication_path(address: Callable[[str, Mapping[str, Any]], str], identifier: str) -> str:
    """The path of a publication's page. ``address`` differs between servers and static sites."""
    return address("/publications/{doi}", {"doi": identifier})
