"""Authors in the form of the list, which is PubMed's (Citing Medicine, 2nd edition, chapter 1).

This module takes ``Family GI, van der Family GI Jr, Example Group, et al`` apart, for formats that separate family name and
initials. It keeps a name whole unless it is certainly a person's: the original spelling is never wrong. ``bibliography.names``
converts names from exports and registries, which have any form, to this form; it shares the words and tests below.
``db.publication.owner`` compares authors with the owner's full name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from db.text import NO_BREAK_SPACE, letters, normalize

AUTHOR_SEPARATOR = ", "
CUT_OFF = "et al"
CUTS_OFF = frozenset((CUT_OFF, "et al."))
SUFFIXES = frozenset(("Jr", "Sr", "Filho", "II", "III", "IV", "2nd", "3rd", "4th", "5th"))
MAX_INITIALS = 4
# Letters of any script and the characters between them. Other characters occur only in footnotes and organizations.
FAMILY_NAME = re.compile(r"['’‘ʼ]?[^\W\d_](?:[^\W\d_]|[\u0300-\u036f'’‘ʼ.·\-‐‑ ])*")
# Words that don't occur in names of persons. Exceptions are capitalized or come first: Bar-On, Nguyen The, Force T.
COLLECTIVE = (
    r"\b(?:(?i:group|groups|consortium|collaborat\w+|investigators?|committee|society|network|registry|association"
    r"|organi[sz]ation|team|trials?|trialists|study|studies|initiative|cent(?:er|re)|institut\w*|universit\w+|department|ministry"
    r"|council|foundation|federation|agency|alliance|academy|panel|forces|(?<= )(?:force|board|college)|unit|corps|programme?"
    r"|project|partners?|hospital|clinic|biobank|company|inc|ltd|llc|gmbh|behalf|gruppe|groupe|grupo|gruppo|gesellschaft|société"
    r"|sociedad)|for|of|the|on|and)\b|&"
)
# Titles before a name, normalized, without punctuation. A title that ends in a period here always needs the period.
TITLES = frozenset((
    "dr", "prof", "professor", "doctor", "mr", "mrs", "ms", "mx", "sir", "dame",
    "pd", "dipl", "univ", "univprof", "priv", "privdoz", "doz", "apl", "ao", "mag.", "professorin",
    "lic.", "msc", "mgr", "pr", "pre", "dre", "docteur", "docteure", "professeur", "professeure",
    "dra", "doctora", "profesor", "profesora", "licda.", "lcda.", "lcdo.", "psic.",
    "dott", "dottore", "dottoressa", "professore", "professoressa", "lek.", "doc.", "mudr", "mddr", "mvdr", "phdr", "rndr",
    "проф", "профессор", "др", "доктор", "доцент", "доц.", "кмн", "дмн", "канд.", "דר", "פרופ", "פרופסור", "דוקטור",
    "د.", "ا.", "اد", "دكتور", "دكتورة", "الدكتور", "الدكتورة", "بروفيسور", "بروفيسورة", "البروفيسور", "البروفيسورة",
    "الاستاذ", "الاستاذة",
))  # fmt: skip
# Words that continue titles, in addition to lower-case words that end in a period: Dr. med. et phil., Dr rer nat, Dr. Ing.
CONTINUATIONS = frozenset(("et", "und", "med", "dent", "vet", "rer", "nat", "phil", "habil", "hc", "mult", "наук", "Ing", "Ing."))
# A cache for functions that take a name, because co-authors recur.
name_cache = lru_cache(1 << 14)


class Author(NamedTuple):
    """An author: a person with initials, or an organization or another name in one piece (``literal``)."""

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
        return self.literal and is_collective(self.name)

    @property
    def given(self) -> str:
        """The initials with periods: ``G. I.``."""
        return " ".join([f"{initial}." for initial in self.initials])

    @property
    def inverted(self) -> str:
        """``Family, G. I.`` or ``Family, G. I., Jr``; the whole name if it is in one piece."""
        return self.name if self.literal else ", ".join(filter(None, (self.family, self.given, self.suffix)))


@name_cache
def is_collective(name: str) -> bool:
    """Whether a name has words that only names of organizations have."""
    return bool(re.search(COLLECTIVE, name))  # compiled on first use: compiling it would add 3% to the startup time


def split_authors(authors: str) -> list[str]:
    """Split a list at its separators, without ``et al``."""
    listed = [name for name in authors.split(AUTHOR_SEPARATOR) if name]
    if len(listed) > 1 and listed[-1] in CUTS_OFF:
        listed.pop()
    return listed or [authors]


def is_cut_off(authors: str) -> bool:
    """Whether a list ends with ``et al``."""
    before, _, last = authors.rpartition(AUTHOR_SEPARATOR)
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
    if is_initials(initials) and is_family(family) and not is_collective(family):
        return Author(name, family, initials, suffix)
    return Author(name)


def is_initials(word: str) -> bool:
    return len(word) <= MAX_INITIALS and word.isalpha() and word == word.upper() != word.lower()


def is_family(text: str) -> bool:
    """Whether a text can be a family name; False if it ends with a suffix, because then the name has another order."""
    return bool(FAMILY_NAME.fullmatch(text)) and not (" " in text and text.split(" ")[-1].rstrip(".") in SUFFIXES)


def count_titles(words: Sequence[str]) -> int:
    """Number of titles before a name: 3 for ``Prof. Dr. med. Jörg Weißgerber``. The last word is never a title."""
    count = 0
    while count < len(words) - 1 and (is_title(words[count]) or (count and continues_title(words[count]))):
        count += 1
    # In PD James, PD are initials; in PD Anna Weber, a title.
    return 0 if count == 1 and len(words) == 2 and is_initials(words[0]) else count


def is_title(word: str) -> bool:
    """Whether a word is one or more titles: ``Dr.``, ``Univ.-Prof.``, ``Dr.med.``. ``P.D.`` are initials."""
    if {normalize(word), letters(word)} & TITLES:
        return not (word.isupper() and "." in word[:-1])
    first, *others = word.split(".")
    are_titles = (not part or part.islower() or part.startswith("-") or is_title(part) for part in others)
    return letters(first) in TITLES and all(are_titles)


def continues_title(word: str) -> bool:
    return word in CONTINUATIONS or (word.islower() and word.endswith("."))


def split_titles(name: str) -> tuple[list[str], list[str]]:
    """Split a person's name into its titles and the words after them."""
    listed = name.split()
    count = count_titles(listed)
    return listed[:count], listed[count:]


def without_titles(name: str) -> list[str]:
    """The words of a person's name (``Dr. Given Family, MD``) without titles and degrees."""
    return split_titles(name.partition(",")[0])[1]


def unbroken_titles(titles: Sequence[str]) -> list[str]:
    """Join the words of each title with a space at which no line breaks: ``Prof.``, ``Dr. med.`` and ``Dr. h. c.``"""
    return join_words(titles, lambda index: titles[index][0].islower())


def unbroken_particles(names: Sequence[str]) -> list[str]:
    """Join each particle of a name and the word after it with a space at which no line breaks: ``van der Hoeven`` is one word."""
    return join_words(names, lambda index: names[index - 1].isalpha() and names[index - 1].islower())


def join_words(words: Sequence[str], continues: Callable[[int], bool]) -> list[str]:
    """Join each word that continues the one before it with a no-break space."""
    joined: list[str] = []
    for index, word in enumerate(words):
        if joined and continues(index):
            joined[-1] += f"{NO_BREAK_SPACE}{word}"
        else:
            joined.append(word)
    return joined
