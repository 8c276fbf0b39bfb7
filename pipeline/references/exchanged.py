"""Files in which a program exchanged family and given names: ``A, TOUROVSKAIA``."""

from __future__ import annotations

from dataclasses import replace

from pipeline.messages import quote
from pipeline.references.authors import authors
from pipeline.references.names import Name, person
from pipeline.references.reference import Record, Reference
from pipeline.references.words import bare, classes

TURNED = "Family and given names were exchanged in this file, as in {}; they were turned back."
NOT_TURNED = "Most family names have one letter, as in {}, so they were exchanged or cut. Export from another program."
# Fewer may be real: Weinan E is a mathematician.
FEWEST = 3


def turned_back(records: list[Record]) -> list[Record]:
    """Return the records of a file with family names first, if most family names are one letter.

    Raises:
        ValueError: not all names can be turned; the sentence says so.
    """
    names = (name for record in records if isinstance(record, Reference) for name in record.names)
    people = dict.fromkeys(name for name in names if name.initials and "," in name.source)
    exchanged = [name for name in people if all(len(bare(word)) == 1 for word in name.family.split())]
    if len(exchanged) < FEWEST or len(exchanged) * 2 <= len(people):
        return records
    if not all(map(is_exchanged, people)):
        raise ValueError(NOT_TURNED.format(quote(exchanged[0].source)))
    note = TURNED.format(quote(exchanged[0].source))
    turned = list[Record]()
    for record in records:
        if isinstance(record, Reference) and record.names:
            before, after = authors(record.names), authors(map(turn, record.names))
            notes = (note, *(text for text in record.notes if text not in before.notes), *after.notes)
            turned.append(replace(record, cells={**record.cells, "authors": after.text}, notes=tuple(filter(None, notes))))
            note = ""
        else:
            turned.append(record)
    return turned


def is_exchanged(name: Name) -> bool:
    """Return whether the family name of a person may be initials, and the given name a family name."""
    return all("initials" in classes(word) for word in name.family.split()) and len(bare(name.given)) > 1


def turn(name: Name) -> Name:
    return person(name.given, name.family) if name.initials and "," in name.source else name
