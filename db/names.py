"""Parse author lists for formats that separate family name and initials.

A list has PubMed's form (Citing Medicine, 2nd edition, chapter 1): ``Family GI, van der Family GI Jr, Example Group, et al``.
A name that isn't certainly a person's is kept whole: the original spelling is never wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from db.text import normalize, words

SEPARATOR = ", "
CUT_OFF = "et al"
CUTS_OFF = frozenset((CUT_OFF, "et al."))
SUFFIXES = frozenset(("Jr", "Sr", "Filho", "II", "III", "IV", "2nd", "3rd", "4th", "5th"))
MOST_INITIALS = 4
# Letters of any script and the characters between them. Other characters occur in footnotes and organizations.
FAMILY = re.compile(r"['’‘ʼ]?[^\W\d_](?:[^\W\d_]|[\u0300-\u036f'’‘ʼ.·\-‐‑ ])*")
# Words that don't occur in names of persons. Some do, if they are capitalized or come first: Bar-On, Nguyen The, Force T.
COLLECTIVE = re.compile(
    r"\b(?:(?i:group|groups|consortium|collaborat\w+|investigators?|committee|society|network|registry|association"
    r"|organi[sz]ation|team|trials?|trialists|study|studies|initiative|cent(?:er|re)|institut\w*|universit\w+|department|ministry"
    r"|council|foundation|federation|agency|alliance|academy|panel|forces|(?<= )(?:force|board|college)|unit|corps|programme?"
    r"|project|partners?|hospital|clinic|biobank|company|inc|ltd|llc|gmbh|behalf|gruppe|groupe|grupo|gruppo|gesellschaft|société"
    r"|sociedad)|for|of|the|on|and)\b|&"
)
# Words before a name that are not part of it, without the punctuation that follows.
TITLES = frozenset(("dr", "prof", "professor", "doctor", "mr", "mrs", "ms", "mx", "sir", "dame", "דר", "פרופ", "פרופסור"))
# Periods, quotes and gershayim, which a title may have.
TITLE_MARKS = str.maketrans("", "", ".'\"׳״’”")
# Decorates functions of a name with a cache, because co-authors recur.
name_cache = lru_cache(1 << 14)


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
        """Whether the name is certainly an organization's."""
        return self.literal and bool(COLLECTIVE.search(self.name))

    @property
    def given(self) -> str:
        """The initials in the form of given names: ``G. I.``."""
        return " ".join([f"{initial}." for initial in self.initials])


def names(authors: str) -> list[str]:
    """Return the names of a list, without ``et al``."""
    listed = [name for name in authors.split(SEPARATOR) if name]
    if len(listed) > 1 and listed[-1] in CUTS_OFF:
        listed.pop()
    return listed or [authors]


def is_cut_off(authors: str) -> bool:
    """Whether a list ends with ``et al``."""
    before, _, last = authors.rpartition(SEPARATOR)
    return last in CUTS_OFF and bool(before)


def all_names(authors: str) -> list[str]:
    """Return the names of a list, with ``et al`` as one more: most formats cannot mark a list as cut off."""
    return ([*names(authors), CUT_OFF] if is_cut_off(authors) else names(authors)) if authors else []


def people(authors: str) -> list[Person]:
    """Return the authors of a list, in its order."""
    return list(map(person, names(authors)))


@name_cache
def person(name: str) -> Person:
    """Parse a name: the family name with its particles, the initials, and an optional suffix."""
    parts = name.split(" ")
    suffix = parts.pop() if len(parts) > 2 and parts[-1] in SUFFIXES and is_initials(parts[-2]) else ""
    initials = parts.pop()
    family = " ".join(parts)
    if is_initials(initials) and is_family(family) and not COLLECTIVE.search(family):
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
    listed = without_titles(name) or [name]
    return "".join([word[0] for word in (listed[0], *listed[1:][-1:])]).upper()


def family_and_given(name: str, variants: Iterable[str] = ()) -> tuple[list[str], list[str]]:
    """Return the words of the family name and of the given names of a person (``Dr. Given Family, MD``).

    The family name is the last word with its particles, or the end of the name that is a family name in one of ``variants``.
    """
    listed = without_titles(name)
    size = 1
    while size < len(listed) - 1 and listed[-size - 1].islower() and not name.islower():
        size += 1
    families = {plain(family) for family, _ in map(listed_name, variants)}
    if families:  # a search has none, and its words must not fill the cache
        size = max([size, *(count for count in range(1, len(listed)) if plain(" ".join(listed[-count:])) in families)])
    return listed[-size:], listed[:-size]


def listed_name(variant: str) -> tuple[str, list[str]]:
    """Return the family name, and the given names or initials, of a name with its family name first; nothing for other names."""
    family, comma, given = variant.partition(",")
    if comma:
        return family, words(given)
    author = person(variant.replace(".", ""))
    return author.family, [word[0] for word in words(" ".join(author.initials))]


@name_cache
def plain(name: str) -> str:
    """Return only the letters of a name, for comparison regardless of accents, hyphens and spaces."""
    return "".join(words(name))


class Owner:
    """The owner of a profile, who is the author with the same family name and given names that contradict no known form.

    The forms come from ``name``, ``nameHebrew`` and ``nameVariants``. An author may have the words in any order, initials or
    whole given names, and initials that no form has: Gofrit ON is Ofer Gofrit.
    """

    def __init__(self, profile: Mapping[str, Any]) -> None:
        self.forms: dict[str, list[list[str]]] = {}
        variants = profile.get("nameVariants") or []
        full_names = [profile.get("name", ""), profile.get("nameHebrew", "")]
        for variant in variants:
            family, given = listed_name(variant)
            if family:
                self.forms.setdefault(plain(family), []).append(given)
            else:
                full_names.append(variant)
        for name in filter(plain, full_names):
            last, first = family_and_given(name, variants)
            self.forms.setdefault(plain(" ".join(last)), []).append(words(" ".join(first)))

    @property
    def listed(self) -> list[str]:
        """The forms as a list of authors has them, in small letters: ``example nb``."""
        return [f"{family} {''.join(word[0] for word in given)}" for family, forms in self.forms.items() for given in forms]

    def among(self, authors: Sequence[str]) -> list[int]:
        """Return the positions of the owner in a list of names: of several, those with the fewest initials that no form has."""
        unknown = {number: self.unknown_initials(author) for number, author in enumerate(authors)}
        least = min([count for count in unknown.values() if count is not None], default=0)
        return [number for number, count in unknown.items() if count == least]

    def unknown_initials(self, author: str) -> int | None:
        """Return how many given names of an author no form has; None if the author is not the owner."""
        for given, forms in self.same_family(author):
            if given in forms or all(map(partial(agree, given), forms)):
                return max(0, len(given) - max(map(len, forms)))
        return None

    def may_be(self, author: str) -> bool:
        """Return whether an author has the family name and the first initial of the owner, but perhaps other given names."""
        return any(all(agree(given[:1], form[:1]) for form in forms) for given, forms in self.same_family(author))

    def same_family(self, author: str) -> Iterator[tuple[list[str], list[list[str]]]]:
        """Yield the given names of an author who has a family name of the owner, and the owner's given names with it."""
        letters = plain(author)
        for family, forms in self.forms.items():
            if family in letters and (given := given_names(author, family)) is not None:
                yield given, forms


def given_names(author: str, family: str) -> list[str] | None:
    """Return the given names or initials of an author; None if the author has another family name than ``family``."""
    family_name, given = listed_name(author)
    if family_name:
        return given if plain(family_name) == family else None
    if person(author).collective:
        return None
    parts = words(" ".join(without_titles(author)))
    for count in range(1, len(parts) + 1):
        if "".join(parts[-count:]) == family:
            return parts[:-count]
        if "".join(parts[:count]) == family:
            return parts[count:]
    return None


def agree(given: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether given names may be the same person's: each equals the other's or is its initial."""
    pairs = [sorted(pair, key=len) for pair in zip(given, other, strict=False)]
    return bool(given) == bool(other) and all(short in (long, long[0]) for short, long in pairs)
