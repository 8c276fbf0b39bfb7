"""Matching: whether two references are the same paper.

When in doubt they are two, because an owner deletes a duplicate more easily than finds a lost paper. ``sources/README.md``
states the rule for owners, under "The same paper, or not".
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Generic, Self, TypeVar

from db.names import SEPARATOR
from db.notices import unmarked
from db.text import words
from pipeline.references import extract
from pipeline.references.comparison import agree, comparable, same_author
from pipeline.references.record_types import RecordType, is_preprint
from pipeline.references.reference import Location, Reference
from pipeline.references.values import plain

REQUIRED = ("title", "authors", "journal", "year")
# Authors reduced to initials, because an export swapped family and given names.
MANGLED_AUTHOR = re.compile(r"(?:^|, )\w \w")
ARTICLES = frozenset(("the", "a", "an"))
# Databases write TNF-α or TNF-alpha.
GREEK = {code: unicodedata.name(chr(code)).rpartition(" ")[2].lower() for code in range(ord("α"), ord("ω") + 1)}
# Together with another title, any of these says that an identifier is wrong. Abstracts of a supplement differ in pages only.
TELLING = ("year", "first author", "page")
# Papers with one key, such as a title, with which a record is compared: "Reply" may be the title of thousands.
MOST_COMPARED = 50


@dataclass(frozen=True, slots=True)
class Identity:
    """The properties of a paper that distinguish it from others, in the form in which they are compared."""

    doi: str
    pubmed: str  # the PubMed ID, or any other address in that cell
    title: str
    year: str
    author: str  # the first one
    journal: str
    page: str  # the first one
    is_preprint: bool

    @classmethod
    def of(cls, cells: Mapping[str, str], record_type: RecordType = RecordType.ARTICLE) -> Self:
        doi, journal = extract.doi(cells.get("doi", "")), cells.get("journal", "")
        title = words(unmarked(plain(cells.get("title", ""))).replace("&", " and "))
        return cls(
            doi,
            comparable("pubmed", cells.get("pubmed", "")),
            "".join(title[1:] if title and title[0] in ARTICLES else title).translate(GREEK) or cells.get("title", ""),
            cells.get("year", ""),
            cells.get("authors", "").partition(SEPARATOR)[0],
            journal,
            comparable("pages", cells.get("pages", "")).partition("-")[0],
            record_type == RecordType.PREPRINT or is_preprint(journal, doi),
        )

    @property
    def numbers(self) -> Iterator[tuple[str, str]]:
        """The identifiers with the names of their fields."""
        yield from ((name, value) for name, value in (("doi", self.doi), ("pubmed", self.pubmed)) if value)

    @property
    def name(self) -> tuple[str, str, bool]:
        """The values that records of a paper have in common if they share no identifier."""
        return self.title, self.year, self.is_preprint

    @property
    def names(self) -> list[Hashable]:
        """The keys of papers that may be the same without a shared identifier: all values, then those that have to agree."""
        return [(*self.name, self.author, self.journal, self.page), self.name] if self.title else []

    def differences(self, other: Identity) -> Iterator[str]:
        """Yield the properties in which two records differ, except titles; a missing value differs from none."""
        pairs = (
            ("DOI", self.doi, other.doi, str.__eq__),
            ("PubMed ID", self.pubmed, other.pubmed, str.__eq__),
            ("year", self.year, other.year, str.__eq__),
            ("page", self.page, other.page, str.__eq__),
            ("first author", self.author, other.author, same_author),
            ("journal", self.journal, other.journal, partial(agree, "journal")),
        )
        return (name for name, first, second, same in pairs if first and second and not same(first, second))

    def continues(self, other: Identity) -> bool:
        """Return whether titles are the same, or one continues the other."""
        shorter, longer = sorted((self.title, other.title), key=len)
        return longer.startswith(shorter)

    def contradictions(self, other: Identity) -> list[str]:
        """Return what says that two records are different papers even if they share an identifier."""
        if self.doi and other.doi and self.doi != other.doi:
            return ["DOI"]
        if self.continues(other):
            return []
        if self.title in other.title or other.title in self.title:  # a correction of the other, a comment on it, or a reply
            return ["title"]
        telling = [name for name in self.differences(other) if name in TELLING]
        return ["title", *telling] if telling else []

    def is_same(self, other: Identity) -> bool:
        """Return whether two records are the same paper. Without a shared identifier, a shared page outweighs another journal."""
        if (self.doi and self.doi == other.doi) or (self.pubmed and self.pubmed == other.pubmed):
            return not self.contradictions(other)
        has_page = bool(self.page) and self.page == other.page
        is_comparable = has_page or (self.author and other.author) or (self.journal and other.journal)
        if not self.title or self.name != other.name or not is_comparable:
            return False
        return all(name == "journal" and has_page for name in self.differences(other))


@dataclass(eq=False, slots=True)
class Group:
    """References that are the same paper, in the order of the file.

    With ``fills``, only those fields may fill cells, and no row is added: the paper was looked up by an identifier of the list.
    """

    references: list[Reference] = field(default_factory=list)
    identities: set[Identity] = field(default_factory=set)
    fills: frozenset[str] = frozenset()

    @classmethod
    def of(cls, reference: Reference, *, fills: Iterable[str] = ()) -> Self:
        return cls([reference], {Identity.of(reference.cells, reference.record_type)}, frozenset(fills))

    @property
    def fullest(self) -> Reference:
        return max(self.references, key=fullness)  # on a tie the first

    def is_same(self, identity: Identity) -> bool:
        return any(map(identity.is_same, self.identities)) and not any(map(identity.contradictions, self.identities))


@dataclass(eq=False, slots=True)
class ListedPaper:
    """A paper of the list as it will be: a row of the file, or a new one of a record at a location.

    ``left_out`` are the identifiers of the record that another paper has: a record with others is still a third paper.
    """

    cells: dict[str, str]
    row: int | None = None
    location: Location | None = None
    left_out: dict[str, str] = field(default_factory=dict)
    identity: Identity = field(init=False)

    def __post_init__(self) -> None:
        self.fill({}, {})

    @property
    def where(self) -> str:
        return str(self.location) if self.location else f"row {self.row}"

    @property
    def title(self) -> str:
        return self.cells.get("title", "")

    def fill(self, cells: Mapping[str, str], left_out: Mapping[str, str]) -> None:
        self.cells |= cells
        self.left_out |= left_out
        self.identity = Identity.of({**self.left_out, **{name: cell for name, cell in self.cells.items() if cell}})

    def is_same(self, identity: Identity) -> bool:
        return self.identity.is_same(identity)


Paper = TypeVar("Paper", Group, ListedPaper)


class Index(Generic[Paper]):
    """Papers by their identifiers and titles. An identifier belongs to the first paper that has it."""

    def __init__(self) -> None:
        self.first: dict[Hashable, Paper] = {}
        self.namesakes: defaultdict[Hashable, list[Paper]] = defaultdict(list)

    def add(self, identity: Identity, paper: Paper) -> None:
        """Add a paper, or the keys that it has now."""
        for key in (*identity.numbers, identity.title):
            self.first.setdefault(key, paper)
        for name in identity.names:
            papers = self.namesakes[name]
            if len(papers) < MOST_COMPARED and paper not in papers:
                papers.append(paper)

    def find(self, identity: Identity) -> Paper | None:
        """Return the paper that is the same."""
        return next((paper for paper in self.candidates(identity) if paper.is_same(identity)), None)

    def candidates(self, identity: Identity) -> Iterator[Paper]:
        """Yield the papers with one of the identifiers, then some with its title."""
        yield from filter(None, map(self.first.get, identity.numbers))
        for name in identity.names:
            yield from self.namesakes.get(name, ())


def fullness(reference: Reference) -> tuple[bool, bool, int]:
    """Return whether a record can be published, whether its authors are whole, and the number of its cells."""
    cells = reference.cells
    return all(name in cells for name in REQUIRED), not MANGLED_AUTHOR.search(cells.get("authors", "")), len(cells)


def grouped(references: Iterable[Reference]) -> list[Group]:
    """Return the groups of references that are the same paper, in the order of their first references."""
    groups: list[Group] = []
    index: Index[Group] = Index()
    for reference in references:
        identity = Identity.of(reference.cells, reference.record_type)
        group = index.find(identity)
        if group is None:
            group = Group()
            groups.append(group)
        group.references.append(reference)
        group.identities.add(identity)
        index.add(identity, group)
    return groups


def library(rows: Mapping[int, Mapping[str, str]]) -> Index[ListedPaper]:
    """Return the index of the numbered rows of the list."""
    index: Index[ListedPaper] = Index()
    for number, cells in rows.items():
        paper = ListedPaper(dict(cells), number)
        index.add(paper.identity, paper)
    return index
