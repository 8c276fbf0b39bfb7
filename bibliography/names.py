"""Names of authors in the form of the list, which is PubMed's (Citing Medicine, 2nd edition, chapter 1): ``Family GI``.

A name has one of three shapes: ``Family, Given``, ``Family GI`` or ``Given Family``. Anything else is kept whole. Notes tell the
owner what was left out of a name, or is doubtful.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import takewhile

from bibliography.values import change_case, strip_markup
from db.publication.author import (
    AUTHOR_SEPARATOR,
    CUT_OFF,
    MAX_INITIALS,
    count_titles,
    is_collective,
    is_initials,
    name_cache,
    parse_author,
)
from pipeline.wording import join_names, quote

# How exports abbreviate the end of a list of authors.
REST = re.compile(
    r"(?:^|(?<![\s,;])[\s,;]++)"
    r"(?:(?:(?:and |& ?)?\[?(?:et\.? ?al\.*+|…|\.{3,}+)\]? ?){1,5}|(?:and|&) others)$|^others$",
    re.IGNORECASE,
)
# Texts that programs write for a missing author, and separators of several authors in one name.
NOBODY = frozenset(("[Anonymous]", "N/A", "NA", "-", "–", "—"))
SEVERAL = ("…", "...", " - ", " – ", " — ")
AND = re.compile(r"(?:,? |\A)(?:and|&) ", re.IGNORECASE)
BETWEEN_INITIALS = str.maketrans(dict.fromkeys(".-‐‑‒–_~/", " "))
NOT_IN_NAMES = "*†‡§¶#⁰¹²³⁴⁵⁶⁷⁸⁹0123456789,;:"
VOWELS = frozenset("AEIOUY")
# With this many given names, a name could be several people's.
MANY_NAMES = 4
# Transliterated initials: one initial can have several Latin letters, as in IuIa.
TRANSLITERATED = re.compile(r"(?=[A-Z]*[a-z])(?:Shch|(?:[KSTZC]h|[DT]s|[DSZ]z|I[aeou]|Y[aeou]|[A-Z])(?![a-z])){2,4}")
Words = list[str]

# The words of each class, without punctuation. A word can have several classes, such as MD (a degree or initials): the words
# next to it decide. Doubtful particles can be given names; degrees, suffixes and PD can be initials. A pattern recognizes
# organizations.
WORDS_BY_CLASS = {
    "particle": "van von der den de del della di dos das do da du la le ter ten te zu zur zum af av el al bin ibn ben y e t d"
    " vander vom Van Von Der Den De Del Della Dos La Le Du Mc Ó",
    "doubtful particle": "Da Do Di Das Ter Ten El Al Bar Bat Ben Bin Ibn Abu Mac St Saint San Santa",
    "suffix": "Jr Sr JR SR jr sr II III IV 2nd 3rd 4th 5th",
    "degree": "MD DO RN PhD PHD PharmD DSc ScD MSc MSC BSc BSC DPhil MS BS MA BA MBA MPH DrPH MBBS DDS DMD DVM JD FRCP FRCS FRCPC"
    " FRCSC FACP FACS FACC FACR FRACP FRCA FRCPath MHA MHS MHSc Dr Prof",
    "initials": "Zs Sz Cs Gy Dz Ch Sh Kh Zh Th Ph Ts Iu Ia",  # besides capitals
}
PARTICLE_CLASSES = frozenset(("particle", "doubtful particle"))
ENDING_CLASSES = frozenset(("suffix", "degree"))
WORD_CLASSES = {name: frozenset(words.split()) for name, words in WORDS_BY_CLASS.items()}


@dataclass(frozen=True, slots=True)
class Name:
    """An author: a person, or a name that is kept whole as ``family``.

    ``given`` has the words that became ``initials``, ``dropped`` the words that were left out, ``source`` the name in the export.
    """

    family: str
    initials: str = ""
    suffix: str = ""
    given: str = ""
    dropped: tuple[str, ...] = ()
    source: str = ""
    is_doubtful: bool = False

    @property
    def text(self) -> str:
        return " ".join(filter(None, (self.family, self.initials, self.suffix)))


@dataclass(frozen=True)
class AuthorList:
    """The authors of a record in the form of the list, and notes about what was left out or is doubtful."""

    text: str
    notes: tuple[str, ...]


def to_author_list(names: Iterable[Name | str]) -> AuthorList:
    """Bring names into the form of the list; texts already have it. A name such as ``others`` ends the list with ``et al``."""
    every = [name if isinstance(name, Name) else read_listed_name(strip_markup(name)) for name in names]
    listed = [name for name in every if name.text and not REST.fullmatch(name.text) and name.text not in NOBODY]
    notes = [note for name in listed for note in notes_on_name(name)]
    if without := [quote(name.text) for name in listed if lacks_initials(name)]:
        notes.append(f"No initials: {join_names(without)}.")
    cut_off = [CUT_OFF] if listed and any(REST.fullmatch(name.text) for name in every) else []
    return AuthorList(AUTHOR_SEPARATOR.join([*(name.text for name in listed), *cut_off]), tuple(notes))


@name_cache
def notes_on_name(name: Name) -> list[str]:
    notes = []
    words = [word for word in name.given.split() if len(alphanumeric(word)) > 1 and not token_classes(word)]
    is_doubtful = name.is_doubtful or len(words) >= MANY_NAMES or any(mark in name.source for mark in SEVERAL)
    if is_doubtful and name.text == name.source.replace(",", ""):
        notes.append(f"Cannot tell the parts of the author {quote(name.source)}; kept as it is.")
    elif is_doubtful:
        notes.append(f"Read the author {quote(name.source)} as {quote(name.text)}.")
    if name.dropped:
        notes.append(f"Left out {quote(' '.join(name.dropped))} of the author {quote(name.source)}.")
    return notes


def lacks_initials(name: Name) -> bool:
    """Whether initials are missing. Organizations have none, nor have names in scripts without capitals."""
    has_initials = any(word.isupper() or "initials" in token_classes(word) for word in name.text.split())  # or WHO
    return not (has_initials or name.is_doubtful or is_caseless(name.text) or "organization" in token_classes(name.text))


@name_cache
def read_names(text: str) -> list[Name]:
    """The names in a text, usually one. Semicolons or commas separate several; if the text is cut off, ``et al`` comes last."""
    text = strip_markup(text).rstrip("; ")
    ending, names = REST.search(text), list[Name]()
    for part in text[: ending.start() if ending else None].split(";"):
        for person in filter(str.strip, split_joined(part)):
            names += split_list(person) or [parse_name(person.strip())]
    return [*names, Name(CUT_OFF)] if ending else names


def split_joined(text: str) -> list[str]:
    """Split a text at "and", unless it could be an organization's name."""
    people = AND.split(text)
    are_names = all(" " in person and "organization" not in token_classes(person) for person in filter(None, people))
    # Levi R, Dugma Y, and Example Group
    are_before = len(people) > 1 and "organization" not in token_classes(people[0]) and bool(split_list(people[0]))
    return people if are_names or are_before else [text]


def split_list(text: str) -> list[Name]:
    """The names in a list with commas; none if the text is not such a list.

    Lists look like ``Family GI, Family GI``, ``G. Family, G. Family`` or ``Family, G. I., Family, G. I.``, or have three or
    more ``Given Family``.
    """
    parts = [part.split() for part in text.split(",")]
    longest = 2 if text.isupper() else MAX_INITIALS  # DE SOUZA, ANA MARIA
    are_initials = [
        ["initials" in token_classes(word) and len(alphanumeric(word)) <= longest for word in words] for words in parts
    ]
    pairs = [*zip(parts[::2], parts[1::2], are_initials[::2], are_initials[1::2], strict=False)]
    are_pairs = 2 < len(parts) == 2 * len(pairs) and all(
        family and not are_last[-1] and not token_classes(family[-1]) & ENDING_CLASSES and are_first and all(are_first)
        for family, _, are_last, are_first in pairs
    )
    if are_pairs:
        return [parse_name(f"{' '.join(family)}, {' '.join(given)}") for family, given, *_ in pairs]
    if not all(len(words) > 1 and not all(words) for words in are_initials):
        return []
    are_names = len(parts) > 2 or all(words[-1] for words in are_initials) or all(words[0] for words in are_initials)
    return [parse_name(" ".join(words)) for words in parts] if are_names else []


def keep_verbatim(text: str) -> Name:
    """Keep a name whole, but without commas, because commas separate authors."""
    return Name(" ".join(text.replace(",", " ").split()), source=text, is_doubtful="," in text.strip(" ,"))


def read_listed_name(text: str) -> Name:
    """Read a name in the form of the list. Capitals become title case: ``VAN THIEL PH`` is ``van Thiel PH``."""
    author = parse_author(text)
    families = author.family.split()
    return Name(recase_family(families, text), author.initials, author.suffix) if in_capitals(families) else keep_verbatim(text)


def in_capitals(families: Words) -> bool:
    main = [alphanumeric(word) for word in families if not word.islower()]
    return "".join(main).isupper() and max(map(len, main)) > 1


def recase_family(families: Words, name: str) -> str:
    """Put a family name in capitals into title case. A particle, which has a word after it, becomes lower case."""
    return " ".join(
        word.lower() if "particle" in token_classes(word.lower()) and after else change_case(word, str.title, name)
        for word, after in zip(families, [*families[1:], ""], strict=True)
    )


def parse_name(text: str) -> Name:
    parts = [part.split() for part in text.split(",") if alphanumeric(part)]
    # Doctors Without Borders,
    ends_with_comma = len(parts) == 1 and text.endswith(",")
    is_organization = ends_with_comma or "organization" in token_classes(text)
    if is_organization and len(parts) == 2 and parts[1][0].lower() == "the":  # Team, The Example
        return keep_verbatim(" ".join(parts[1] + parts[0]))
    if is_organization or not parts:
        return keep_verbatim(text)
    titles, endings = take_titles(parts[0]), Words()
    for after in parts[:0:-1]:
        if all(token_classes(word) & ENDING_CLASSES for word in after) and (
            len(parts) > 2 or not may_be_initials(after[0], parts[0])
        ):
            endings += parts.pop(parts.index(after))
    if len(parts) == 1:
        endings += take_endings(parts[0], keep=2)
        parts = split_family_given(parts[0])
    if len(parts) > 2 or (not parts[1] and len(parts[0]) > 1 and not is_caseless(text)):
        return replace(keep_verbatim(text), is_doubtful=True)
    name = compose_name(" ".join(parts[0]), " ".join(parts[1]), " ".join(endings))
    dropped = sorted((*titles, *name.dropped), key=text.find)
    return replace(name, source=text, dropped=tuple(dropped), is_doubtful=name.is_doubtful or may_be_other(parts, text))


def may_be_other(parts: list[Words], text: str) -> bool:
    """Whether the parts could be two authors (John Smith, Carl Jones), or the particle could be a given name (Hadas Bar Lev)."""
    first = token_classes(parts[0][0])
    are_authors = all(len(part) == 2 < min(map(len, part)) for part in parts) and not first & PARTICLE_CLASSES
    return are_authors or (len(parts[0]) > 1 and "doubtful particle" in first and text.endswith(parts[0][-1]))


def may_be_initials(ending: str, before: Words) -> bool:
    """Whether a degree or suffix could be initials: MD could, unless the words before it already have initials."""
    return "initials" in token_classes(ending) and not (
        len(before) > 1 and any("initials" in token_classes(word) for word in before)
    )


def split_family_given(words: Words) -> list[Words]:
    """Split ``Family GI`` or ``Given Family`` into family and given names; no given names if that is unclear."""
    first, last, all_capitals = len(alphanumeric(words[0])), len(alphanumeric(words[-1])), " ".join(words).isupper()
    if len(words) < 2 or is_caseless(" ".join(words)) or (all_capitals and first > 1 and last > 2):
        return [words, []]  # SMITH JOHN or JOHN SMITH
    capitals = len([*takewhile(str.isupper, words)])
    if first > MAX_INITIALS and 0 < capitals < len(words):  # DUPONT MARTIN Jean
        return [words[:capitals], words[capitals:]]
    are_initials = ["initials" in token_classes(word) and (len(alphanumeric(word)) == 1 or not all_capitals) for word in words]
    start = len(words) - (all_capitals and first > 1)  # LEVI RG, but R LEVI
    while start > 1 and are_initials[start - 1]:
        start -= 1
    if start < len(words):  # Levi R, but not Levi R Dugma Y
        return [words, []] if any(are_initials[1:start]) else [words[:start], words[start:]]
    particles = [number for number, word in enumerate(words) if number and word.islower() and "particle" in token_classes(word)]
    start = particles[0] if particles else start - 1
    start -= words[start] in ("y", "e")  # Ortega y Gasset
    while start > 1 and token_classes(words[start - 1]) & PARTICLE_CLASSES:
        start -= 1
    return [words, []] if len(words) > 2 and "particle" in token_classes(words[-1]) else [words[start:], words[:start]]


def compose_name(family: str, given: str, suffix: str = "") -> Name:
    """Make a name from its parts. Titles, degrees and suffixes can be in any of them."""
    source = ", ".join(filter(None, (family, given, suffix)))
    families, words = strip_footnotes(family), strip_footnotes(given)
    titles, endings = take_titles(words), [*suffix.split(), *take_endings(families), *take_endings(words)]
    suffixes = [word for word in endings if "degree" not in token_classes(word)]
    dropped = (*titles, *(word for word in endings if "degree" in token_classes(word)))
    if not families or not words or is_caseless(given):
        return replace(keep_verbatim(" ".join([*families, *words, *suffixes])), source=source, dropped=dropped)
    capitals = in_capitals(families)
    # García López MA or John Smith MD
    is_doubtful = (
        len(families) > 1
        and not token_classes(families[0]) & PARTICLE_CLASSES
        and bool(token_classes(words[-1]) & ENDING_CLASSES)
    )
    while len(words) > 1 and "particle" in token_classes(words[-1].title() if capitals else words[-1]):
        is_doubtful |= words[-1].istitle()
        families.insert(0, words.pop())
    abbreviated = initials(words, capitals=capitals)
    is_doubtful |= len(abbreviated) > MAX_INITIALS and any(word.isupper() and len(alphanumeric(word)) > 1 for word in words)
    # Jr, 3rd, III
    suffix = " ".join(word if set(word) <= {"I", "V"} else word.capitalize() for word in map(alphanumeric, suffixes))
    main = recase_family(families, source) if capitals else " ".join(families)
    return Name(main, abbreviated, suffix, " ".join(words), dropped, source, is_doubtful)


def strip_footnotes(part: str) -> Words:
    words = (word if "suffix" in token_classes(word) else word.strip(NOT_IN_NAMES) for word in part.split())
    return [word for word in words if alphanumeric(word)]


def take_titles(words: Words) -> Words:
    """Remove titles from the beginning of a name, and return them. PD alone could be initials."""
    titles = words[: count_titles(words)]
    if all("initials" in token_classes(word) for word in titles):
        return []
    del words[: len(titles)]
    return titles


def take_endings(words: Words, *, keep: int = 1) -> Words:
    """Remove degrees and suffixes from the end, and return them. At least ``keep`` words stay; 2 means a whole name.

    A whole name also keeps endings that could be initials: García López MA.
    """
    end = len(words)
    while end > keep and token_classes(words[end - 1]) & ENDING_CLASSES:
        end -= 1
    endings = words[end:]
    if keep > 1 and all(may_be_initials(word, words[:end]) for word in endings):
        return []
    del words[end:]
    return endings


def initials(words: Words, *, capitals: bool) -> str:
    """The initials of given names: JPA for ``Jean-Pierre A.``. Initials that are written together stay as they are."""
    parts = [part for word in words for part in map(alphanumeric, word.translate(BETWEEN_INITIALS).split()) if part]
    parts = ["".join(filter(str.isupper, part)) if TRANSLITERATED.fullmatch(part) else part for part in parts]
    text = ""
    for part in parts:
        # In a name in capitals, vowels tell names such as RON and JI from initials such as AH.
        longest = MAX_INITIALS if not capitals else 1 if len(parts) > 1 and part[-1] in VOWELS else 2
        are_initials = part.isupper() and (len(part) <= longest or VOWELS.isdisjoint(part))
        text += part if are_initials else part[0].upper()
    return text


@name_cache
def token_classes(word: str) -> frozenset[str]:
    """The classes of a word. A word without any is a family name or a given name; only its position tells which."""
    tests: dict[str, object] = {
        "initials": TRANSLITERATED.fullmatch(alphanumeric(word)) or (is_initials(alphanumeric(word)) and word != "III"),
        "degree": word.startswith(tuple("([“")),  # a word in brackets is dropped like a degree
        "organization": is_collective(word),
    }
    return frozenset(
        [*(name for name, words in WORD_CLASSES.items() if alphanumeric(word) in words), *(name for name in tests if tests[name])]
    )


def alphanumeric(word: str) -> str:
    """The letters and digits of a word: MD for ``M.D.``"""
    return "".join(filter(str.isalnum, word))


def is_caseless(text: str) -> bool:
    """Whether a text has letters without upper and lower case (Hebrew, Chinese, ...), which are never initials."""
    return any(char > "º" and unicodedata.category(char) == "Lo" for char in text)
