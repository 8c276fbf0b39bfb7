"""Names of authors in the form of the list, which is PubMed's (Citing Medicine, 2nd edition, chapter 1): ``Family GI``.

A name has one of three shapes: ``Family, Given``, ``Family GI`` or ``Given Family``. Anything else is kept whole. Notes tell the
owner what was left out of a name, or is doubtful.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Literal

from db.names import COLLECTIVE, CUT_OFF, MOST_INITIALS, SEPARATOR, is_initials, is_title, name_cache
from pipeline.messages import listing, quote
from pipeline.references.values import plain

# Abbreviations in exports for the end of a list.
REST = re.compile(
    r"(?:^|(?<![\s,;])[\s,;]++)(?:(?:(?:and |& ?)?\[?(?:et\.? ?al\.?|…|\.{3,})\]? ?)+|(?:and|&) others)$|^others$", re.IGNORECASE
)
AND = re.compile(r",? (?:and|&) ", re.IGNORECASE)
BETWEEN_INITIALS = str.maketrans(dict.fromkeys(".-‐‑‒–_~/", " "))
NOT_IN_NAMES = "*†‡§¶#⁰¹²³⁴⁵⁶⁷⁸⁹0123456789,;:"
VOWELS = frozenset("AEIOUY")
Words = list[str]
Class = Literal["particle", "doubtful particle", "suffix", "degree", "title", "beside a title", "initials", "organization"]

# The words of each class, without punctuation. A word may have several, such as MD (a degree or initials): its neighbours decide.
# Doubtful particles may be given names; degrees, suffixes and PD may be initials.
TABLE: dict[Class, str] = {
    "particle": "van von der den de del della di dos das do da du la le ter ten te zu zur zum af av el al bin ibn ben y e t d"
    " vander vom Van Von Der Den De Del Della Dos La Le Du Mc Ó",
    "doubtful particle": "Da Do Di Das Ter Ten El Al Bar Bat Ben Bin Ibn Abu Mac St Saint San Santa",
    "suffix": "Jr Sr JR SR jr sr II III IV 2nd 3rd 4th 5th",
    "degree": "MD DO RN PhD PHD PharmD DSc ScD MSc MSC BSc BSC DPhil MS BS MA BA MBA MPH DrPH MBBS DDS DMD DVM JD FRCP FRCS FRCPC"
    " FRCSC FACP FACS FACC FACR FRACP FRCA FRCPath MHA MHS MHSc Dr Prof",
    "title": "UnivProf PrivDoz Drmed",  # besides those of a profile
    "beside a title": "PD Doz med rer nat phil dent habil hc mult Ing Univ",
    "initials": "Zs Sz Cs Gy Dz Ch Sh Kh Zh Th Ph Ts",  # besides letters in capitals
}
PARTICLES = frozenset[Class](("particle", "doubtful particle"))
SETS = {name: frozenset(words.split()) for name, words in TABLE.items()}


@dataclass(frozen=True, slots=True)
class Name:
    """An author: a person, or a name that is kept whole as ``family``.

    ``given`` are the words that became ``initials``, ``dropped`` those that the list lacks; ``source`` is the name in the export.
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
        """The name in the form of the list."""
        return " ".join(filter(None, (self.family, self.initials, self.suffix)))


@dataclass(frozen=True)
class AuthorList:
    """The authors of a record in the form of the list, and notes about what was left out or is doubtful."""

    text: str
    notes: tuple[str, ...]
    names: tuple[Name, ...]


def authors(names: Iterable[Name | str]) -> AuthorList:
    """Return the list of authors; a name that only says that there are more ends the list with ``et al``."""
    every = tuple(name if isinstance(name, Name) else whole(plain(name)) for name in names)
    listed = [name for name in every if name.text and not REST.fullmatch(name.text)]
    notes = [note for name in listed for note in notes_on(name)]
    if without := [quote(name.text) for name in listed if lacks_initials(name)]:
        notes.append(f"No initials: {listing(without)}.")
    cut_off = [CUT_OFF] if listed and any(REST.fullmatch(name.text) for name in every) else []
    return AuthorList(SEPARATOR.join([*(name.text for name in listed), *cut_off]), tuple(notes), every)


@name_cache
def notes_on(name: Name) -> list[str]:
    """Return what the owner should know about how a name was read."""
    notes = []
    if name.is_doubtful and name.text == name.source.replace(",", ""):
        notes.append(f"Cannot tell the parts of the author {quote(name.source)}; kept as it is.")
    elif name.is_doubtful:
        notes.append(f"Read the author {quote(name.source)} as {quote(name.text)}.")
    if lost := [*name.dropped, *missing(name)]:
        notes.append(f"Left out {quote(' '.join(lost))} of the author {quote(name.source)}.")
    return notes


def missing(name: Name) -> Counter[str]:
    """Return the words of a source that a name does not account for. There are none, unless a rule is wrong."""
    parts = " ".join((name.family, name.given, name.suffix, *name.dropped)).lower()
    return Counter(filter(None, map(bare, name.source.lower().replace(",", " ").split()))) - Counter(map(bare, parts.split()))


def lacks_initials(name: Name) -> bool:
    """Return whether a name should have initials, and has none: it is not an organization, and its script has initials."""
    is_complete = name.initials or name.is_doubtful or is_caseless(name.text) or "organization" in classes(name.text)
    return not is_complete and not any(word.isupper() for word in name.text.split())


@name_cache
def read_names(text: str) -> list[Name]:
    """Return the names in a text, usually one: between semicolons or whole names with commas; ``et al`` if it is cut off."""
    text = plain(text).rstrip("; ")
    ending, names = REST.search(text), list[Name]()
    for part in text[: ending.start() if ending else None].split(";"):
        people = AND.split(part)
        are_names = all(" " in person and "organization" not in classes(person) for person in people)
        for person in filter(str.strip, people if are_names else [part]):
            names += split_list(person) or [parse(person.strip())]
    return [*names, Name(CUT_OFF)] if ending else names


def split_list(text: str) -> list[Name]:
    """Return the names in a list: ``Family GI, Family GI``, ``G. Family, G. Family``, or three or more of ``Given Family``."""
    parts = [part.split() for part in text.split(",")]
    if len(parts) < 2 or "organization" in classes(text):
        return []
    longest = 2 if text.isupper() else MOST_INITIALS  # ANA MARIA
    initials = [["initials" in classes(word) and len(bare(word)) <= longest for word in words] for words in parts]
    are_names = all(len(words) > 1 and not all(words) for words in initials) and (
        len(parts) > 2 or all(words[-1] for words in initials) or all(words[0] for words in initials)
    )
    return [parse(" ".join(words)) for words in parts] if are_names else []


def whole(text: str, source: str = "", *, is_doubtful: bool = False) -> Name:
    """Return a name that is kept whole, without commas, which separate authors."""
    is_doubtful |= "," in text.strip(" ,")
    return Name(" ".join(text.replace(",", " ").split()), source=source or text, is_doubtful=is_doubtful)


def parse(text: str) -> Name:
    """Return the author in a text of any shape."""
    parts = [part.split() for part in text.replace("Ph. D", "PhD").split(",") if bare(part)]
    if "organization" in classes(text) or not parts or (len(parts) == 1 and text.endswith(",")):
        # Team, The Example; Example Network, The
        if len(parts) == 2 and (parts[1] == ["The"] or (len(parts[0]) == 1 and "organization" in classes(parts[0][0]))):
            return whole(" ".join(parts[1] + parts[0]), text, is_doubtful=len(parts[0] + parts[1]) == 2)
        return whole(text)
    dropped, suffix = take_titles(parts[0]), ""
    for after in parts[:0:-1]:
        if len(parts) > 2 or is_whole_name(parts[0], after[0]):
            if "suffix" in classes(after[0]) and len(after) == 1 and not suffix:
                suffix = parts.pop(parts.index(after))[0]
            elif all("degree" in classes(word) for word in after):
                dropped += parts.pop(parts.index(after))
    if len(parts) == 1:
        dropped += take("degree", parts[0], keep=2)
        suffix = suffix or " ".join(take("suffix", parts[0], keep=2))
        parts = split(parts[0])
    if len(parts) == 2:
        name = person(" ".join(parts[0]), " ".join(parts[1]), suffix)
        first = classes(parts[0][0])
        is_doubtful = name.is_doubtful or (len(parts[0]) > 1 and "doubtful particle" in first and text.endswith(parts[0][-1]))
        is_doubtful |= all(len(part) == 2 < min(map(len, part)) for part in parts) and not first & PARTICLES  # two authors?
    else:
        is_doubtful = len(parts) > 2 or (len(parts[0]) > 1 and not is_caseless(text))
        name, dropped = (whole(text), []) if is_doubtful else (whole(f"{' '.join(parts[0])} {suffix}".strip()), dropped)
    dropped = sorted((*dropped, *name.dropped), key=text.find)
    return replace(name, source=text, dropped=tuple(dropped), is_doubtful=is_doubtful)


def is_whole_name(words: Words, after: str) -> bool:
    """Return whether the words before a comma are a whole name (``Given G. Family, MD``), and not only a family name."""
    has_initials = any("initials" in classes(word) for word in words) or "degree" in classes(words[-1])
    return len(words) > 1 and (has_initials or ("initials" not in classes(after) and bool(classes(after) & {"degree", "suffix"})))


def split(words: Words) -> list[Words]:
    """Return the family name and the given names of ``Family GI`` or ``Given Family``, or the words if that is unclear."""
    sizes, in_capitals = [len(bare(word)) for word in words], " ".join(words).isupper()
    if len(words) < 2 or is_caseless(" ".join(words)) or (in_capitals and sizes[0] > 1 and sizes[-1] > 2):
        return [words]  # SMITH JOHN or JOHN SMITH
    if in_capitals and sizes[0] == 1:
        return [words[-1:], words[:-1]]  # R LEVI
    if sizes[0] > MOST_INITIALS and [word.isupper() for word in words] == [True] + [False] * (len(words) - 1):
        return [words[:1], words[1:]]  # DUPONT Jean
    longest = 1 if in_capitals else MOST_INITIALS
    are_initials = ["initials" in classes(word) and size <= longest for word, size in zip(words, sizes, strict=True)]
    start = len(words) - in_capitals  # LEVI RG
    while start > 1 and are_initials[start - 1]:
        start -= 1
    if start < len(words):  # Levi R, but not Levi R Dugma Y
        return [words] if any(are_initials[1:start]) else [words[:start], words[start:]]
    particles = [number for number, word in enumerate(words) if number and word.islower() and "particle" in classes(word)]
    start = particles[0] if particles else start - 1
    start -= start > 1 and words[start] in ("y", "e")
    while start > 1 and classes(words[start - 1]) & PARTICLES:
        start -= 1
    return [words] if len(words) > 2 and "particle" in classes(words[-1]) else [words[start:], words[:start]]


def person(family: str, given: str, suffix: str = "") -> Name:
    """Return the person with a family name and given names or initials, and perhaps titles, degrees and suffixes."""
    source = ", ".join(filter(None, (family, given, suffix)))
    families, words = clean(family), clean(given)
    if not families or not words or is_caseless(given):
        return whole(source.replace(",", ""), source)
    main = [bare(word) for word in families if not (word.islower() and "particle" in classes(word))]
    capitals = "".join(main).isupper() and max(map(len, main)) > 1
    dropped = [*take("degree", families), *take_titles(words), *take("degree", words, capitals=capitals)]
    suffixes = [*suffix.split(), *take("suffix", families), *take("suffix", words)]
    may_be_after_name = len(words) > 1 or not words[-1].isupper() or (len(families) > 1 and not classes(families[0]) & PARTICLES)
    is_doubtful = may_be_after_name and bool(classes(words[-1]) & {"degree", "suffix"}) and words[-1][0] != "("
    while len(words) > 1 and "particle" in classes(words[-1].title() if capitals else words[-1]):
        is_doubtful |= words[-1].istitle()
        families.insert(0, words.pop())
    if capitals:
        families = [word.lower() if "particle" in classes(word.lower()) else word.title() for word in families]
    abbreviated = initials(words, capitals=capitals)
    is_doubtful |= len(abbreviated) > MOST_INITIALS and any(word.isupper() and len(bare(word)) > 1 for word in words)
    suffix = " ".join(word if set(word) <= {"I", "V"} else word.capitalize() for word in map(bare, suffixes))  # Jr, 3rd, III
    return Name(" ".join(families), abbreviated, suffix, " ".join(words), tuple(dropped), source, is_doubtful)


def clean(part: str) -> Words:
    """Return the words of a part of a name without the marks of footnotes."""
    words = (word if "suffix" in classes(word) else word.strip(NOT_IN_NAMES) for word in part.split())
    return [word for word in words if bare(word)]


def take_titles(words: Words) -> Words:
    """Take titles from the beginning of a name. One has to be certain; PD alone may be initials."""
    titles = [*takewhile(lambda word: classes(word) & {"title", "beside a title"}, words[:-1])]
    if not any("title" in classes(word) for word in titles):
        return []
    del words[: len(titles)]
    return titles


def take(kind: Class, words: Words, *, keep: int = 1, capitals: bool = False) -> Words:
    """Take degrees or suffixes from the end of a name. MD may be initials, unless it is beside others or after given names."""
    end = len(words)
    while end > keep and kind in classes(words[end - 1]):
        end -= 1
    taken = words[end:]
    if taken and all("initials" in classes(word) for word in taken):
        is_after_initials = "initials" in classes(words[end - 1])
        if ("." in taken[0]) if is_after_initials else (capitals or keep > 1):
            return []
    del words[end:]
    return taken


def initials(words: Words, *, capitals: bool) -> str:
    """Return the initials of given names: JPA of ``Jean-Pierre A.``; initials that are written together are kept.

    Where the family name is in capitals as well, a vowel makes a word a name, as in RON, except two letters such as AH.
    """
    parts = [part for word in words for part in map(bare, word.translate(BETWEEN_INITIALS).split()) if part]
    text = ""
    for part in parts:
        longest = MOST_INITIALS if not capitals else 1 if len(parts) > 1 and part[-1] in VOWELS else 2
        are_initials = part.isupper() and (len(part) <= longest or VOWELS.isdisjoint(part))
        text += part if are_initials else part[0].upper()
    return text


@name_cache
def classes(word: str) -> frozenset[Class]:
    """Return the classes of a word. One without any is a family name or a given name, which only its position shows."""
    tests: dict[Class, object] = {
        "initials": is_initials(bare(word)) and word != "III",
        "title": is_title(word) and not word.isupper(),
        "degree": word.startswith(tuple("([“")),  # what is in brackets is dropped like a degree
        "organization": COLLECTIVE.search(word),
    }
    return frozenset([*(name for name, words in SETS.items() if bare(word) in words), *(name for name in tests if tests[name])])


def bare(word: str) -> str:
    """Return the letters and digits of a word: MD for ``M.D.``"""
    return "".join(filter(str.isalnum, word))


def is_caseless(text: str) -> bool:
    """Return whether a text has letters without upper and lower case (Hebrew, Chinese, ...), which are not used as initials."""
    return not text.isascii() and any(unicodedata.category(char) == "Lo" and char > "º" for char in text)
