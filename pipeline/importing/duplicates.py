"""The records of one export that are the same publication, and the fullest of them, which is taken as it is."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from itertools import chain

from pipeline.importing.identity import Identity
from pipeline.importing.record_types import RecordType
from pipeline.importing.reference import Reference

REQUIRED = ("title", "authors", "journal", "year")
# Authors of whom only initials are left, as exports have it that exchanged family and given names.
POOR_AUTHOR = re.compile(r"(?:^|, )\w \w")


@dataclass
class Group:
    """Records that are one publication, in the order of the file, and the numbers that they have."""

    members: list[tuple[Identity, Reference]] = field(default_factory=list)
    dois: set[str] = field(default_factory=set)
    pubmeds: set[str] = field(default_factory=set)

    @property
    def fullest(self) -> tuple[Identity, Reference]:
        return max(self.members, key=lambda member: fullness(member[1]))  # of equals the first

    def add(self, identity: Identity, reference: Reference) -> None:
        self.members.append((identity, reference))
        self.dois |= {identity.doi} - {""}
        self.pubmeds |= {identity.pubmed} - {""}

    def takes(self, identity: Identity) -> bool:
        """Whether no number of a record of the same name says that it is another publication."""
        return all(
            not number or number in known or not known
            for number, known in ((identity.doi, self.dois), (identity.pubmed, self.pubmeds))
        )


def fullness(reference: Reference) -> tuple[bool, int]:
    """How much a record says: whether it can be published, and the number of its cells, less what mangled authors are worth."""
    cells = reference.cells
    poor = 2 if POOR_AUTHOR.search(cells.get("authors", "")) else 0
    return all(name in cells for name in REQUIRED), len(cells) - poor


def grouped(references: Iterable[Reference]) -> list[Group]:
    """The groups in the order of their first records."""
    groups: list[Group] = []
    by_number: dict[Hashable, Group] = {}
    by_name: defaultdict[Hashable, list[Group]] = defaultdict(list)
    for reference in references:
        identity = Identity(reference.cells, preprint=reference.record_type == RecordType.PREPRINT)
        known = [by_number[number] for number in identity.numbers if number in by_number]
        group = next(chain(known, (other for other in by_name[identity.name] if other.takes(identity))), None)
        if group is None:
            group = Group()
            groups.append(group)
        added = [(identity, reference)]
        for other in known:
            if other is not group:  # one has the DOI, another the PubMed number, this one both
                added += other.members
                other.members.clear()
        for member, its_reference in added:
            group.add(member, its_reference)
            by_number.update(dict.fromkeys(member.numbers, group))
            if member.title and group not in by_name[member.name]:
                by_name[member.name].append(group)
    return [group for group in groups if group.members]
