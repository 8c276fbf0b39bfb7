"""The address of an endpoint with its parameters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlencode

from api.query.query_string import query_value

# RFC 3986, section 2.3
UNRESERVED_OR_SLASH = re.compile("[A-Za-z0-9._~/-]*")


def quoted(text: str) -> str:
    """Quote text for one segment of a path. Quick if only slashes need it, as in most DOIs."""
    return text.replace("/", "%2F") if UNRESERVED_OR_SLASH.fullmatch(text) else quote(text, safe="")


def address(path: str, values: Mapping[str, Any]) -> str:
    """Fill values into the braces of an endpoint's path. Other values become the query."""
    query = {}
    for name, value in values.items():
        if f"{{{name}}}" in path:
            path = path.replace(f"{{{name}}}", quoted(str(value)))
        else:
            query[name] = query_value(value)
    return f"{path}?{urlencode(query)}" if query else path
