"""Rules for text: Hebrew, names of files, regular expressions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.messages import quote

IMAGE_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*\.(?:jpe?g|png|webp)", re.IGNORECASE)


def hebrew(value: str) -> Iterator[str]:
    """Require at least one Hebrew letter."""
    if not any("א" <= char <= "ת" for char in value):
        yield f"Expected Hebrew text, got {quote(value)}. Write it in Hebrew, or leave it empty."


def image_name(value: str) -> Iterator[str]:
    """Require the name of an image in the same folder."""
    if not IMAGE_NAME.fullmatch(value):
        yield (
            f"Expected the name of an image beside this file, got {quote(value)}. "
            "Use letters, digits, - and _, and the ending .jpg, .png or .webp."
        )


def regex(value: str) -> Iterator[str]:
    """Require a regular expression, as Python reads it."""
    try:
        re.compile(value)
    except (re.error, OverflowError, RecursionError):
        yield f"{quote(value)} is not a valid regular expression."
