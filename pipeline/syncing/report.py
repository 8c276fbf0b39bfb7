"""The preview of a sync: that of an import, and what is for the owner to decide, notices, and gaps."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pipeline.importing.outcome import Outcome
from pipeline.importing.preview import SAMPLE, Preview, authors
from pipeline.messages import plural
from pipeline.references.extract import pmid
from pipeline.syncing.gathering import Gathering
from pipeline.syncing.ownership import NOT_MINE
from pipeline.syncing.selection import Selection
from pipeline.syncing.services.service import Service

HOW_TO_TAKE = "To take a work, add the spelling of your name to nameVariants in profile.yaml, or the work to your ORCID record."
HOW_TO_REFUSE = "To refuse one for good, by DOI or PubMed ID:"


@dataclass(frozen=True, kw_only=True)
class SyncPreview(Preview):
    """The preview as text."""

    selection: Selection
    gathering: Gathering

    def lines(self) -> Iterator[str]:
        yield from super().lines()
        undecided = self.selection.undecided
        if refused := self.selection.refused:
            yield from self.heading("-", f"{refused:,} refused in {NOT_MINE}")
        yield from self.section("?", f"{plural(len(undecided), 'work')} for you to decide", undecided, self.undecided_work)
        if undecided:
            example = next(filter(None, map(identifier, undecided)), "10.5555/x")
            yield from self.entry("", HOW_TO_TAKE)
            yield from self.entry("", HOW_TO_REFUSE)
            yield f'    make sync OPTIONS="--not-mine {shlex.quote(example)}"'
        for name, identifiers in self.gathering.unknown.items():
            shown = identifiers if self.everything else identifiers[:SAMPLE]
            rest = f" and {len(identifiers) - len(shown):,} more (--all shows every one)" if len(shown) < len(identifiers) else ""
            yield from self.heading("-", f"{name} does not know, and so has no notices on: {', '.join(shown)}{rest}")
        for name, sentence in self.gathering.gaps.items():
            yield from self.heading("x", f"{name}: {sentence}")

    def undecided_work(self, outcome: Outcome) -> Iterator[str]:
        title = f"{outcome.title} ({outcome.year})" if outcome.year else outcome.title
        yield from self.entry(identifier(outcome) or "no DOI", title, authors(outcome.cells["authors"]), *outcome.notes)


def identifier(outcome: Outcome) -> str:
    """Return the DOI or PubMed ID of a work."""
    return outcome.cells.get("doi", "") or pmid(outcome.cells.get("pubmed", ""))


def introduction(services: Iterable[Service]) -> Iterator[str]:
    """Yield the services that are asked, and what each of them is sent."""
    yield "Asking over the network:"
    for service in services:
        yield f"  {service.name} ({service.address}): is sent {service.sends}."
