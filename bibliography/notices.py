"""Retractions, corrections and expressions of concern: what the services say, and what imports write.

A claim says that one publication is a notice about another. Publishers deposit some claims in the wrong direction; Retraction
Watch, whose data Crossref includes, and PubMed check theirs. Nothing is guessed: contradictions are shown and never written.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Self

from bibliography import identifiers
from db.publication.notice import CONCERN, CORRECTED, NOTICE, NOTICE_KINDS, RETRACTED

# The kinds that the list can hold, the gravest first. The owner words others, such as a partial retraction.
GRAVEST_FIRST = (RETRACTED, CONCERN, CORRECTED)
# The most reliable source comes first.
RETRACTION_WATCH, PUBMED, CROSSREF = "Retraction Watch", "PubMed", "Crossref"
CLAIM_SOURCES = (RETRACTION_WATCH, PUBMED, CROSSREF)
TITLE_OF_NOTICE = re.compile(
    r"\W*(?:(?:author|publisher) )?(?:(?:erratum|errata|corrigend(?:um|a))\b|expression of concern\b"
    r"|(?:correction|retraction)(?: (?:note|notice))?(?: to\b|\s*(?::|--|[—–])))",
    re.IGNORECASE,
)
# How Web of Science ends the title of a correction: "(vol 12, pg 101, 2021)".
LOCATORS_OF_CORRECTED = re.compile(r"\(vol\.? [^\s,()]{1,20}, (?:pg|pp?|art|e)\b[^()]*\)\W*\Z", re.IGNORECASE)


@dataclass(frozen=True)
class NoticeClaim:
    """A source's claim that a publication (``doi:…`` or ``pmid:…``) has a notice.

    ``notice`` is empty if the source does not name it. ``date`` can also be a year and a month, only a year, or empty.
    """

    subject: str
    notice: str
    kind: str
    date: str
    source: str

    @property
    def text(self) -> str:
        """The claim as a cell of the column ``notice``; "" without a date or DOI, or if the list cannot hold its kind."""
        date = f" {self.date}" if self.date else ""
        doi = f", {self.notice}" if self.notice.startswith("doi:") else ""
        return f"{self.kind}{date}{doi}" if self.kind in NOTICE_KINDS and (date or doi) else ""

    @property
    def description(self) -> str:
        where = f", {self.notice}" if self.notice and self.notice != self.subject else ""
        return f"{' '.join(filter(None, (self.kind, self.date)))}{where} ({self.source})"


@dataclass(frozen=True)
class Notices:
    """The notice to write into a publication's row (``text``), and sentences about the others."""

    text: str
    source: str
    others: tuple[str, ...]

    @property
    def sentences(self) -> list[str]:
        return [*([f"{self.text} ({self.source})"] if self.text else []), *self.others]


@dataclass
class ClaimIndex:
    """Claims by the publication that they are about: certain claims, and claims that contradict each other."""

    certain: dict[str, list[NoticeClaim]]
    doubtful: dict[str, list[NoticeClaim]]

    @classmethod
    def of(cls, claims: Iterable[NoticeClaim]) -> Self:
        """Index claims. The most reliable source decides about each pair of publications."""
        claim_index = cls(defaultdict(list), defaultdict(list))
        pairs: defaultdict[object, list[NoticeClaim]] = defaultdict(list)
        for claim in dict.fromkeys(claims):
            pairs[frozenset((claim.subject, claim.notice))].append(claim)
        for pair in pairs.values():
            rank = min(CLAIM_SOURCES.index(claim.source) for claim in pair)
            decisive = [claim for claim in pair if claim.source == CLAIM_SOURCES[rank]]
            contradict = len({claim.subject for claim in decisive}) > 1
            for claim in decisive:
                (claim_index.doubtful if contradict else claim_index.certain)[claim.subject].append(claim)
        return claim_index

    def is_notice(self, publication_ids: Collection[str]) -> bool:
        claims = (claim for claims in self.certain.values() for claim in claims)
        return any(claim.notice in publication_ids and claim.subject not in publication_ids for claim in claims)

    def about(self, *subjects: str) -> Notices | None:
        """The gravest notice about a publication (the latest if several are equally grave), and the others."""
        certain = [claim for subject in subjects for claim in self.certain.get(subject, ())]
        kinds = {claim.kind for claim in certain if claim.text}
        # PubMed marks a retracted paper even if it does not name the notice.
        certain = [claim for claim in certain if claim.text or claim.notice or claim.kind not in kinds]
        doubtful = [claim for subject in subjects for claim in self.doubtful.get(subject, ())]
        writable = sorted((claim for claim in certain if claim.text), key=lambda claim: claim.date, reverse=True)
        chosen = min(writable, key=lambda claim: GRAVEST_FIRST.index(claim.kind), default=None)
        others = [claim.description for claim in certain if claim != chosen]
        others += [f"{claim.description}; another record says the opposite, so check both" for claim in doubtful]
        if not chosen and not others:
            return None
        return Notices(chosen.text if chosen else "", chosen.source if chosen else "", tuple(dict.fromkeys(others)))


def publication_ids(doi: str, pmid: str) -> Iterator[str]:
    """Yield the identifiers of a publication as claims write them: ``doi:10.1000/x``, ``pmid:32000001``."""
    if doi:
        yield f"doi:{doi}"
    if pmid:
        yield f"pmid:{pmid}"


def publication_ids_of_row(cells: Mapping[str, str]) -> Iterator[str]:
    return publication_ids(identifiers.find_doi(cells.get("doi", "")), identifiers.find_pmid(cells.get("pubmed", "")))


def is_settled(notices: Notices, cell: str) -> bool:
    """Whether the owner's cell already has the notice, or settles a doubtful one."""
    listed, stated = NOTICE.fullmatch(cell.lower()), NOTICE.fullmatch(notices.text)
    if not listed or not stated:
        return bool(cell) and not notices.text
    return cell == notices.text or (bool(stated["doi"]) and listed.group("kind", "doi") == stated.group("kind", "doi"))


def is_title_of_notice(title: str) -> bool:
    """Whether a title is a notice's: ``Correction to: …``, but not ``Correction of scoliosis``."""
    return bool(TITLE_OF_NOTICE.match(title) or LOCATORS_OF_CORRECTED.search(title))
