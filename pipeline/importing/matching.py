"""Matching: when two records are the same publication, and when two values of a field say the same.

Records match by DOI, by PubMed ID, or by title and year. Titles are compared without case, accents, punctuation and markup, and
only if no identifier contradicts. A preprint does not match the paper that it became, nor a correction, a comment or a reply the
paper that it is about, nor a chapter the book whose DOI it bears.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from db.text import letters, normalize
from pipeline.importing import identifiers
from pipeline.importing.csv_editor import Row
from pipeline.importing.record_types import RecordType, is_preprint
from pipeline.importing.reference import Reference
from pipeline.importing.values import pages, plain

# How titles of papers about papers begin.
ABOUT = {
    "correction": re.compile(
        r"(?:publisher'?s? |author'?s? )?(?:errat(?:um|a)|corrigend(?:um|a)|addendum|corrections?(?= to|:|\.| for))\b"
    ),
    "comment": re.compile(
        r"(?:invited )?comment(?:ary|s)? (?:on|to|about)\b|(?:the )?authors?'?s? (?:reply|response)|repl(?:y|ies)\b"
        r"|response to\b|in (?:reply|response)\b|letter to the editor|re:"
    ),
}
# Shorter titles recur ("Reply", "Gout"): they need more than the year to identify a publication.
SHORT_TITLE = 25
REQUIRED = ("title", "authors", "journal", "year")
# Authors of whom only initials are left, because an export swapped family and given names.
MANGLED_AUTHOR = re.compile(r"(?:^|, )\w \w")
PAGE_RANGE = re.compile(r"(\D*)(\d+)-(\D*)(\d+)")
SCHEME = re.compile(r"https?://(?:www\.)?", re.IGNORECASE)


@dataclass(frozen=True)
class Identity:
    """The properties of a publication that distinguish it from others."""

    cells: Mapping[str, str]
    record_type: RecordType = RecordType.ARTICLE

    @cached_property
    def doi(self) -> str:
        return identifiers.doi(self.cells.get("doi", ""))

    @cached_property
    def pubmed(self) -> str:
        """The PubMed ID, or any other address in that cell."""
        address = self.cells.get("pubmed", "")
        return identifiers.pmid(address) or address.strip().lower()

    @cached_property
    def title(self) -> str:
        return letters(plain(self.cells.get("title", "")))

    @cached_property
    def about(self) -> str:
        """The relation of the publication to another, according to its title; "" if it has none."""
        start = normalize(plain(self.cells.get("title", ""))[:80]).replace("’", "'").lstrip('["“')
        return next((name for name, pattern in ABOUT.items() if pattern.match(start)), "")

    @property
    def numbers(self) -> Iterator[Hashable]:
        """Keys that no other publication has; several chapters may bear the DOI of their book."""
        if self.doi:
            yield "doi", self.doi, self.about, self.title if self.record_type == RecordType.CHAPTER else ""
        if self.pubmed:
            yield "pubmed", self.pubmed, self.about

    @cached_property
    def name(self) -> Hashable:
        """A key that hardly any other publication has, for records of which one has no number."""
        fields = ("journal", "volume", "pages") if len(self.title) < SHORT_TITLE else ()
        preprint = self.record_type == RecordType.PREPRINT or is_preprint(self.cells.get("journal", ""), self.doi)
        return self.title, self.cells.get("year", ""), preprint, *(letters(self.cells.get(name, "")) for name in fields)

    def contradicts(self, other: Identity) -> bool:
        """Return whether an identifier that both have differs."""
        return bool(
            (self.doi and other.doi and self.doi != other.doi) or (self.pubmed and other.pubmed and self.pubmed != other.pubmed)
        )


@dataclass
class Group:
    """Records of one export that are the same publication, in the order of the file, and their numbers."""

    members: list[tuple[Identity, Reference]] = field(default_factory=list)
    dois: set[str] = field(default_factory=set)
    pubmeds: set[str] = field(default_factory=set)

    @property
    def fullest(self) -> tuple[Identity, Reference]:
        return max(self.members, key=lambda member: fullness(member[1]))  # on a tie the first

    def add(self, identity: Identity, reference: Reference) -> None:
        self.members.append((identity, reference))
        self.dois |= {identity.doi} - {""}
        self.pubmeds |= {identity.pubmed} - {""}

    def accepts(self, identity: Identity) -> bool:
        """Return whether no number of a record of the same name says that it is another publication."""
        numbers = ((identity.doi, self.dois), (identity.pubmed, self.pubmeds))
        return all(not number or number in known or not known for number, known in numbers)


def fullness(reference: Reference) -> tuple[bool, int]:
    """Return whether a record can be published, and the number of its cells; mangled authors count as two cells less."""
    cells = reference.cells
    penalty = 2 if MANGLED_AUTHOR.search(cells.get("authors", "")) else 0
    return all(name in cells for name in REQUIRED), len(cells) - penalty


def grouped(references: Iterable[Reference]) -> list[Group]:
    """Return the groups of records that are the same publication, in the order of their first records."""
    groups: list[Group] = []
    by_number: dict[Hashable, Group] = {}
    by_name: defaultdict[Hashable, list[Group]] = defaultdict(list)
    for reference in references:
        identity = Identity(reference.cells, reference.record_type)
        known = [by_number[number] for number in identity.numbers if number in by_number]
        group = next(chain(known, (other for other in by_name[identity.name] if other.accepts(identity))), None)
        if group is None:
            group = Group()
            groups.append(group)
        added = [(identity, reference)]
        for other in known:
            if other is not group:  # one has the DOI, another the PubMed ID, this one both
                added += other.members
                other.members.clear()
        for member, its_reference in added:
            group.add(member, its_reference)
            by_number.update(dict.fromkeys(member.numbers, group))
            if member.title and group not in by_name[member.name]:
                by_name[member.name].append(group)
    return [group for group in groups if group.members]


@dataclass
class Publication:
    """A publication of the list as it will be: a row of the file, or a record that will become one."""

    cells: dict[str, str]
    row: Row | None
    where: str


class Library:
    """The publications of the list as it will be, by the keys of their identities."""

    def __init__(self) -> None:
        self.publications: list[Publication] = []
        self.by_number: dict[Hashable, Publication] = {}
        self.by_name: defaultdict[Hashable, list[Publication]] = defaultdict(list)
        self.by_title: dict[str, Publication] = {}
        self.by_doi: dict[str, Publication] = {}

    def add(self, publication: Publication) -> None:
        self.publications.append(publication)
        identity = Identity(publication.cells)
        if identity.title:
            self.by_name[identity.name].append(publication)
            self.by_title.setdefault(identity.title, publication)
        self.index(publication)

    def index(self, publication: Publication) -> None:
        """Index a publication by the numbers that it has now."""
        identity = Identity(publication.cells)
        for number in identity.numbers:
            self.by_number.setdefault(number, publication)
        if identity.doi:
            self.by_doi.setdefault(identity.doi, publication)

    def find(self, identity: Identity) -> Publication | None:
        """Return the publication that matches."""
        for number in identity.numbers:
            if number in self.by_number:
                return self.by_number[number]
        named = self.by_name.get(identity.name, ()) if identity.title else ()
        return next((known for known in named if not identity.contradicts(Identity(known.cells))), None)


def agree(name: str, kept: str, other: str) -> bool:
    """Return whether two values of a field say the same, even if they are written differently."""
    return kept == other or comparable(name, kept) == comparable(name, other)


def comparable(name: str, value: str) -> str:
    """Return the value of a field in the form in which it is compared."""
    if name == "doi":
        return identifiers.doi(value) or normalize(value)
    if name == "pubmed":
        return identifiers.pmid(value) or normalize(value)
    if name == "url":
        return SCHEME.sub("", value).rstrip("/")
    if name == "pages":
        return whole_range(normalize(pages(value)))
    if name in ("title", "authors", "journal"):
        return letters(plain(value).replace("&", " and ")) or value
    return normalize(plain(value))


def whole_range(text: str) -> str:
    """Return a page range with its last page in full (``1521-7`` is ``1521-1527``), or the page if both are the same."""
    match = PAGE_RANGE.fullmatch(text)
    if not match:
        return text
    before, first, before_last, last = match.groups()
    last = first[: max(0, len(first) - len(last))] + last
    before_last = before_last or before
    return f"{before}{first}" if (before, first) == (before_last, last) else f"{before}{first}-{before_last}{last}"
