"""Parse author lists for formats that separate family name and initials.

A list has PubMed's form (Citing Medicine, 2nd edition, chapter 1): ``Family GI, van der Family GI Jr, Example Group, et al``.
A name that isn't certainly a person's is kept whole: the original spelling is never wrong.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from db.text import letters, normalize

SEPARATOR = ", "
CUT_OFF = "et al"
CUTS_OFF = frozenset((CUT_OFF, "et al."))
SUFFIXES = frozenset(("Jr", "Sr", "Filho", "II", "III", "IV", "2nd", "3rd", "4th", "5th"))
MOST_INITIALS = 4
# Letters of any script and the characters between them. Other characters occur in footnotes and organizations.
FAMILY = re.compile(r"['’‘ʼ]?[^\W\d_](?:[^\W\d_]|[\u0300-\u036f'’‘ʼ.·\-‐‑ ])*")
# Words that don't occur in names of persons.
COLLECTIVE = re.compile(
    r"\b(?:group|groups|consortium|collaborat\w+|investigators?|committee|society|network|registry|association|organi[sz]ation|team"
    r"|trials?|trialists|study|studies|initiative|cent(?:er|re)|institut\w*|universit\w+|department|ministry|council|foundation"
    r"|federation|agency|college|academy|board|panel|forces?|unit|corps|programme?|project|partners?|hospital|clinic|company|inc|ltd|for|of|the|on"
    r"|behalf|and|gruppe|groupe|grupo|gruppo|gesellschaft|société|sociedad)\b",
    re.IGNORECASE,
)
# Words before a name that are not part of it, without the punctuation that follows.
TITLES = frozenset(("dr", "prof", "professor", "doctor", "mr", "mrs", "ms", "mx", "sir", "dame", "דר", "פרופ", "פרופסור"))
# Periods, quotes and gershayim, which a title may have.
TITLE_MARKS = str.maketrans("", "", ".'\"׳״’”")
# Size of the caches of parsed names, because co-authors recur.
REMEMBERED = 1 << 14


@dataclass(frozen=True)
class Person:
    """An author: a person with initials, or an organization or another name that is kept whole (``literal``)."""

    name: str
    family: str = ""
    initials: str = ""
    suffix: str = ""

    @property
    def literal(self) -> bool:
        return not self.initials

    @property
    def collective(self) -> bool:
        """Whether the name is certainly that of an organization."""
        return self.literal and bool(COLLECTIVE.search(self.name))

    @property
    def given(self) -> str:
        """The initials in the form of given names: ``G. I.``."""
        return " ".join([f"{initial}." for initial in self.initials])


def names(authors: str) -> list[str]:
    """Return the names of a list, without ``et al``."""
    found = authors.split(SEPARATOR)
    if found[-1] in CUTS_OFF and len(found) > 1:
        found.pop()
    return found if "" not in found else list(filter(None, found)) or [authors]


def is_cut_off(authors: str) -> bool:
    """Whether a list ends with ``et al``."""
    before, _, last = authors.rpartition(SEPARATOR)
    return last in CUTS_OFF and bool(before)


def people(authors: str) -> list[Person]:
    """Return the authors of a list, in its order."""
    return list(map(person, names(authors)))


@lru_cache(REMEMBERED)
def person(name: str) -> Person:
    """Parse a name: the family name with its particles, the initials, and an optional suffix."""
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
    """Whether a text can be a family name. If it ends with a suffix, the name is in another order."""
    return bool(FAMILY.fullmatch(text)) and not (" " in text and text.split(" ")[-1].rstrip(".") in SUFFIXES)


def is_title(word: str) -> bool:
    return normalize(word.translate(TITLE_MARKS)) in TITLES


def without_titles(name: str) -> list[str]:
    """Return the words of a person's name (``Dr. Given Family, MD``) without titles and degrees."""
    return [word for word in name.partition(",")[0].split() if not is_title(word)]


def monogram(name: str) -> str:
    """Return the initials of the given and the family name of a person."""
    words = without_titles(name) or [name]
    return "".join([word[0] for word in (words[0], *words[1:][-1:])]).upper()


def listed_as(name: str) -> list[str]:
    """Return how author lists may write the name of a person: the family name with its particles, and one or more initials.

    ``listed_as("Dr. Anne-Marie van der Berg") == ["van der Berg A", "van der Berg AM"]``
    """
    *given, family = without_titles(name) or [name]
    while len(given) > 1 and given[-1].islower():
        family = f"{given.pop()} {family}"
    initials = [part[0].upper() for part in re.split("[ -]", " ".join(given)) if part]
    return [f"{family} {''.join(initials[:count])}" for count in range(1, len(initials) + 1)] or [family]


def owner_forms(profile: Mapping[str, Any]) -> list[str]:
    """Return how author lists may name the owner: as ``nameVariants``, in any usual form, or else as is made from the name."""
    variants = profile.get("nameVariants") or []
    full_names = [" ".join(reversed(variant.split(", "))) for variant in variants if person(variant).literal]
    full_names += [profile[field] for field in ("name", "nameHebrew") if field in profile and not variants]
    return [*variants, *(form for name in full_names for form in listed_as(name))]


def owner_names(profile: Mapping[str, Any]) -> frozenset[str]:
    """Return the forms of the owner's name, normalized."""
    return frozenset(map(normalize, owner_forms(profile)))


@lru_cache(REMEMBERED)
def same_person(one: str, other: str) -> bool:
    """Return whether names may be one person's: the same family name, and initials of which one continues the other."""
    first, second = person(one), person(other)
    if first.literal or second.literal:
        return letters(one) == letters(other)
    initials = sorted((first.initials, second.initials), key=len)
    return letters(first.family) == letters(second.family) and initials[1].startswith(initials[0])
