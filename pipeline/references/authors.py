"""The list of authors of a record, and notes about what was left out of it or is doubtful."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from db.names import COLLECTIVE, CUT_OFF, MOST_INITIALS, REMEMBERED, SEPARATOR, person
from db.text import normalize
from pipeline.messages import quote
from pipeline.references.degrees import is_certain_degree, is_degree
from pipeline.references.names import CASELESS, REST, Name
from pipeline.references.values import plain

WORD = re.compile(r"[^\W\d_]+(?:['’ʼ`][^\W\d_]+)*")
CAPITALS = re.compile(r"[^\W\d_a-z]{2}")
ACRONYM = re.compile(r"[A-Z]{2,6}")


@dataclass(frozen=True)
class Authors:
    """The authors of a record in the form of the list, and notes about what was left out or is doubtful."""

    text: str
    notes: tuple[str, ...]
    capitals: tuple[str, ...]  # names in capitals without a comma, whose order may be wrong


def authors(names: Iterable[Name | str]) -> Authors:
    """Return the list of authors; a name that only says that there are more ends the list with ``et al``."""
    shown, notes, without, capitals, cut_off = list[str](), list[str](), list[str](), list[str](), False
    for name in names:
        one = author(name if isinstance(name, Name) else Name(name))
        if REST.fullmatch(one.text):
            cut_off = True
        elif one.text:
            shown.append(one.text)
            notes += one.notes
            capitals += one.capitals
            without += [one.text] if lacks_initials(one.text) else []
    if without:
        notes.append(f"No initials: {', '.join(map(quote, without[:3]))}{' and others' if len(without) > 3 else ''}.")
    return Authors(SEPARATOR.join([*shown, CUT_OFF] if shown and cut_off else shown), tuple(notes), tuple(capitals))


@lru_cache(REMEMBERED)
def author(name: Name) -> Authors:
    """Return one author; most names come again and again."""
    text = plain(str(name))
    are_separated = "," in name.source or " " not in name.source or (name.given and not name.written)
    capitals = (name.source,) if name.source.isupper() and not are_separated and not COLLECTIVE.search(text) else ()
    return Authors(text.replace(SEPARATOR, " "), tuple(notes_on(name, text)), capitals)


def notes_on(name: Name, shown: str) -> Iterator[str]:
    """Yield what the owner should know about how a name was read."""
    if name.doubt:
        yield name.doubt
    elif SEPARATOR in shown:
        yield f"Removed the comma from the author {quote(shown)}, because commas separate authors."
    *before, last = name.given.split() or [""]
    found = shown.removesuffix(f" {name.suffix}").rpartition(" ")[2]
    as_degree = is_degree(last) and not last.istitle() and (before or not last.isupper()) and last.upper() in found
    too_many = name.given and len(found) > MOST_INITIALS and found.isupper() and CAPITALS.search(name.given)
    if (as_degree or too_many) and not name.doubt:
        yield f"Read {quote(last if as_degree else name.given)} as initials in the author {quote(name.source)}."
    if name.source != shown and (lost := left_out(name.source, shown)):
        yield f"Left out {quote(lost)} of the author {quote(name.source)}."


def left_out(written: str, shown: str) -> str:
    """Return the part of a name that is in its shown form neither in full nor as an initial.

    This compares the result with the source whatever rules were used, so that no rule can lose a part of a name silently.
    """
    written = plain(written)
    full = Counter(WORD.findall(shown))
    rest, lost = [], []
    for word in WORD.finditer(written):
        if len(word[0]) > 1 and full[word[0]]:
            full[word[0]] -= 1
        else:
            rest.append(word)
    initials, in_capitals = Counter(normalize("".join(full.elements()))), written.isupper()
    for word in sorted(rest, key=lambda word: is_degree(word[0])):
        every = is_certain_degree(word[0]) or (word[0].isupper() and not in_capitals)
        letters = Counter(normalize(word[0]) if every else normalize(word[0])[0])
        if letters <= initials:
            initials -= letters
        else:
            lost.append(word)
    return written[min(word.start() for word in lost) : max(word.end() for word in lost)] if lost else ""


def lacks_initials(name: str) -> bool:
    """Return whether a name should have initials, and has none: it is not an organization, and its script has initials."""
    is_whole = not person(name).literal or CASELESS.search(name) or COLLECTIVE.search(name) or ACRONYM.fullmatch(name)
    return not is_whole and not any(word.isupper() for word in name.split()[1:])
