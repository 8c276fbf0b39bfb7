"""Text as exports have it, with entities, tags and odd blanks, into text as people write it."""

from __future__ import annotations

import html
import re
import unicodedata

# The tags that publishers leave in titles: HTML, JATS, MathML. Other "<" are what they say, as in p<0.05.
TAG = re.compile(
    r"</?(?:(?:jats|mml|m|xhtml):[A-Za-z]+|i|b|u|em|strong|sub|sup|inf|sc|scp|small|span|font|br|p|div|title|bold|italic|underline"
    r"|roman|sans-serif|monospace|tt|a|section|math|m[inos]|mrow|msub|msup|mtext|mfrac|mover|munder|mspace|mstyle|nobr)"
    r"(?:\s+[\w:-]+\s*=[^<>]*)?\s*/?>",
    re.IGNORECASE,
)
BLOCK_TAG = re.compile(r"</?(?:br|p|div|title|jats:p|jats:title)\b[^<>]*>", re.IGNORECASE)
# What shows nothing: soft hyphens, zero-width characters, byte order marks, controls.
INVISIBLE = re.compile("[\u00ad\u200b\u200c\u2060\ufeff\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")
# Old browsers also took entities without a semicolon; in "?a=1&section=2" and "R&D" none is meant.
ENTITY = re.compile(r"&(?:#\d+|#[xX][0-9A-Fa-f]+|[A-Za-z][A-Za-z0-9]*);")
MOST_DECODINGS = 3


def unescaped(text: str) -> str:
    """The text with the characters that HTML entities stand for."""
    return ENTITY.sub(lambda entity: html.unescape(entity[0]), text)


def plain(text: str) -> str:
    """The text without entities, tags and invisible characters, blanks folded to one, in Unicode's form NFC.

    Some exports encode twice (``&amp;lt;i&amp;gt;``), so entities are decoded until none is left.
    """
    if "&" in text or "<" in text:
        for _ in range(MOST_DECODINGS):
            text, before = unescaped(text), text
            if text == before:
                break
        text = TAG.sub("", BLOCK_TAG.sub(" ", text))
    text = INVISIBLE.sub("", text)
    return unicodedata.normalize("NFC", " ".join(text.split()))


def title(text: str) -> str:
    """A title, without the full stop that some databases put at its end; an ellipsis stays."""
    text = plain(text)
    return text[:-1].rstrip() if text.endswith(".") and not text.endswith("..") else text
