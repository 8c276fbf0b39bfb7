"""Rules for text: Hebrew, regular expressions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.messages import quote


def hebrew(value: str) -> Iterator[str]:
    """Require at least one Hebrew letter."""
    if not any("א" <= char <= "ת" for char in value):
        yield f"Expected Hebrew text, got {quote(value)}. Write it in Hebrew, or leave it empty."


def regex(value: str) -> Iterator[str]:
    """Require a regular expression, as Python reads it."""
    try:
        re.compile(value)
    except (re.error, OverflowError, RecursionError):
        yield f"{quote(value)} is not a valid regular expression."
