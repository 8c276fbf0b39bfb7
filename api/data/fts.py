"""Searches by words, as SQLite's full-text index takes them (https://www.sqlite.org/fts5.html, section 3).

What a person typed is taken apart into words, and each word stands in quotation marks: no sign and no word of it is an operator.
"""

from __future__ import annotations

from db.text import words


def all_words(text: str) -> str:
    """Finds what has every word of the text, and a word that begins with the last one; "" where the text has no word."""
    quoted = [f'"{word}"' for word in words(text)]
    return " ".join([*quoted[:-1], f"{quoted[-1]} *"]) if quoted else ""


def phrase(text: str) -> str:
    """Finds what has the words of the text one after the other, the last one perhaps going on; "" where the text has no word."""
    found = words(text)
    return f'"{" ".join(found)}" *' if found else ""
