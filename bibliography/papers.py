"""Decide which paper of the list a reference is. Every command that adds to the list decides here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from bibliography.comparison import cells_agree
from bibliography.matching import DIFFER, RULES, Identity
from bibliography.reference import Location, Reference
from pipeline.wording import join_names

# Maximum number of papers with the same title to compare: "Reply" can be the title of thousands.
MAX_COMPARED = 50
# If two records of one paper differ in these fields, the owner has to know.
DISTINGUISHING_FIELDS = ("title", "volume", "pages")


@dataclass(eq=False, slots=True)
class Paper:
    """A publication, with the identities of all its records.

    Attributes:
        row: its row in the list, if it has one.
        location: the location of its first record, if it has no row.
        disputed: identifiers that its records share with another paper of the list. They still identify it, so a record with a
            different DOI is a third paper.
    """

    cells: dict[str, str]
    row: int | None = None
    location: Location | None = None
    disputed: dict[str, str] = field(default_factory=dict)
    identities: list[Identity] = field(default_factory=list)

    @property
    def where(self) -> str:
        return f"row {self.row}" if self.row is not None else str(self.location)

    @property
    def title(self) -> str:
        return self.cells.get("title", "")

    def is_same(self, identity: Identity) -> bool:
        return any(map(identity.is_same, self.identities)) and not any(map(identity.is_other, self.identities))


class PaperList:
    """The papers of the list after the import, or of a file. An identifier belongs to the first paper that has it."""

    def __init__(self, rows: Mapping[int, Mapping[str, str]] | None = None) -> None:
        self.by_key: dict[Hashable, Paper] = {}
        self.same_title: defaultdict[Hashable, list[Paper]] = defaultdict(list)
        for number, cells in (rows or {}).items():
            self.add(Paper(dict(cells), number), Identity.of(cells))

    def apply_decision(self, decision: Decision, cells: Mapping[str, str]) -> None:
        """Add the reference's cells to the matched paper, or add a new paper."""
        paper, reference = decision.paper, decision.reference
        disputed = {name: reference.cells[name] for name in decision.others}
        if paper is None:
            self.add(Paper({**cells}, location=reference.location, disputed=disputed), decision.reference.identity)
        elif cells or disputed:
            paper.cells |= cells
            paper.disputed |= disputed
            paper.identities.clear()
            self.add(paper, Identity.of(paper.disputed | {name: cell for name, cell in paper.cells.items() if cell}))

    def add(self, paper: Paper, identity: Identity) -> None:
        """Make a paper findable by an identity; a paper can have several."""
        paper.identities.append(identity)
        for key in (*identity.identifiers, identity.title):
            self.by_key.setdefault(key, paper)
        for fallback in identity.fallback_keys:
            papers = self.same_title[fallback]
            if len(papers) < MAX_COMPARED and paper not in papers:
                papers.append(paper)

    def candidates(self, identity: Identity) -> Iterator[Paper]:
        """Yield the papers with one of the identifiers, then some papers with the same title."""
        yield from filter(None, map(self.by_key.get, identity.identifiers))
        for key in identity.fallback_keys:
            yield from self.same_title.get(key, ())


@dataclass(frozen=True)
class Conflict:
    """A cell that differs between the list and a reference. ``source`` names the origin of the other value, if it is known."""

    field: str
    kept: str
    other: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """Which paper of the list a reference is (None for a new paper), and the reason.

    ``others`` are different papers that have its identifiers, by field. The list does not get these identifiers twice.
    """

    reference: Reference
    paper: Paper | None
    reason: str
    others: Mapping[str, Paper]
    fills: bool = True
    fills_notice: bool = True

    def compare(self, cells: Mapping[str, str], sources: Mapping[str, str]) -> tuple[dict[str, str], list[Conflict]]:
        """Return the cells to fill in the paper, and the conflicts, which change nothing."""
        known = self.paper.cells if self.paper else {}
        filled = {name: cell for name, cell in cells.items() if self.fills and not known.get(name)}
        if not cells_agree("journal", known.get("journal", ""), cells.get("journal", "")):
            filled.pop("abbreviation", None)
        return filled, conflicts(known, cells, sources)


def conflicts(kept: Mapping[str, str], cells: Mapping[str, str], sources: Mapping[str, str] | None = None) -> list[Conflict]:
    """List the cells with different values. A missing value is never a conflict."""
    differing = (
        (name, kept[name], cell) for name, cell in cells.items() if kept.get(name) and not cells_agree(name, kept[name], cell)
    )
    return [Conflict(name, value, cell, (sources or {}).get(name, "")) for name, value, cell in differing]


def match(reference: Reference, papers: PaperList) -> Decision:
    """Decide which paper of the list a reference is. Every command that adds to the list calls this."""
    identity = reference.identity
    paper = next((paper for paper in papers.candidates(identity) if paper.is_same(identity)), None)
    holders = ((name, papers.by_key.get((name, value))) for name, value in identity.identifiers)
    others = {name: other for name, other in holders if other and other is not paper}
    if paper is None:
        return Decision(reference, None, difference_from_namesake(identity, papers.by_key.get(identity.title)), others)
    same = next(filter(identity.is_same, paper.identities))
    rule = RULES[reason := identity.rule_name(same)]
    fills = all(getattr(record, name) for record in (identity, same) for name in rule.needed_to_fill)
    return Decision(reference, paper, reason, others, fills, fills_notice=not rule.needed_to_fill)


def difference_from_namesake(identity: Identity, paper: Paper | None) -> str:
    """A sentence about another paper with the same title; "" if there is none."""
    if paper is None:
        return ""
    differences = join_names([*identity.differences(paper.identities[0], DIFFER)]) or "record type"
    return f"{paper.where[0].upper()}{paper.where[1:]} has the same title, but another {differences}."


def group_references(references: Iterable[Reference]) -> list[list[Reference]]:
    """Group references by paper, in the order of each paper's first reference."""
    papers, groups = PaperList(), dict[Paper, list[Reference]]()
    for reference in references:
        decision = match(reference, papers)
        paper = decision.paper or Paper({}, location=reference.location)
        papers.add(paper, decision.reference.identity)
        groups.setdefault(paper, []).append(reference)
    return [*groups.values()]
