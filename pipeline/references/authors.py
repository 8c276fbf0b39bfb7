"""Lists of authors, and notes about what was left out of them or is doubtful."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from db.names import CUT_OFF, MOST_INITIALS, SEPARATOR
from pipeline.messages import quote
from pipeline.references.names import Name, bare, classes, is_caseless, parse, person, whole
from pipeline.references.values import plain

# How exports abbreviate the end of a list.
REST = re.compile(
    r"(?:^|(?<![\s,;])[\s,;]++)(?:(?:(?:and |& ?)?\[?(?:et\.? ?al\.?|…|\.{3,})\]? ?)+|(?:and|&) others)$|^others$", re.IGNORECASE
)
AND = re.compile(r",? (?:and|&) ", re.IGNORECASE)


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
        notes.append(f"No initials: {', '.join(without[:3])}{' and others' if len(without) > 3 else ''}.")
    cut_off = [CUT_OFF] if listed and any(REST.fullmatch(name.text) for name in every) else []
    return AuthorList(SEPARATOR.join([*(name.text for name in listed), *cut_off]), tuple(notes), every)


def notes_on(name: Name) -> Iterator[str]:
    """Yield what the owner should know about how a name was read."""
    if name.is_doubtful:
        if name.text == name.source.replace(",", ""):
            yield f"Cannot tell the parts of the author {quote(name.source)}; kept as it is."
        else:
            yield f"Read the author {quote(name.source)} as {quote(name.text)}."
    if lost := [*name.dropped, *missing(name)]:
        yield f"Left out {quote(' '.join(lost))} of the author {quote(name.source)}."


def missing(name: Name) -> Counter[str]:
    """Return the words of a source that a name does not account for. There are none, unless a rule is wrong."""
    parts = " ".join((name.family, name.given, name.suffix, *name.dropped)).lower()
    return Counter(filter(None, map(bare, name.source.lower().replace(",", " ").split()))) - Counter(map(bare, parts.split()))


def lacks_initials(name: Name) -> bool:
    """Return whether a name should have initials, and has none: it is not an organization, and its script has initials."""
    is_complete = name.initials or name.is_doubtful or is_caseless(name.text) or "organization" in classes(name.text)
    return not is_complete and not any(word.isupper() for word in name.text.split())


def read(text: str) -> Iterator[Name]:
    """Yield the names in a text, usually one: between semicolons or whole names with commas; ``et al`` if it is cut off."""
    text = plain(text)
    if ending := REST.search(text):
        yield from read(text[: ending.start()])
        yield Name(CUT_OFF)
    elif ";" in text:
        for part in text.split(";"):
            yield from read(part)
    elif len(parts := AND.split(text)) > 1 and all(" " in part and "organization" not in classes(part) for part in parts):
        for part in parts:
            yield from read(part)
    elif text:
        yield from split_list(text) or [parse(text)]


def split_list(text: str) -> list[Name]:
    """Return the names in a list with commas: ``Family GI, Family GI``, ``G. Family, G. Family``, three or more of
    ``Given Family``, or ``Family, G., Family, G.``
    """
    parts = [part.split() for part in text.split(",")]
    if len(parts) < 2 or not all(parts) or "organization" in classes(text):
        return []
    longest = 2 if text.isupper() else MOST_INITIALS  # ANA MARIA
    initials = [["initials" in classes(word) and len(bare(word)) <= longest for word in words] for words in parts]
    if all(len(words) > 1 and not all(words) for words in initials):
        are_names = len(parts) > 2 or all(words[-1] for words in initials) or all(words[0] for words in initials)
        return [parse(" ".join(words)) for words in parts] if are_names else []
    if len(parts) < 4 or len(parts) % 2 or not all(map(all, initials[1::2])):
        return []
    return [person(" ".join(family), " ".join(given)) for family, given in zip(parts[::2], parts[1::2], strict=True)]
