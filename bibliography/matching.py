"""Compare two records, and decide by rules whether they are the same paper.

When in doubt they are two papers, because it is easier to delete a duplicate than to find a lost paper.
``sources/publications.md`` explains the rules to owners, under "The same paper, or not".
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple, Self

from bibliography import identifiers
from bibliography.comparison import (
    cells_agree,
    comparable,
    may_be_same_journal,
    same_author,
    same_issue,
    same_volume,
    split_supplement,
)
from bibliography.notices import LOCATORS_OF_CORRECTED
from bibliography.record_types import RecordType, is_preprint
from bibliography.values import strip_markup
from db.publication.author import AUTHOR_SEPARATOR
from db.publication.notice import strip_retraction_mark
from db.text import words

ARTICLES = frozenset(("the", "a", "an"))
# Databases write TNF-α or TNF-alpha.
GREEK = {code: unicodedata.name(chr(code)).rpartition(" ")[2].lower() for code in range(ord("α"), ord("ω") + 1)}
# Tumour, haemorrhage, oedema, labelled, randomize, centre, fibres. A space ends each word.
SPELLINGS = {"our": "or", "ae": "e", "oe": "e", "ll": "l", "z": "s"}
SPELLINGS |= {"tre ": "ter ", "tres ": "ters ", "bre ": "ber ", "bres ": "bers "}
ROMAN = frozenset("ivx")


@dataclass(frozen=True, slots=True)
class Identity:
    """The properties that distinguish a paper from others, ready to compare."""

    doi: str
    pubmed: str  # the PubMed ID, or any other address in that cell
    title: str
    words: tuple[str, ...]  # of the title
    year: str
    author: str  # the first one
    journal: str
    volume: str
    issue: str
    page: str  # the first one
    is_preprint: bool
    is_about_another: bool

    @classmethod
    def of(cls, cells: Mapping[str, str], record_type: RecordType = RecordType.ARTICLE) -> Self:
        doi, journal, title = identifiers.find_doi(cells.get("doi", "")), cells.get("journal", ""), cells.get("title", "")
        volume, supplement = split_supplement(cells.get("volume", ""))
        title_words = comparable_words(title)
        return cls(
            doi,
            comparable("pubmed", cells.get("pubmed", "")),
            "".join(title_words),
            title_words,
            cells.get("year", ""),
            cells.get("authors", "").partition(AUTHOR_SEPARATOR)[0],
            journal,
            volume,
            cells.get("issue", "") or supplement,
            comparable("pages", cells.get("pages", "")).partition("-")[0],
            record_type == RecordType.PREPRINT or is_preprint(journal, doi),
            bool(LOCATORS_OF_CORRECTED.search(title)),
        )

    @property
    def identifiers(self) -> Iterator[tuple[str, str]]:
        """The identifiers, each with its field: ``("doi", "10.1000/x")``."""
        yield from ((name, value) for name, value in (("doi", self.doi), ("pubmed", self.pubmed)) if value)

    @property
    def fallback_key(self) -> tuple[str, str, bool]:
        """The values that two records of a paper have in common, even if they share no identifier."""
        return self.title, self.year, self.is_preprint

    @property
    def fallback_keys(self) -> list[Hashable]:
        """Keys that find the same paper without a shared identifier: first all values, then only what must be equal."""
        whole = (*self.fallback_key, self.author, self.journal, self.volume, self.issue, self.page)
        return [whole, self.fallback_key] if self.title else []

    def shares_identifier(self, other: Identity) -> bool:
        return bool(self.doi and self.doi == other.doi) or bool(self.pubmed and self.pubmed == other.pubmed)

    def shares_page(self, other: Identity) -> bool:
        return bool(self.page) and self.page == other.page

    def shares_title(self, other: Identity) -> bool:
        """Whether titles and years are the same, and another value can be compared."""
        is_comparable = self.shares_page(other) or (self.author and other.author) or (self.journal and other.journal)
        return bool(self.title and is_comparable) and self.fallback_key == other.fallback_key

    def shares_title_start(self, other: Identity) -> bool:
        """Whether one title begins with the other. ``Part II`` does not begin with ``Part I``."""
        shorter, longer = sorted((self, other), key=lambda identity: len(identity.title))
        if not longer.title.startswith(shorter.title) or self.is_about_another != other.is_about_another:
            return False
        last = shorter.words[-1]
        return not (last.isdecimal() or set() < set(last) <= ROMAN) or len(shorter.title) in accumulate(map(len, longer.words))

    def rule_name(self, other: Identity) -> str:
        """What two records share, as a key of RULES. Records that share nothing are compared by the strictest identifier rule."""
        if not self.shares_identifier(other) and self.shares_title(other):
            return "title, year and page" if self.shares_page(other) else "title and year"
        if self.shares_title_start(other):
            return "identifier and title"
        is_contained = self.title in other.title or other.title in self.title  # in a correction, a comment or a reply
        return "identifier and page" if self.shares_page(other) and not is_contained else "identifier"

    def differences(self, other: Identity, properties: Iterable[str]) -> Iterator[str]:
        return (name for name in properties if DIFFER[name](self, other))

    def is_other(self, other: Identity) -> bool:
        """Whether two records are different papers, whatever they share."""
        rule = RULES[self.rule_name(other)]
        every = bool(rule.all_of) and all(DIFFER[name](self, other) for name in rule.all_of)
        return every or any(self.differences(other, rule.any_of))

    def is_same(self, other: Identity) -> bool:
        return (self.shares_identifier(other) or self.shares_title(other)) and not self.is_other(other)


def comparable_words(title: str) -> tuple[str, ...]:
    """The words of a title in one spelling (tumor for tumour), without a leading article."""
    title_words = words(strip_retraction_mark(strip_markup(title)).replace("&", " and "))
    if title_words and title_words[0] in ARTICLES:
        del title_words[0]
    text = "".join(f"{word} " for word in title_words).translate(GREEK)
    for spelling, other in SPELLINGS.items():
        text = text.replace(spelling, other)
    return tuple(text.split()) or (title,)


def differ_in(attribute: str, same: Callable[[str, str], bool] = str.__eq__) -> Callable[[Identity, Identity], bool]:
    """Make a function that compares one attribute. A missing value never differs."""

    def differ(first: Identity, second: Identity) -> bool:
        values = getattr(first, attribute), getattr(second, attribute)
        return all(values) and not same(*values)

    return differ


def differ_in_journal(first: Identity, second: Identity) -> bool:
    """If the first page is the same, any possible abbreviation counts as the same journal."""
    journals = first.journal, second.journal
    return (
        all(journals)
        and not cells_agree("journal", *journals)
        and not (first.shares_page(second) and may_be_same_journal(*journals))
    )


DIFFER = {
    "title": lambda first, second: not first.shares_title_start(second),
    "DOI": differ_in("doi"),
    "PubMed ID": differ_in("pubmed"),
    "year": differ_in("year"),
    "page": differ_in("page"),
    "first author": differ_in("author", same_author),
    "journal": differ_in_journal,
    "volume": differ_in("volume", same_volume),
    "issue": differ_in("issue", same_issue),
}


class Rule(NamedTuple):
    """Records that share something are different papers if they differ in one of ``any_of`` or in all of ``all_of``.

    Otherwise one fills cells of the other, but only if both have the values ``needed_to_fill``. Such a rule never fills a notice.
    """

    any_of: tuple[str, ...]
    all_of: tuple[str, ...] = ()
    needed_to_fill: tuple[str, ...] = ()


# The table of sources/publications.md. "Identifier and title" also covers a title that is the beginning of the other.
RULES = {
    "identifier and title": Rule(("DOI",), all_of=("year", "page", "first author")),
    "identifier and page": Rule(("DOI", "year", "first author"), needed_to_fill=("year", "author")),
    "identifier": Rule(("DOI", "title", "year", "page", "first author")),
    "title, year and page": Rule(("DOI", "PubMed ID", "first author", "journal")),
    "title and year": Rule(("DOI", "PubMed ID", "page", "volume", "issue", "first author", "journal")),
}
