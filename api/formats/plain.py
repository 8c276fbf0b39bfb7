"""Text that readers leave as it is: on one line, and with nothing in it that looks like markup and is none."""

from __future__ import annotations

import re

# Many readers decode entities and drop tags in titles. WORD JOINER shows nothing, and after it neither is one.
WORD_JOINER = "\u2060"
LOOKS_LIKE_MARKUP = re.compile(r"&(?=#?[0-9A-Za-z]+;)|<(?=/?[A-Za-z])")
# The ends of a line, in files and in Python's str.splitlines, and other controls.
CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


def plain(text: str) -> str:
    """The text on one line, in which what only looks like markup is none."""
    if "&" in text or "<" in text:
        text = LOOKS_LIKE_MARKUP.sub(rf"\g<0>{WORD_JOINER}", text)
    return one_line(text)


def one_line(text: str) -> str:
    return text if text.isprintable() else CONTROLS.sub(" ", text)
