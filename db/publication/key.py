"""The key of a publication: its name in addresses, citations and BibTeX, and its id in the feed if it has no DOI.

Documents cite publications by their keys, which must not change when other publications come or go. A key joins words
that people recognize to a short hash that makes it unique: ``example2021sonography-5cpvyqn4``. BibTeX, biber and pandoc accept
all its characters.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from db.publication.author import AUTHOR_SEPARATOR, name_cache, parse_author
from db.text import transliterate

MAX_PART_CHARACTERS = 30
TITLE_WORD = re.compile(f"[a-z]{{4,{MAX_PART_CHARACTERS}}}")
CITED_FIELDS = ("title", "authors", "journal", "year", "volume", "issue", "pages")
# Five bits per character (base 32, RFC 4648, section 6). Keys collide only if author, year, word and these 40 bits are all equal.
CHARACTERS = bytes(b"abcdefghijklmnopqrstuvwxyz234567"[code % 32] for code in range(256))
HASH_LENGTH = 8
# A key starts with a letter: otherwise BibTeX's tools would read it as a number.
LETTERS_FIRST = "ref"


def make_key(document: Mapping[str, Any]) -> str:
    """Make the key of a publication from nothing but its own values."""
    word = TITLE_WORD.search(transliterate(document["title"]))
    first = document["authors"].partition(AUTHOR_SEPARATOR)[0]
    readable = f"{readable_family(first)}{document['year']}{word[0] if word else ''}"
    if not readable[0].isalpha():
        readable = LETTERS_FIRST + readable
    digest = sha256(hashed_text(document).encode()).digest()
    return f"{readable}-{digest[:HASH_LENGTH].translate(CHARACTERS).decode()}"


@name_cache
def readable_family(name: str) -> str:
    """The family name of a person, or the first word of any other name."""
    text = transliterate(parse_author(name).family or name.split(" ", 1)[0])
    return "".join(char for char in text if char.isascii() and char.isalnum())[:MAX_PART_CHARACTERS]


def hashed_text(document: Mapping[str, Any]) -> str:
    """The DOI, ignoring case (DOI Handbook, section 2.4); without a DOI, the fields that citations give."""
    if doi := document.get("doi"):
        return str(doi).lower()
    return "\n".join([str(document.get(name, "")) for name in CITED_FIELDS])
