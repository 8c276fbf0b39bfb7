"""The preview of a sync: the preview of an import, works for the owner to decide, notices, and failures."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bibliography import NOT_MINE
from bibliography.changes import LeftOut
from bibliography.gathering import Gathering
from bibliography.identifiers import find_pmid
from bibliography.ownership import SelectedWorks
from bibliography.preview import SAMPLE_SIZE, ImportPreview, shorten_authors
from pipeline.wording import command_line, plural

HOW_TO_TAKE = "To take one, by DOI or PubMed ID (to take all of another spelling of your name, add it to nameVariants):"
HOW_TO_REFUSE = "To refuse one for good:"
HOW_TO_ADD_AT_ORCID = "To write BibTeX for ORCID (Works, Add, Import BibTeX):"


@dataclass
class SyncPreview(ImportPreview):
    """The preview as text.

    ``entries`` are the ORCID entries that ``cv`` lacks. ``missing_at_orcid`` are the papers that the ORCID record lacks; None
    if that is unknown.
    """

    selection: SelectedWorks
    gathering: Gathering
    entries: Sequence[Mapping[str, str]]
    missing_at_orcid: Sequence[Mapping[str, str]] | None

    def lines(self) -> Iterator[str]:
        yield from super().lines()
        undecided = self.selection.undecided
        if refused := self.selection.refused:
            yield from self.heading("-", f"{refused:,} refused in {NOT_MINE}")
        yield from self.section("?", f"{plural(len(undecided), 'work')} for you to decide", undecided, self.undecided_work)
        if undecided:
            example = next(filter(None, map(identifier, undecided)), "10.5555/x")
            yield from self.entry("", HOW_TO_TAKE)
            yield f"    {command_line('add', '--write', IDS=example)}"
            yield from self.entry("", HOW_TO_REFUSE)
            yield f"    {command_line('sync', '--not-mine', shlex.quote(example))}"
        for name, identifiers in self.gathering.unknown.items():
            sample = identifiers if self.everything else identifiers[:SAMPLE_SIZE]
            others = len(identifiers) - len(sample)
            rest = f" and {others:,} more (--all shows every one)" if others else ""
            yield from self.heading("-", f"{name} has no record of: {', '.join(sample)}{rest}")
        yield from self.curriculum()
        yield from self.orcid_record()
        for name, sentence in self.gathering.failures.items():
            yield from self.heading("x", f"{name}: {sentence}")

    def curriculum(self) -> Iterator[str]:
        """Yield lines to paste into cv.csv, and the command that adds them, because a sync never writes CV entries."""
        if self.cv and self.entries:
            header = [] if self.cv.exists else [self.cv.text.rstrip("\n")]
            lines = [*header, *map(self.cv.line, self.entries)]
            listed = lines if self.everything else lines[:SAMPLE_SIZE]
            rest = f"; the first {len(listed)} lines (--all shows every one)" if len(listed) < len(lines) else ""
            count = plural(len(self.entries), "row")
            yield from self.heading("?", f"{count} for {self.cv.path.name}, to paste, from your ORCID record{rest}:")
            yield from listed
            orcid = self.gathering.question.searches["orcid"]
            yield from self.entry("", "To add them, or refuse some for good:")
            yield f"    {command_line('cv', ORCID=orcid)}"

    def orcid_record(self) -> Iterator[str]:
        if missing := self.missing_at_orcid:
            count = f"{plural(len(missing), 'paper')} of your list {'is' if len(missing) == 1 else 'are'}"
            yield from self.heading("?", f"{count} missing from your public ORCID record")
            for cells in missing if self.everything else ():
                yield from self.entry(cells.get("doi") or "no DOI", cells["title"])
            yield from self.entry("", HOW_TO_ADD_AT_ORCID)
            yield f"    {command_line('sync', '--orcid-bib', 'missing.bib')}"

    def undecided_work(self, record: LeftOut) -> Iterator[str]:
        title = f"{record.title} ({record.year})" if record.year else record.title
        people = filter(None, [shorten_authors(record.reference.cells.get("authors", ""))])
        yield from self.entry(identifier(record) or "no DOI", title, *people, *record.notes)


def identifier(record: LeftOut) -> str:
    return record.reference.cells.get("doi", "") or find_pmid(record.reference.cells.get("pubmed", ""))


def introduction(gathering: Gathering, user_agent: str) -> Iterator[str]:
    """Yield the registries to ask, and what each of them receives."""
    yield f"Asking over the network as {user_agent}:"
    for registry in gathering.registries:
        yield f"  {registry.name} ({registry.address}): receives {gathering.question.sends(registry)}."
