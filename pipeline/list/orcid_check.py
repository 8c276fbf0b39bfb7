"""Compare the list with the owner's ORCID record: papers that the record lacks, and works that are wrong there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pipeline.list.decide import REQUIRED
from pipeline.list.gathering import Gathering
from pipeline.list.match import Paper, PaperList, match
from pipeline.list.works import Work
from pipeline.registries.orcid import Orcid

RECORD = "https://orcid.org/my-orcid?orcid={}"


@dataclass(frozen=True)
class WrongWork:
    """A work that is wrong on the record, and a sentence that says why."""

    title: str
    reason: str


@dataclass(frozen=True)
class OrcidCheck:
    """The papers of the list that the public record lacks, and what is wrong there. The owner corrects it at ``address``."""

    address: str
    missing: Sequence[Mapping[str, str]]
    wrong: Sequence[WrongWork]

    @classmethod
    def of(cls, gathering: Gathering, papers: Sequence[Mapping[str, str]]) -> OrcidCheck | None:
        """Compare rows that can be published; None if ORCID was not asked, or gave no complete answer."""
        orcid = gathering.question.searches.get("orcid", "")
        if not orcid or Orcid.name in gathering.failures:
            return None
        papers = [cells for cells in papers if all(cells.get(name) for name in REQUIRED)]
        listed = PaperList(dict(enumerate(papers)))
        works = [work for work in gathering.works if work.on_record]
        on_record = {paper.row for work in works for paper in papers_of(work, listed)}
        missing = [cells for number, cells in enumerate(papers) if number not in on_record]
        wrong = [WrongWork(title_of(work), reason) for work in works if (reason := work.mistake or repetition(work))]
        return cls(RECORD.format(orcid), missing, wrong)

    def as_json(self) -> dict[str, Any]:
        missing = [{name: cell for name, cell in cells.items() if cell} for cells in self.missing]
        return {"address": self.address, "missing": missing, "wrong": [vars(work) for work in self.wrong]}


def papers_of(work: Work, listed: PaperList) -> list[Paper]:
    """Return the papers that a work is: its match, and those that have its identifiers or, if they are mistaken, its title."""
    decision = match(work.reference(0), listed)
    same_title = listed.by_key.get(decision.identity.title) if work.mistake else None
    return [paper for paper in (decision.paper, same_title, *decision.others.values()) if paper]


def title_of(work: Work) -> str:
    return next((title for record in work.records if record.on_record and (title := record.cells.get("title"))), "")


def repetition(work: Work) -> str:
    """Say how often a work is on the record, if more than once; versions that ORCID has put together count as one."""
    versions = {frozenset(record.put_codes) for record in work.records if record.on_record}
    return f"It is there {len(versions)} times; combine or delete them." if len(versions) > 1 else ""
