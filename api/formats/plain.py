"""Text that readers of an export leave unchanged: one line, without anything that looks like markup."""

from __future__ import annotations

import re

# Many readers decode entities and drop tags in titles. An invisible WORD JOINER after "&" or "<" prevents both.
WORD_JOINER = "\u2060"
LOOKS_LIKE_MARKUP = re.compile(r"&(?=#?[0-9A-Za-z]+;)|<(?=/?[A-Za-z])")
# Control characters, and the line ends of str.splitlines.
CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


def plain(text: str) -> str:
    """Return text on one line in which nothing is read as markup."""
    if "&" in text or "<" in text:
        text = LOOKS_LIKE_MARKUP.sub(rf"\g<0>{WORD_JOINER}", text)
    return one_line(text)


def one_line(text: str) -> str:
    return text if text.isprintable() else CONTROLS.sub(" ", text)
