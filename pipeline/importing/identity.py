"""When two records are the same publication: by DOI, by PubMed number, or by title and year.

A title is compared without case, accents, punctuation and markup, and only as far as no identifier says otherwise. A preprint is
not the paper that it became, nor is a correction, a comment or a reply the paper that it is about.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from db.text import letters, normalize
from pipeline.importing import identifiers
from pipeline.importing.prose import plain

Cells = Mapping[str, str]

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
PREPRINT_SERVERS = re.compile(
    r"(?:bio|med|ar|chem|psy|soc|engr|earth|eco|edu|sport|tech)r?xiv\b|research square|ssrn|preprints(?:\.org)?$|osf preprints",
    re.IGNORECASE,
)
PREPRINT_DOIS = re.compile(
    r"10\.(?:1101/(?:19\d{6}|20\d\d\.|\d{6}$)|48550/arxiv|21203/rs|2139/ssrn|20944/preprints|31234/|31219/|31235/|26434/|36227/)"
)
# Titles of less than so many letters recur ("Reply", "Gout"): they need more than the year to tell a publication.
SHORT = 25


@dataclass(frozen=True)
class Identity:
    """What tells a publication from others, taken from its cells. ``preprint`` says that its export calls it one."""

    cells: Cells
    preprint: bool = False

    @cached_property
    def doi(self) -> str:
        return identifiers.doi(self.cells.get("doi", ""))

    @cached_property
    def pubmed(self) -> str:
        """The PubMed number; another address in that cell stands for itself."""
        address = self.cells.get("pubmed", "")
        return identifiers.pmid(address) or address.strip().lower()

    @cached_property
    def title(self) -> str:
        return letters(plain(self.cells.get("title", "")))

    @cached_property
    def about(self) -> str:
        """What the publication is to another one, as its title says; "" where it is a paper of its own."""
        start = normalize(plain(self.cells.get("title", ""))[:80]).replace("’", "'").lstrip('["“')
        return next((name for name, pattern in ABOUT.items() if pattern.match(start)), "")

    @cached_property
    def is_preprint(self) -> bool:
        return self.preprint or bool(PREPRINT_SERVERS.match(self.cells.get("journal", "")) or PREPRINT_DOIS.match(self.doi))

    @property
    def numbers(self) -> Iterator[Hashable]:
        """What no other publication has."""
        if self.doi:
            yield "doi", self.doi, self.about
        if self.pubmed:
            yield "pubmed", self.pubmed, self.about

    @cached_property
    def name(self) -> Hashable:
        """What hardly another publication has, for where one of two has no number."""
        rest = (
            tuple(letters(self.cells.get(name, "")) for name in ("journal", "volume", "pages")) if len(self.title) < SHORT else ()
        )
        return self.title, self.cells.get("year", ""), self.is_preprint, *rest

    def contradicts(self, other: Identity) -> bool:
        """Whether an identifier that both have says that they are two."""
        return bool(
            (self.doi and other.doi and self.doi != other.doi) or (self.pubmed and other.pubmed and self.pubmed != other.pubmed)
        )
