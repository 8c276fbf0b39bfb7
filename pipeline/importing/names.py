"""Names of authors as the list of publications has them: ``Family GI, Family GI``.

The form is that of PubMed (Citing Medicine, 2nd edition, chapter 1): initials without dots and hyphens, a particle in front of
the family name, a suffix at the end; an organisation as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from db.names import COLLECTIVE, CUT_OFF
from pipeline.importing.prose import plain

# How exports say that the list goes on: et al., and others, an ellipsis.
REST = re.compile(r"(?:and\s+|&\s*)?(?:et\.?\s*al\.?|others|\.\.\.+|…)(?:\s*\[?(?:et\.?\s*al\.?)?\]?)", re.IGNORECASE)
TRAILING_REST = re.compile(r"[\s,;]+(?:and\s+|&\s*)?(?:et\.?\s+al\.?|…|\.\.\.+)\s*$", re.IGNORECASE)
SUFFIX = re.compile(r"(?:jr|sr|filho|2nd|3rd|[4-9]th)\.?", re.IGNORECASE)
SUFFIX_AFTER_FAMILY = re.compile(r"[\s,]+(Jr|Sr|II|III|IV|2nd|3rd)\.?$")
DEGREE = re.compile(
    r"(?:M\.?D|Ph\.?\s?D|D\.?Sc|M\.?Sc|B\.?Sc|M\.?P\.?H|Dr\.?\s?med|D\.?O|R\.?N|F\.?R\.?C\.?[PS])\.?", re.IGNORECASE
)
ROMAN = re.compile(r"(?:II|III|IV)\.?")
PARTICLES = frozenset(
    ("van", "von", "der", "den", "de", "del", "della", "di", "dos", "das", "do", "da", "du", "la", "le", "ter", "ten", "te", "zu",
     "zur", "zum", "af", "av", "el", "al", "bin", "ibn", "y", "e", "'t", "vander", "vom", "d'")
)  # fmt: skip
# Those that also stand before a family name with a capital, as in Robert Van Den Berg.
CAPITAL_PARTICLES = frozenset(("van", "von", "der", "den", "de", "del", "della", "di", "dos", "das", "la", "ter", "ten"))
# Scripts that write names without initials.
WHOLE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
NOT_IN_NAMES = re.compile(r"[*†‡§¶#\d⁰¹²³⁴⁵⁶⁷⁸⁹]+")
BRACKETED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|“[^”]*”|\"[^\"]*\"")
BREAKS = re.compile(r"[\s.\-‐‑‒–_~]+")
# A name that is written as it should be already: Family GI.
READY = re.compile(r"\S.*\s[A-ZÀ-ÖØ-Þ]{1,4}")
# The same with dots, as Embase has it: Family G.I.
DOTTED = re.compile(r"(?P<family>\S.*\S)\s+(?P<given>(?:[^\W\d_a-z]\.[\s-]?)+)")
DOTTED_FIRST = re.compile(r"[^\W\d_]\.")


@dataclass(frozen=True)
class Name:
    """The parts of a person's name, as a format has them apart; an organisation has a family name only."""

    family: str
    given: str = ""
    particle: str = ""
    suffix: str = ""

    def __str__(self) -> str:
        given, particle, suffix = taken_apart(self.given.split())
        family = NOT_IN_NAMES.sub("", self.family).strip(" ,;") if self.given else self.family
        if self.given and (after := SUFFIX_AFTER_FAMILY.search(family)):  # Scopus
            family, suffix = family[: after.start()], after[1]
        ending = self.suffix.strip(" .,") or suffix
        return " ".join(filter(None, (self.particle, particle, family, initials(given, family), ending)))


def authors(names: Iterable[Name | str], *, cut_off: bool = False) -> str:
    """The list of authors; a name that only says that there are more ends it with ``et al``."""
    shown: list[str] = []
    for name in names:
        text = plain(str(name))
        if REST.fullmatch(text):
            cut_off = True
        elif text:
            shown.append(text)
    return ", ".join([*shown, CUT_OFF] if shown and cut_off else shown)


def taken_apart(words: list[str]) -> tuple[str, str, str]:
    """Given names without the particle and the suffix that some formats put after them: ``(given, particle, suffix)``."""
    suffix = ""
    if len(words) > 1 and is_suffix(words[-1], words[:-1]):
        words, suffix = words[:-1], words[-1].strip(".,")
    start = len(words)
    while start > 1 and words[start - 1] in PARTICLES:
        start -= 1
    return " ".join(words[:start]), " ".join(words[start:]), suffix


def is_suffix(word: str, before: list[str]) -> bool:
    """Whether a word after given names is a suffix; JR and IV after initials may be initials themselves."""
    spelled_out = any(len(other.strip(".")) > 1 and not other.isupper() for other in before)
    if word.isupper() and word.strip(".").isalpha():
        return spelled_out and bool(ROMAN.fullmatch(word) or SUFFIX.fullmatch(word))
    return bool(SUFFIX.fullmatch(word))


def initials(given: str, family: str) -> str:
    """The initials of given names: ``Jean-Pierre A.`` gives JPA, ``GI`` stays."""
    given = NOT_IN_NAMES.sub("", BRACKETED.sub(" ", given)).strip(" ,;")
    if WHOLE.search(given):
        return given.replace(" ", "")
    words = list(filter(None, BREAKS.split(given)))
    # SMITH, JOHN and KIM, MIN JI: where all is in capitals, only one short word can be initials.
    together = 4 if not family.isupper() else 3 if len(words) == 1 else 1
    return "".join(initial(word, together) for word in words)


def initial(word: str, together: int) -> str:
    """The initial of one given name; initials written together, so many at most, stay together."""
    word = word.strip("'’`,;:/")
    if len(word) <= together and word.isupper() and word.isalpha():
        return word
    return next((char.upper() for char in word if char.isalpha()), "")


def read(text: str) -> Iterator[Name | str]:
    """The names in a text of a format that does not keep their parts apart; mostly there is one.

    The list may be cut off (``et al.``); semicolons may part several names, and commas those that have initials only.
    """
    text = plain(text)
    if REST.fullmatch(text):
        yield CUT_OFF
    elif ";" in text:
        for part in filter(None, text.split(";")):
            yield from read(part)
    elif ending := TRAILING_REST.search(text):
        yield from read(text[: ending.start()])
        yield CUT_OFF
    elif several := apart(text):
        yield from several
    elif text:
        yield one(text)


def apart(text: str) -> list[Name | str]:
    """The names in a text with commas between whole names: ``Family GI, Family GI``, or three times or more ``Given Family``."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) > 1 and all(READY.fullmatch(part) for part in parts):
        return [*parts]
    if len(parts) > 2 and all(" " in part for part in parts) and not COLLECTIVE.search(text):
        return [unseparated(part) for part in parts]
    return []


def one(text: str) -> Name | str:
    """``Family, Given``, ``Family, Given, Suffix`` or ``Given Family``; an organisation may have a comma at its end (EndNote)."""
    parts = [part.strip() for part in text.rstrip(", ").split(",")]
    while len(parts) > 1 and DEGREE.fullmatch(parts[-1]):
        parts.pop()
    suffix = next(
        (place for place, part in enumerate(parts) if place and (SUFFIX.fullmatch(part) or ROMAN.fullmatch(part))), None
    )
    if suffix is not None and len(parts) == 3:
        return Name(parts[0], parts[3 - suffix], suffix=parts[suffix])
    if len(parts) == 1:
        return parts[0] if text.endswith(",") else unseparated(parts[0])
    if len(parts) == 2 and suffix is not None and " " in parts[0]:
        return from_given_first([*parts[0].split(), parts[1]])
    if len(parts) == 2 and not is_collective(*parts):
        return Name(*parts)
    return text


def is_collective(family: str, given: str) -> bool:
    """Whether what stands around a comma is an organisation, alone or with its place."""
    return bool(COLLECTIVE.search(family) and (COLLECTIVE.search(given) or family.count(" ") > 1))


def unseparated(text: str) -> Name | str:
    """A name without a comma: ready, an organisation, or given names before the family name."""
    if (dotted := DOTTED.fullmatch(text)) and not DOTTED_FIRST.match(text):
        return Name(dotted["family"], dotted["given"])
    words = text.split()
    if len(words) < 2 or READY.fullmatch(text) or COLLECTIVE.search(text) or WHOLE.search(text):
        return text
    return from_given_first(words)


def from_given_first(words: list[str]) -> Name:
    """``Wiesje M. van der Flier``: the family name is the last word, with the particles before it."""
    suffix = ""
    if len(words) > 2 and is_suffix(words[-1], words[:-1]):
        words, suffix = words[:-1], words[-1]
    start = len(words) - 1
    while start > 1 and (words[start - 1] in PARTICLES or words[start - 1].lower() in CAPITAL_PARTICLES):
        start -= 1
    return Name(" ".join(words[start:]), " ".join(words[:start]), suffix=suffix)
