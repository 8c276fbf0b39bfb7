"""Citation keys: by which a document cites a publication, so they must not change when others come or go.

A key is made of what people know a publication by, and of a few characters of a hash over what tells it from all others:
``example2021sonography-5cpvyqn4``. It has characters only that BibTeX, biber and pandoc take in a key.
"""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import sha256

from api.formats.format import Publication
from db.names import REMEMBERED, SEPARATOR, person
from db.text import transliterate

NOT_IN_KEYS = re.compile("[^a-z0-9]+")
LONGEST = 30
WORD = re.compile(f"[a-z]{{4,{LONGEST}}}")
IDENTITY = ("title", "authors", "journal", "year", "volume", "issue", "pages")
# Five bits each, the digits and letters of base 32 (RFC 4648, section 6): with 40 bits, two keys are the same hardly once in a
# million lists of a million publications, for they must have author, year and word in common as well.
CHARACTERS = bytes(b"abcdefghijklmnopqrstuvwxyz234567"[code % 32] for code in range(256))
LENGTH_OF_HASH = 8
# A key begins with a letter, or BibTeX's tools take it for a number.
WITHOUT_NAME = "ref"


def citation_key(publication: Publication) -> str:
    """The key of a publication, made of nothing but its own values."""
    word = WORD.search(transliterate(publication["title"]))
    first = publication["authors"].partition(SEPARATOR)[0]
    readable = f"{author(first)}{publication['year']}{word[0] if word else ''}"
    if not readable[0].isalpha():
        readable = WITHOUT_NAME + readable
    digest = sha256(identity(publication).encode()).digest()
    return f"{readable}-{digest[:LENGTH_OF_HASH].translate(CHARACTERS).decode()}"


@lru_cache(REMEMBERED)
def author(name: str) -> str:
    """The family name of a person, or the first word of another name."""
    return NOT_IN_KEYS.sub("", transliterate(person(name).family or name.split(" ", 1)[0]))[:LONGEST]


def identity(publication: Publication) -> str:
    """What tells a publication from others: what it is cited by, or its DOI, in any case (DOI Handbook, section 2.4)."""
    if doi := publication.get("doi"):
        return str(doi).lower()
    return "\n".join([str(publication.get(name, "")) for name in IDENTITY])
