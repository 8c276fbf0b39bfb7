"""The response of an endpoint, before HTTP adds validators and compression."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson

JSON = "application/json; charset=utf-8"
PLAIN = "text/plain; charset=utf-8"
ATOM = "application/atom+xml; charset=utf-8"
HTML = "text/html; charset=utf-8"
MARKDOWN = "text/markdown; charset=utf-8"


@dataclass(frozen=True)
class Representation:
    """A response: its bytes, media type, further headers and status."""

    body: bytes
    media_type: str = JSON
    headers: Mapping[str, str] = field(default_factory=dict)
    status: int = 200


def json_text(value: Any) -> str:
    """Return JSON as the specification wants it: unescaped UTF-8, indented by 2 spaces."""
    return orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()


def of_json(value: Any, headers: Mapping[str, str] | None = None, status: int = 200, media_type: str = JSON) -> Representation:
    """Return the representation of a JSON value."""
    return Representation(json_text(value).encode(), media_type, headers or {}, status)
