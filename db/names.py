"""The authors of a publication, taken apart for formats that keep family name and initials in two places.

The list is text in the form of PubMed (Citing Medicine, 2nd edition, chapter 1): ``Family GI, van der Family GI Jr, Example
Study Group, et al``. Whatever is no person for certain stays one text: a name that is shown as it was written is never wrong.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

SEPARATOR = ", "
CUT_OFF = "et al"
CUTS_OFF = frozenset((CUT_OFF, "et al."))
SUFFIXES = frozenset(("Jr", "Sr", "Filho", "II", "III", "IV", "2nd", "3rd", "4th", "5th"))
MOST_INITIALS = 4
# Letters of any script with what stands between them; other signs are found in footnotes and organisations.
FAMILY = re.compile(r"['’‘ʼ]?[^\W\d_](?:[^\W\d_]|[\u0300-\u036f'’‘ʼ.·\-‐‑ ])*")
# Words that no person is called by.
COLLECTIVE = re.compile(
    r"\b(?:group|groups|consortium|collaborat\w+|investigators?|committee|society|network|registry|association|organi[sz]ation|team"
    r"|trial|trialists|study|studies|initiative|cent(?:er|re)|institut\w*|universit\w+|department|ministry|council|foundation"
    r"|federation|agency|college|academy|board|panel|force|programme?|project|partners?|hospital|clinic|company|inc|ltd|for|of|the|on"
    r"|behalf|and|gruppe|groupe|grupo|gruppo|gesellschaft|société|sociedad)\b",
    re.IGNORECASE,
)
# How many names are kept in the form of each format: co-authors come again.
REMEMBERED = 1 << 14


@dataclass(frozen=True)
class Person:
    """An author: a person with initials, or an organisation or another name that is kept whole (``literal``)."""

    name: str
    family: str = ""
    initials: str = ""
    suffix: str = ""

    @property
    def literal(self) -> bool:
        return not self.initials

    @property
    def collective(self) -> bool:
        """Whether the name is that of an organisation for certain."""
        return self.literal and bool(COLLECTIVE.search(self.name))

    @property
    def given(self) -> str:
        """The initials as given names are written: ``G. I.``."""
        return " ".join([f"{initial}." for initial in self.initials])


def names(authors: str) -> list[str]:
    """The single names of a list, without the words that say that it goes on."""
    found = authors.split(SEPARATOR)
    if found[-1] in CUTS_OFF and len(found) > 1:
        found.pop()
    return found if "" not in found else list(filter(None, found)) or [authors]


def is_cut_off(authors: str) -> bool:
    """Whether a list says that there are more authors than it names."""
    before, _, last = authors.rpartition(SEPARATOR)
    return last in CUTS_OFF and bool(before)


def people(authors: str) -> list[Person]:
    """The authors of a list, in its order."""
    return list(map(person, names(authors)))


@lru_cache(REMEMBERED)
def person(name: str) -> Person:
    """One name taken apart: the family name with its particles, then initials, then a suffix that may be missing."""
    words = name.split(" ")
    suffix = words.pop() if len(words) > 2 and words[-1] in SUFFIXES and is_initials(words[-2]) else ""
    initials = words.pop()
    family = " ".join(words)
    if is_initials(initials) and is_family(family) and not COLLECTIVE.search(name):
        return Person(name, family, initials, suffix)
    return Person(name)


def is_initials(word: str) -> bool:
    return len(word) <= MOST_INITIALS and word.isalpha() and word == word.upper() != word.lower()


def is_family(text: str) -> bool:
    """Whether a text can be a family name; one that ends with a suffix is a name in another order."""
    return bool(FAMILY.fullmatch(text)) and not (" " in text and text.split(" ")[-1].rstrip(".") in SUFFIXES)
