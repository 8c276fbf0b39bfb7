"""The list of publications as the API returns it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def wrapped(rows: Sequence[Mapping[Any, Any]], total: int) -> dict[str, Any]:
    """Return a page of the list as the API wraps it."""
    return {"count": len(rows), "publications": rows, "total": total}
