"""Files in which a program exchanged family and given names: ``A, TOUROVSKAIA``."""

from __future__ import annotations

from dataclasses import replace

from pipeline.messages import quote
from pipeline.references.authors import authors
from pipeline.references.names import Name, bare, classes, person
from pipeline.references.reference import Record, Reference

TURNED = "Family and given names were exchanged in this file, as in {}; they were turned back."
NOT_TURNED = "Most family names have one letter, as in {}, so they were exchanged or cut. Export from another program."
# Fewer may be real: Weinan E is a mathematician.
FEWEST = 3


def turned_back(records: list[Record]) -> list[Record]:
    """Return the records of a file with family names first, if most family names are one letter.

    Raises:
        ValueError: not all names can be turned; the sentence says so.
    """
    people = {name for record in records if isinstance(record, Reference) for name in record.names if is_separated(name)}
    exchanged = sorted(name.source for name in people if all(len(bare(word)) == 1 for word in name.family.split()))
    if len(exchanged) < FEWEST or len(exchanged) * 2 <= len(people):
        return records
    if not all(len(bare(name.given)) > 1 and all("initials" in classes(word) for word in name.family.split()) for name in people):
        raise ValueError(NOT_TURNED.format(quote(exchanged[0])))
    notes = [TURNED.format(quote(exchanged[0]))]  # once for the file
    return [turn(record, notes) if isinstance(record, Reference) and record.names else record for record in records]


def is_separated(name: Name) -> bool:
    """Return whether family and given names are separated by a comma."""
    return bool(name.initials) and "," in name.source


def turn(record: Reference, notes: list[str]) -> Reference:
    """Return a record with its names turned, and with the notes, which are only for the first record."""
    before = authors(record.names)
    after = authors(person(name.given, name.family) if is_separated(name) else name for name in record.names)
    others = [note for note in record.notes if note not in before.notes]
    others += [*after.notes, *notes]
    notes.clear()
    return replace(record, cells={**record.cells, "authors": after.text}, notes=tuple(others), names=after.names)
