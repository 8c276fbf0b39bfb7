"""Authors in the form of the list, which is PubMed's (Citing Medicine, 2nd edition, chapter 1).

This module takes ``Family GI, van der Family GI Jr, Example Group, et al`` apart, for formats that separate family name and
initials. A name that isn't certainly a person's is kept whole: the original spelling is never wrong. Names of any other form, as
exports and registries have them, are guessed at by ``pipeline.references.names``, which brings them into this form; it shares the
words and tests below. ``db.publication.owner`` compares authors with the owner's full name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from db.text import normalize

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
class Author:
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


def split_authors(authors: str) -> list[str]:
    """Split a list at its separators, without ``et al``."""
    listed = [name for name in authors.split(SEPARATOR) if name]
    if len(listed) > 1 and listed[-1] in CUTS_OFF:
        listed.pop()
    return listed or [authors]


def is_cut_off(authors: str) -> bool:
    """Whether a list ends with ``et al``."""
    before, _, last = authors.rpartition(SEPARATOR)
    return last in CUTS_OFF and bool(before)


def all_names(authors: str) -> list[str]:
    """Split a list, with ``et al`` as one more name: most formats cannot mark a list as cut off."""
    return ([*split_authors(authors), CUT_OFF] if is_cut_off(authors) else split_authors(authors)) if authors else []


def parse_authors(authors: str) -> list[Author]:
    return list(map(parse_author, split_authors(authors)))


@name_cache
def parse_author(name: str) -> Author:
    """Parse a name: the family name with its particles, the initials, and an optional suffix."""
    parts = name.split(" ")
    suffix = parts.pop() if len(parts) > 2 and parts[-1] in SUFFIXES and is_initials(parts[-2]) else ""
    initials = parts.pop()
    family = " ".join(parts)
    if is_initials(initials) and is_family(family) and not COLLECTIVE.search(family):
        return Author(name, family, initials, suffix)
    return Author(name)


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
