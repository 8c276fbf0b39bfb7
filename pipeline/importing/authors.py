"""The list of authors of a record, and notes about what was left out of it or is doubtful."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from db.names import COLLECTIVE, CUT_OFF, REMEMBERED, SEPARATOR, person
from db.text import normalize
from pipeline.importing.names import CASELESS, REST, Name, is_degree
from pipeline.importing.values import plain
from pipeline.messages import quote

WORD = re.compile(r"[^\W\d_]+(?:['’ʼ`][^\W\d_]+)*")
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
    capitals = (name.source,) if name.source.isupper() and not are_separated else ()
    return Authors(text.replace(SEPARATOR, " "), tuple(notes_on(name, text)), capitals)


def notes_on(name: Name, shown: str) -> Iterator[str]:
    """Yield what the owner should know about how a name was read."""
    if name.doubt:
        yield name.doubt
    elif SEPARATOR in shown:
        yield f"Removed the comma from the author {quote(shown)}, because commas separate authors."
    last = name.given.rpartition(" ")[2] if any(map(str.islower, name.given)) else ""
    if is_degree(last) and not last.istitle() and not name.doubt:
        yield f"Read {quote(last)} as initials in the author {quote(name.source)}."
    if name.source != shown and (lost := left_out(name.source, shown)):
        yield f"Left out {quote(lost)} of the author {quote(name.source)}."


def left_out(written: str, shown: str) -> str:
    """Return the part of a name that is in its shown form neither in full nor as an initial.

    This compares the result with the source whatever rules were used, so that no rule can lose a part of a name silently.
    """
    written = plain(written)
    full = WORD.findall(shown)
    rest, lost = [], []
    for word in WORD.finditer(written):
        if len(word[0]) > 1 and word[0] in full:
            full.remove(word[0])
        else:
            rest.append(word)
    initials = list(normalize("".join(full)))
    for word in sorted(rest, key=lambda word: is_degree(word[0])):
        if (initial := normalize(word[0])[0]) in initials:
            initials.remove(initial)
        else:
            lost.append(word)
    return written[min(word.start() for word in lost) : max(word.end() for word in lost)] if lost else ""


def lacks_initials(name: str) -> bool:
    """Return whether a name should have initials, and has none: it is not an organization, and its script has initials."""
    if not person(name).literal or CASELESS.search(name) or COLLECTIVE.search(name) or ACRONYM.fullmatch(name):
        return False
    return not any(word.isupper() for word in name.split()[1:])
