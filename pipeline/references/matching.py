"""Matching: when two records are the same publication, and when two values of a field say the same.

Records match by DOI, by PubMed ID, or by title and year. Titles are compared without case, accents, punctuation and markup, and
only if no identifier contradicts. A preprint does not match the paper that it became, nor a correction, a comment or a reply the
paper that it is about, nor a chapter its book, which may have the same DOI.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, takewhile
from typing import Generic, TypeVar

from db.text import letters, normalize
from pipeline.importing.csv_editor import Row
from pipeline.messages import LONGEST_QUOTE, quote
from pipeline.references import identifiers
from pipeline.references.record_types import RecordType, is_preprint
from pipeline.references.reference import Reference
from pipeline.references.values import AFTER_JOURNAL, pages, plain

# How the titles of corrections, comments and replies begin.
ABOUT = re.compile(
    r"(?:publisher'?s? |author'?s? )?(?:errat(?:um|a)|corrigend(?:um|a)|addendum|corrections?(?= to|:|\.| for))\b"
    r"|(?:invited )?comment(?:ary|s)? (?:on|to|about)\b|(?:the )?authors?'?s? (?:reply|response)|repl(?:y|ies)\b"
    r"|response to\b|in (?:reply|response)\b|letter to the editor|re:"
)
# Shorter titles recur ("Reply", "Gout"): they need more than the year to identify a publication.
SHORT_TITLE = 25
REQUIRED = ("title", "authors", "journal", "year")
# Authors of whom only initials are left, because an export swapped family and given names.
MANGLED_AUTHOR = re.compile(r"(?:^|, )\w \w")
OPPOSITE = {RecordType.BOOK: RecordType.CHAPTER, RecordType.CHAPTER: RecordType.BOOK}
JOURNAL_WORD = re.compile(r"\([^()]*\)|\b(?:of|the|and|in|for|on)\b|(\w+)")
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
    def is_about_another(self) -> bool:
        """Whether the publication corrects, comments on or replies to another, which may have the same numbers."""
        start = normalize(plain(self.cells.get("title", ""))[:80]).replace("’", "'").lstrip('["“')
        return bool(ABOUT.match(start))

    @property
    def numbers(self) -> Iterator[Hashable]:
        """Keys that no other publication has; a book and several of its chapters may have one DOI."""
        if self.doi:
            if self.record_type != RecordType.CHAPTER:
                yield "doi", self.doi, self.is_about_another, self.record_type == RecordType.BOOK
            yield "doi", self.doi, self.is_about_another, self.title
        if self.pubmed:
            yield "pubmed", self.pubmed, self.is_about_another

    @cached_property
    def name(self) -> Hashable:
        """A key that hardly any other publication has, for records of which one has no number."""
        fields = ("journal", "volume", "pages") if len(self.title) < SHORT_TITLE else ()
        preprint = self.record_type == RecordType.PREPRINT or is_preprint(self.cells.get("journal", ""), self.doi)
        return self.title, self.cells.get("year", ""), preprint, *(letters(self.cells.get(name, "")) for name in fields)

    def contradicts(self, other: Identity) -> bool:
        """Return whether an identifier that both have differs."""
        return any(one and two and one != two for one, two in ((self.doi, other.doi), (self.pubmed, other.pubmed)))


@dataclass(eq=False)
class Group:
    """Records of one export that are the same publication, in the order of the file."""

    members: list[tuple[Identity, Reference]] = field(default_factory=list)

    @property
    def fullest(self) -> tuple[Identity, Reference]:
        return max(self.members, key=lambda member: fullness(member[1]))  # on a tie the first

    @property
    def record_types(self) -> set[RecordType]:
        return {identity.record_type for identity, _ in self.members}

    def contradicts(self, identity: Identity) -> bool:
        return any(identity.contradicts(member) for member, _ in self.members)


@dataclass(eq=False)
class Publication:
    """A publication of the list as it will be: a row of the file, or a record that will become one."""

    cells: dict[str, str]
    row: Row | None
    where: str
    record_types: set[RecordType] = field(default_factory=set)  # those of its records; a row has none

    def contradicts(self, identity: Identity) -> bool:
        return identity.contradicts(Identity(self.cells))


Known = TypeVar("Known", Group, Publication)


class Index(Generic[Known]):
    """Publications by the keys of their identities."""

    def __init__(self) -> None:
        self.by_number: dict[Hashable, Known] = {}
        self.by_name: defaultdict[Hashable, list[Known]] = defaultdict(list)

    def add(self, identity: Identity, known: Known) -> None:
        """Add a publication, or the keys that it has now."""
        for number in identity.numbers:
            self.by_number.setdefault(number, known)
        if identity.title and known not in self.by_name[identity.name]:
            self.by_name[identity.name].append(known)

    def find(self, identity: Identity) -> Known | None:
        """Return the publication with one of the numbers, or else the name and no other number; never a book for its chapter."""
        numbered = (self.by_number[number] for number in identity.numbers if number in self.by_number)
        named = (known for known in self.by_name.get(identity.name, ()) if not known.contradicts(identity))
        opposite = OPPOSITE.get(identity.record_type)
        return next((known for known in chain(numbered, named) if opposite not in known.record_types), None)


def fullness(reference: Reference) -> tuple[bool, int]:
    """Return whether a record can be published, and the number of its cells; mangled authors count as two cells less."""
    cells = reference.cells
    penalty = 2 if MANGLED_AUTHOR.search(cells.get("authors", "")) else 0
    return all(name in cells for name in REQUIRED), len(cells) - penalty


def grouped(references: Iterable[Reference]) -> list[Group]:
    """Return the groups of records that are the same publication, in the order of their first records."""
    groups: list[Group] = []
    index: Index[Group] = Index()
    for reference in references:
        identity = Identity(reference.cells, reference.record_type)
        group = index.find(identity)
        if group is None:
            group = Group()
            groups.append(group)
        group.members.append((identity, reference))
        index.add(identity, group)
    return groups


class Library(Index[Publication]):
    """The publications of the list as it will be, also by DOI and by title alone."""

    def __init__(self) -> None:
        super().__init__()
        self.publications: dict[Publication, None] = {}  # in order
        self.by_title: dict[str, Publication] = {}
        self.by_doi: dict[str, Publication] = {}

    def add(self, identity: Identity, known: Publication) -> None:
        super().add(identity, known)
        self.publications[known] = None
        self.by_title.setdefault(identity.title, known)
        self.by_doi.setdefault(identity.doi, known)


def agree(name: str, kept: str, other: str) -> bool:
    """Return whether two values of a field say the same, even if they are written differently."""
    return kept == other or comparable(name, kept) == comparable(name, other)


def quoted(one: str, other: str) -> tuple[str, str]:
    """Return two different values in quotes: long ones from shortly before the first word that differs."""
    words = one.split(), other.split()
    alike = sum(takewhile(bool, (letters(first) == letters(second) for first, second in zip(*words, strict=False))))
    start = max(0, alike - 2) if max(len(one), len(other)) > LONGEST_QUOTE else 0
    shown = [quote(" ".join(["…", *text[start:]])) for text in words] if start else [quote(one), quote(other)]
    return shown[0], shown[1]


def abbreviates(first: str, second: str) -> bool:
    """Return whether one journal's name may abbreviate the other: ``J Natl Ex`` and ``Journal of National Examples``."""
    words = [list(filter(None, JOURNAL_WORD.findall(normalize(name)))) for name in (first, second)]
    pairs = [sorted(pair, key=len) for pair in zip(*words, strict=False)]
    same = (long.startswith(short) or contracts(short, long) for short, long in pairs)
    return len(words[0]) == len(words[1]) > 0 and all(same)


def contracts(short: str, long: str) -> bool:
    """Return whether a word is another one without some of the letters inside: ``natl`` and ``national``."""
    rest = iter(long)
    return (short[0], short[-1]) == (long[0], long[-1]) and all(letter in rest for letter in short)


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
        text = AFTER_JOURNAL.sub("", plain(value)) if name == "journal" else plain(value)
        return letters(text.replace("&", " and ")) or value
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
