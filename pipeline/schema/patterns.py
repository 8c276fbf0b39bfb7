"""Regular expressions of the schema: Python matches the software's, RE2 the owner's.

Python takes exponential time for a pattern such as ``(a+)+$``. RE2 takes linear time for every pattern that it accepts.
"""

from __future__ import annotations

import re
from typing import Any


class OwnPattern(str):
    """A pattern of the owner's descriptor."""

    __slots__ = ()


def compile_pattern(pattern: str) -> Any:
    """Return an object with the methods ``search`` and ``fullmatch``.

    Raises:
        ValueError: RE2 refuses a pattern of the owner's; the message says why.
    """
    if not isinstance(pattern, OwnPattern):
        return re.compile(pattern)
    import re2  # only an owner's pattern needs it

    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(pattern, options)
    except re2.error as error:
        [reason] = error.args
        raise ValueError(reason.decode(errors="replace") if isinstance(reason, bytes) else str(reason)) from None


def whole(pattern: str) -> str:
    """Return a pattern that matches whole texts, as JSON Schema has it. It stays the owner's."""
    return type(pattern)(f"^(?:{pattern})$")
