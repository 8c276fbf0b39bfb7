"""Names of authors in the form of the list of publications: ``Family GI, Family GI``.

The form is PubMed's (Citing Medicine, 2nd edition, chapter 1): initials without periods and hyphens, a particle before the
family name, a suffix at the end; organizations unchanged. Nothing is dropped from a name without a note to the owner.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from db.names import COLLECTIVE, CUT_OFF, MOST_INITIALS, SEPARATOR
from pipeline.messages import quote
from pipeline.references.degrees import LETTERS, is_certain_degree, is_degree, without_degrees
from pipeline.references.values import plain

# How exports abbreviate the end of a list: et al., and others, an ellipsis.
REST = re.compile(r"(?:and\s+|&\s*)?\[?(?:et\.?\s*al\.?|others|\.\.\.+|…)\]?(?:\s*\[?(?:et\.?\s*al\.?)?\]?)", re.IGNORECASE)
TRAILING_REST = re.compile(
    r"(?<![\s,;])[\s,;]++(?:(?:and|&)\s+others|(?:and\s+|&\s*)?\[?et\.?\s+al\.?\]?|…|\.\.\.+)\s*$", re.IGNORECASE
)
AND = re.compile(r",?(?<!\s)\s++(?:&|and)\s+", re.IGNORECASE)
SUFFIX = re.compile(r"(?:jr|sr|filho|2nd|3rd|[4-9]th|II|III|IV)\.?", re.IGNORECASE)
ROMAN = re.compile(r"II|III|IV")
SUFFIX_AFTER_FAMILY = re.compile(r"(?<![\s,])[\s,]++(Jr|Sr|II|III|IV|2nd|3rd)\.?$")
PARTICLES = frozenset(
    ("van", "von", "der", "den", "de", "del", "della", "di", "dos", "das", "do", "da", "du", "la", "le", "ter", "ten", "te", "zu",
     "zur", "zum", "af", "av", "el", "al", "bin", "ibn", "ben", "y", "e", "'t", "vander", "vom", "d'")
)  # fmt: skip
# Particles that are also capitalized before a family name, as in Robert Van Den Berg; the second set may be given names too.
CAPITALIZED = frozenset(
    ("Van", "Von", "Der", "Den", "De", "Del", "Della", "Di", "Dos", "Das", "La", "Ter", "Ten", "Mc", "Ó", "O'", "O’")
)
AMBIGUOUS = frozenset(
    ("Le", "Du", "Da", "Do", "El", "Al", "Bar", "Bat", "Ben", "Bin", "Ibn", "Abu", "Mac", "St", "St.", "Saint", "San", "Santa")
)
# Particles that belong to the family name even if they follow the given names (Muylder, Xavier De).
MOVED = CAPITALIZED - {"Di", "Das", "Ter", "Ten", "Mc", "Ó", "O'", "O’"} | {"Le", "Du"}
AFTER_GIVEN = PARTICLES | MOVED
BEFORE_FAMILY = PARTICLES | CAPITALIZED | AMBIGUOUS
# Scripts without upper and lower case (Hebrew, Arabic, Chinese, Japanese, Korean, ...) do not abbreviate names to initials.
CASELESS = re.compile(
    r"[\u05d0-\u109f\u1100-\u139f\u1400-\u1c7f\u2d30-\u2d7f\u3040-\ua63f\ua800-\uab2f\uabc0-\ud7ff\uf900-\ufaff]"
)
CHINESE_OR_JAPANESE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
COMPANY = re.compile(r"(?:inc|ltd|llc|gmbh|corp)\.?", re.IGNORECASE)
NOT_IN_NAMES = re.compile(r"[*†‡§¶#\d⁰¹²³⁴⁵⁶⁷⁸⁹]+")
BRACKETED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|“[^”]*”|\"[^\"]*\"")
BREAKS = re.compile(r"[\s.\-‐‑‒–_~]+")
# Two names in their final form without a comma.
TWO_NAMES = re.compile(r"[^\W\d_]{3,40} [A-Z]{1,3} [^\W\d_]{3,40} [A-Z]{1,3}")
TWO_WORDS = re.compile(r"[^\W\d_a-z][^\W\d_]{2,40} [^\W\d_a-z][^\W\d_]{2,40}")
# Initials with periods or hyphens after the family name, as Embase writes them: Family G.I.
DOTTED = re.compile(r"(?![^\W\d_]\.)(?P<family>\S.*\S)\s+(?P<given>(?:[^\W\d_a-z][.-]+\s?)+[^\W\d_a-z]?)")
INITIALS = re.compile(r"(?:[^\W\d_a-z]\.?[\s-]?){1,4}")
INITIALS_FIRST = re.compile(r"(?P<given>(?:[^\W\d_a-z]\.?[\s-]?){1,3}(?<=[.\s]))\s*(?P<family>[^\W\d_][^\d,.]+)")
# Initials of two letters, as in Kovács Zs.
DIGRAPH = re.compile(r"(?:Zs|Gy|Sz|Cs|Ny|Ly|Ty|Dz|Dzs|Ch|Sh|Kh|Zh|Th|Ph|Ts)\.?")
VOWELS = frozenset("AEIOUY")
# Words of organizations that are parts of names too (Bar-On, Nguyen The), and those that are family names.
IN_NAMES = ("on", "of", "for", "the", "and")
FAMILY_NAMES = ("force", "board", "college")
CONTAINS_INITIAL = re.compile(r"(?:^|\s)[^\W\d_a-z](?:\.|\s)")


@dataclass(frozen=True)
class Name:
    """The parts of a person's name (an organization has a family name only), its text in the export, and a doubt about it."""

    family: str
    given: str = ""
    particle: str = ""
    suffix: str = ""
    written: str = ""
    doubt: str = ""

    def __str__(self) -> str:
        if not self.given:
            return " ".join(filter(None, (self.particle, self.family, self.suffix)))
        given, particle, suffix = split_given(self.given.split(), capitals=self.family.isupper())
        family = NOT_IN_NAMES.sub("", " ".join(without_degrees(self.family.split()))).strip(" ,;") or self.family
        suffixes = [self.suffix.strip(" .,"), suffix]
        if after := SUFFIX_AFTER_FAMILY.search(family):  # Scopus
            family = family[: after.start()]
            suffixes.append(after[1])
        suffix = " ".join(dict.fromkeys(filter(None, suffixes)))
        return " ".join(filter(None, (self.particle, particle, family, initials(given, family), suffix)))

    @property
    def source(self) -> str:
        """The name as the export has it."""
        return self.written or " ".join(filter(None, (self.particle, self.family, self.given, self.suffix)))


def split_given(words: list[str], *, capitals: bool = False) -> tuple[str, str, str]:
    """Return the given names, and the particle and the suffix that some formats write after them."""
    suffix, words = "", without_degrees(words)
    if len(words) > 1 and is_suffix(words[-1], words[:-1]):
        words, suffix = words[:-1], words[-1].strip(".,")
    while len(words) > 1 and words[0].strip(".") in ("Dr", "Prof", "Professor"):
        words = words[1:]
    start = len(words)
    while start > 1 and (words[start - 1] in AFTER_GIVEN or (capitals and words[start - 1].title() in MOVED)):
        start -= 1
    return " ".join(words[:start]), " ".join(words[start:]), suffix


def is_suffix(word: str, before: list[str]) -> bool:
    """Return whether a word after given names is a suffix; JR after initials may be initials itself."""
    may_be_suffix = word[0].isdigit() or not word.isupper() or any(len(other) > 2 and not other.isupper() for other in before)
    return bool(ROMAN.fullmatch(word) or (may_be_suffix and SUFFIX.fullmatch(word)))


def initials(given: str, family: str) -> str:
    """Return the initials of given names: JPA of ``Jean-Pierre A.``, GI of ``GI``."""
    if CASELESS.search(given):
        return given.replace(" ", "") if CHINESE_OR_JAPANESE.search(given) else given
    given = NOT_IN_NAMES.sub("", given)
    outside = BRACKETED.sub(" ", given).strip(" ,;")
    words = [word for word in BREAKS.split(outside if LETTERS.search(outside) else given) if LETTERS.search(word)]
    # SMITH, JOHN and KIM, MIN JI: if everything is in capitals, only one short word can be initials.
    together = MOST_INITIALS + 2 if not family.isupper() else 3 if len(words) == 1 else 1
    return "".join(initial(word, together) for word in words)


def initial(word: str, together: int) -> str:
    """Return the initial of a given name; initials written as one word are kept: up to ``together``, or all without vowels."""
    word = word.strip("'’`,;:/")
    if (word.isupper() and word.isalpha() and (len(word) <= together or VOWELS.isdisjoint(word))) or is_certain_degree(word):
        return word.upper()
    return next((char.upper() for char in word if char.isalpha()), "")


def read(text: str) -> Iterator[Name]:
    """Yield the names in a text, usually one: between semicolons or whole names with commas; ``et al`` if it is cut off."""
    text = plain(text)
    if REST.fullmatch(text):
        yield Name(CUT_OFF)
    elif ";" in text:
        for part in filter(None, text.split(";")):
            yield from read(part)
    elif ending := TRAILING_REST.search(text):
        yield from read(text[: ending.start()])
        yield Name(CUT_OFF)
    elif len(parts := AND.split(text)) > 1 and all(re.search("[, ]", part) and not COLLECTIVE.search(part) for part in parts):
        for part in parts:
            yield from read(part)
    elif several := split_list(text):
        yield from several
    elif text:
        yield one(text)


def split_list(text: str) -> list[Name]:
    """Return the names in a list with commas: ``Family GI, Family GI``, ``Given Family, Given Family, Given Family``,
    ``Family, G, Family, G``, or ``Family, G Family, G`` (a missing "and").
    """
    parts = [part.strip() for part in text.split(",")]
    if len(parts) < 2 or COLLECTIVE.search(text):
        return []
    family_first = all(is_final(part) or DOTTED.fullmatch(part) for part in parts)
    if family_first or all(map(INITIALS_FIRST.fullmatch, parts)) or (len(parts) > 2 and all(" " in part for part in parts)):
        return [without_comma(part) for part in parts]
    if len(parts) < 3:
        return []
    families, given = parts[::2], parts[1::2]
    if len(families) != len(given) or not all(map(INITIALS.fullmatch, given)):
        between = [INITIALS_FIRST.fullmatch(part) for part in parts[1:-1]]
        if not all(between) or is_degree(parts[-1]):
            return []
        families = [parts[0], *(match["family"] for match in between if match)]
        given = [*(match["given"] for match in between if match), parts[-1]]
    found = [Name(*pair, written=", ".join(pair)) for pair in zip(families, given, strict=True)]
    shown = SEPARATOR.join(map(str, found))
    doubt = f'No "and" or semicolon between the authors in {quote(text)}; read as {quote(shown)}.'
    return [replace(found[0], doubt=doubt), *found[1:]]


def one(text: str) -> Name:
    """Return the name in ``Family, Given``, ``Family, Given, Suffix`` or ``Given Family``, or an organization.

    What follows the first comma is given names or initials, even if it looks like a degree or a suffix.
    """
    parts = [part.strip() for part in text.strip(", ").split(",")]
    # In "Family, Jr, B. A." the last part is the initials (BibTeX's order): without them there would be no given name.
    while len(parts) > 2 and is_degree(parts[-1]) and not (len(parts) == 3 and SUFFIX.fullmatch(parts[1])):
        parts.pop()
    if len(parts) == 1:
        return Name(parts[0]) if text.endswith(",") else without_comma(parts[0])
    if is_organization(*parts):
        inverted = len(parts) == 2 and (" " not in parts[0] or parts[1].lower() == "the")
        return Name(f"{parts[1]} {parts[0]}", written=text) if inverted else Name(text)
    if len(parts) == 2:
        return family_and_given(parts[0], parts[1], text)
    suffix = next((number for number, part in enumerate(parts) if number and SUFFIX.fullmatch(part)), None)
    if suffix is not None and len(parts) == 3:
        return Name(parts[0], parts[3 - suffix], suffix=parts[suffix], written=text)
    return Name(" ".join(parts), written=text, doubt=f"Cannot tell the parts of the author {quote(text)}; kept as one name.")


def family_and_given(family: str, given: str, text: str) -> Name:
    """Return the name in ``Family, Given``, or in ``Given G. Family, Jr.``, which contains an initial before the comma."""
    if is_collective(given):
        kind = "two authors" if AND.search(given) else "a person and an organization"
        return Name(text.replace(",", ""), written=text, doubt=f"{quote(text)} may be {kind}; separate them.")
    suffix, doubt = given if SUFFIX.fullmatch(given) else "", ""
    if suffix or is_degree(given):
        if CONTAINS_INITIAL.search(family) or is_certain_degree(family.split()[-1]):
            name = without_comma(family)
            return replace(name, suffix=name.suffix or suffix, written=text)
        if suffix[:1].isdigit():
            return Name(family, suffix=suffix, written=text)
        if " " in family and family.split()[0] not in PARTICLES:
            doubt = f"Read {quote(given)} as initials in the author {quote(text)}."
    elif AND.search(given) or (TWO_WORDS.fullmatch(family) and TWO_WORDS.fullmatch(given)):
        doubt = f"{quote(text)} may be two authors; separate them."
    elif " " in given and (last := given.split()[-1]) in AMBIGUOUS & MOVED:
        doubt = f"Read {quote(last)} as part of the family name of {quote(text)}."
    elif is_collective(family) and family.lower() not in FAMILY_NAMES:
        doubt = f"{quote(text)} may be an organization."
    return Name(family, given, written=text, doubt=doubt)


def is_organization(*parts: str) -> bool:
    """Return whether the parts around commas are an organization: ``Team, The Example``, or one with its address."""
    family, *rest = parts
    if COMPANY.fullmatch(rest[-1]):
        return True
    if " " in family:
        long = family.count(" ") > 1 and not INITIALS.fullmatch(rest[0])
        return is_collective(family) or bool(COLLECTIVE.search(family) and (long or any(map(is_collective, rest))))
    if "-" in family or family.lower() in FAMILY_NAMES or not is_collective(family):
        return False
    return sum(len(word) > 2 for word in rest[0].split()) > 1 or any(map(COLLECTIVE.search, rest))


def is_collective(text: str) -> bool:
    """Return whether a text has a word of organizations that is not a part of names, such as On or The."""
    return any(match[0].islower() or match[0].lower() not in IN_NAMES for match in COLLECTIVE.finditer(text))


def is_final(text: str) -> bool:
    """Return whether a name has its final form already: ``Family GI``."""
    family, _, last = text.rpartition(" ")
    return bool(family) and len(last) <= MOST_INITIALS and last.isalpha() and last.isupper()


def without_comma(text: str) -> Name:
    """Return the name in a text without a comma: in its final form, an organization, or given names before the family name."""
    words = text.replace("Ph. D", "PhD").split()
    if len(words) < 2 or COLLECTIVE.search(text) or CASELESS.search(text):
        return Name(text)
    kept = without_degrees(words, keep=2)
    if any(map(is_certain_degree, words[len(kept) :])):
        return replace(without_comma(" ".join(kept)), written=text)
    if dotted := DOTTED.fullmatch(text):
        return Name(dotted["family"], dotted["given"], written=text, doubt=final(text, words).doubt)
    if is_final(text) and not (words[-1] == "III" and len(words) > 2 and not is_final(" ".join(words[:-1]))):
        return final(text, words)
    suffix = words.pop() if len(words) > 2 and is_suffix(words[-1], words[:-1]) else ""
    if (is_final(" ".join(words)) if suffix else len(words) == 2 and SUFFIX.fullmatch(words[1])) or DIGRAPH.fullmatch(words[-1]):
        return Name(text)
    if follows := len(words) > 2 and words[-1] in AFTER_GIVEN:
        words[-2:] = words[-1], words[-2]
    # The family name begins with the first particle, or with the word before y.
    start = next((number for number, word in enumerate(words) if number and word in PARTICLES), len(words) - 1)
    start -= start > 1 and words[start] in ("y", "e")
    while start > 1 and words[start - 1] in BEFORE_FAMILY:
        start -= 1
    family, given = " ".join(words[start:]), " ".join(words[:start])
    is_doubtful = follows or (" " in family and words[start] in AMBIGUOUS)
    doubt = f"Read {quote(family)} as the family name of {quote(text)}." if is_doubtful else ""
    return Name(family, given, suffix=suffix, written=text, doubt=doubt)


def final(text: str, words: list[str]) -> Name:
    """Return a name in its final form; what looks like initials at its end may be a degree or a suffix."""
    doubt = f"{quote(text)} may be two authors; separate them." if TWO_NAMES.fullmatch(text.replace(".", "")) else ""
    if len(words) > 2 and words[0] not in PARTICLES:
        before = is_final(" ".join(words[:-1]))
        if is_degree(words[-1]) and before and not text.isupper():
            return Name(" ".join(words[:-1]), written=text)
        if is_degree(words[-1]) or (ROMAN.fullmatch(words[-1]) and not before):
            doubt = f"Read {quote(words[-1])} as initials in the author {quote(text)}."
    return Name(text, doubt=doubt)
