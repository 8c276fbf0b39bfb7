"""Regular expressions of the schema: Python matches the software's patterns, RE2 the owner's.

Python takes exponential time for a pattern such as ``(a+)+$``. RE2 takes linear time for every pattern that it accepts.
"""

from __future__ import annotations

import re
from typing import Any


class OwnPattern(str):
    """A pattern from the owner's descriptor."""

    __slots__ = ()


def compile_pattern(pattern: str) -> Any:
    """Compile a pattern to an object with the methods ``search`` and ``fullmatch``.

    Raises:
        ValueError: RE2 rejects the owner's pattern; the message says why.
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


def whole_pattern(pattern: str) -> str:
    """Make a pattern match whole texts, also in JSON Schema. An owner's pattern stays an owner's."""
    return type(pattern)(f"^(?:{pattern})$")
