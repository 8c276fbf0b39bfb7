"""Plain text in Markdown."""

from __future__ import annotations

import re
from typing import Any

# CommonMark 0.31, section 2.4: punctuation can be escaped with a backslash, line endings cannot.
PUNCTUATION = re.compile(r"([\\`*_\[\]<>#|~&!])")
WHITESPACE = re.compile(r"\s+")
# These start a list or a heading, but only at the beginning of a line.
BLOCK_START = re.compile(r"^([-+=]|[0-9]{1,9}(?=[.)]))")


def escape_markdown(value: Any) -> str:
    """Return Markdown that shows a text literally, on one line."""
    line = PUNCTUATION.sub(r"\\\1", WHITESPACE.sub(" ", str(value)).strip())
    return BLOCK_START.sub(lambda match: f"\\{match[1]}" if not match[1].isdigit() else f"{match[1]}\\", line)
