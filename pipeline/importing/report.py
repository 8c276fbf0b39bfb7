"""The preview of an import: for people as text that fits the terminal, for programs as JSON."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from db.identifiers import pmid_of
from db.names import SEPARATOR
from pipeline.importing.plan import Conflict, Outcome, Plan, Status
from pipeline.messages import NO_COLOUR, plural
from pipeline.references.matching import quoted

# The statuses in the order of the summary.
WORDS: dict[Status, str] = {
    "new": "new",
    "filled": "filled",
    "conflict": "conflict",
    "present": "already there",
    "duplicate": "duplicate",
    "left out": "left out",
    "unusable": "cannot be used",
    "unreadable": "cannot be read",
}
# ECMA-48.
COLOURS = {"+": "\x1b[32m", "~": "\x1b[36m", "=": "", "-": "", "?": "\x1b[33m", "!": "\x1b[33m", "x": "\x1b[31m"}
SAMPLE = 3
MOST_PROBLEMS = 20
MOST_AUTHORS = 12
PUBMED = "Or paste this line into PubMed's search box, choose Save, format PubMed, and import that file together with this one:"
Show = Callable[[Outcome], Iterable[str]]


@dataclass(frozen=True)
class Preview:
    """The preview as text; ``everything`` shows every record, not only samples."""

    plan: Plan
    width: int = 80
    everything: bool = False
    coloured: bool = False

    def lines(self) -> Iterator[str]:
        """Yield the lines: what changes, then what doesn't, and what needs a look last."""
        new, filled = self.having("new"), self.having("filled")
        yield from self.section("+", plural(len(new), "new row"), new, self.new_row)
        yield from self.section("~", f"{plural(len(filled), 'row')} with empty cells to fill", filled, self.filled_row)
        unchanged = [f"{count:,} {WORDS[status]}" for status in ("present", "duplicate") if (count := len(self.having(status)))]
        if unchanged:
            yield from self.heading("=", ", ".join(unchanged))
        yield from self.left_out()
        yield from self.problems(new, filled)

    def problems(self, new: Sequence[Outcome], filled: Sequence[Outcome]) -> Iterator[str]:
        """Yield what the owner has to look at."""
        doubtful = [outcome for outcome in (*new, *filled) if outcome.notes]
        conflicts = [outcome for outcome in self.plan.outcomes if outcome.conflicts]
        without_authors = {reference.location for reference in self.plan.incomplete}
        failed = [outcome for outcome in self.having("unusable", "unreadable") if outcome.location not in without_authors]
        yield from self.section("?", f"{plural(len(doubtful), 'row')} to check", doubtful, self.doubtful_row, MOST_PROBLEMS)
        for is_new, known in ((False, "the list; the list's values are kept"), (True, "another record, whose values are used")):
            same = [outcome for outcome in conflicts if (outcome.row is None) == is_new]
            title = f"{plural(len(same), 'record')} {'differs' if len(same) == 1 else 'differ'} from {known}"
            yield from self.section("!", title, same, self.conflict, MOST_PROBLEMS)
        title = f"{plural(len(self.plan.noticed), 'publication')} with a retraction, correction or expression of concern"
        yield from self.section("!", title, self.plan.noticed, self.notice, MOST_PROBLEMS)
        yield from self.section("x", f"{plural(len(failed), 'record')} that cannot be used", failed, self.failure, MOST_PROBLEMS)
        yield from self.advice()

    def having(self, *statuses: Status) -> list[Outcome]:
        return [outcome for outcome in self.plan.outcomes if outcome.status in statuses]

    def section(self, sign: str, title: str, outcomes: Sequence[Outcome], show: Show, most: int = SAMPLE) -> Iterator[str]:
        """Yield a heading and the first of the records, or all of them."""
        if not outcomes:
            return
        shown = outcomes if self.everything else outcomes[:most]
        rest = "" if len(shown) == len(outcomes) else f"; the first {len(shown)} (--all shows every one)"
        yield from self.heading(sign, f"{title}{rest}:")
        for outcome in shown:
            yield from show(outcome)

    def heading(self, sign: str, text: str) -> Iterator[str]:
        colour = COLOURS[sign] if self.coloured else ""
        for line in textwrap.wrap(f"{sign} {text}", self.width, subsequent_indent="  ", break_on_hyphens=False):
            yield f"{colour}{line}{NO_COLOUR if colour else ''}"

    def entry(self, label: str, *texts: str) -> Iterator[str]:
        """Yield texts beside a label, or below a long one, each wrapped to the width."""
        start, indent = f"  {label}  ", " " * (len(label) + 4)
        if len(start) > self.width // 3:
            yield start.rstrip()
            start = indent = "    "
        for number, text in enumerate(texts):
            start = start if number == 0 else indent
            yield from textwrap.wrap(text, self.width, initial_indent=start, subsequent_indent=indent, break_on_hyphens=False)

    def location(self, outcome: Outcome) -> str:
        """Return the location of a record; the file is named if there are several."""
        return str(outcome.location) if self.plan.several_files else outcome.location.within

    def new_row(self, outcome: Outcome) -> Iterator[str]:
        cells = outcome.cells
        doi = f"doi {cells['doi']}" if "doi" in cells else "no DOI"
        yield from self.entry(outcome.year, outcome.title, authors(cells["authors"]), cells["journal"], doi)

    def filled_row(self, outcome: Outcome) -> Iterator[str]:
        values = ", ".join(f"{name} {value}" for name, value in outcome.cells.items())
        yield from self.entry(self.row(outcome), outcome.title, values)

    def doubtful_row(self, outcome: Outcome) -> Iterator[str]:
        yield from self.entry(self.location(outcome), outcome.title, *outcome.notes)

    def conflict(self, outcome: Outcome) -> Iterator[str]:
        def differs(one: Conflict) -> str:
            kept, other = quoted(one.kept, one.other)
            where = f"stays; {one.source or 'the export'} has" if outcome.row is not None else f"in {outcome.known} differs from"
            return f"{one.field}: {kept} {where} {other}"

        values = map(differs, outcome.conflicts)
        yield from self.entry(self.row(outcome), outcome.title, *values)

    def notice(self, outcome: Outcome) -> Iterator[str]:
        yield from self.entry(f"row {outcome.row}" if outcome.row else "new", outcome.title, *outcome.notes)

    def failure(self, outcome: Outcome) -> Iterator[str]:
        title = [f"{outcome.title} ({outcome.year})" if outcome.year else outcome.title] if outcome.title else []
        yield from self.entry(self.location(outcome), *title, *outcome.notes)

    def row(self, outcome: Outcome) -> str:
        return f"row {outcome.row}" if outcome.row is not None else self.location(outcome)

    def left_out(self) -> Iterator[str]:
        """Yield the records that are left out, by reason."""
        outcomes = self.having("left out")
        for reason in dict.fromkeys(outcome.notes[0] for outcome in outcomes):
            same = [outcome for outcome in outcomes if outcome.notes[0] == reason]
            yield from self.section("-", f"{len(same):,} {reason[0].lower()}{reason[1:-1]}", same, self.left_out_record)

    def left_out_record(self, outcome: Outcome) -> Iterator[str]:
        yield from self.entry(self.location(outcome), outcome.title or "(no title)", *outcome.notes[1:])

    def advice(self) -> Iterator[str]:
        """Yield once how to get what a format never has, and the line to paste into PubMed."""
        incomplete = self.plan.incomplete
        for advice, count in Counter(reference.advice for reference in incomplete).items():
            yield from self.heading("x", f"{plural(count, 'record')} that cannot be used:")
            yield from self.entry("", advice)
            pmids = [pmid_of(reference.cells.get("pubmed", "")) for reference in incomplete if reference.advice == advice]
            if any(pmids):
                yield from self.entry("", PUBMED)
                yield f"    {' '.join(filter(None, pmids))}"


def authors(names: str) -> str:
    """Return a list of authors; of a long one the first and the last."""
    found = names.split(SEPARATOR)
    if len(found) <= MOST_AUTHORS:
        return names
    return f"{SEPARATOR.join(found[: MOST_AUTHORS - 1])}, … ({len(found)} authors), {found[-1]}"


def conclusion(plan: Plan, *, written: bool, how_to_write: str) -> Iterator[str]:
    """Yield the number of records, and of each status, and what was or would be written."""
    counts = Counter(outcome.status for outcome in plan.outcomes)
    parts = ", ".join(f"{counts[status]:,} {words}" for status, words in WORDS.items() if counts[status])
    yield f"{plural(len(plan.outcomes), 'record')}{': ' if parts else ''}{parts}."
    new = sum(outcome.status == "new" for outcome in plan.outcomes)
    filled = sum(len(outcome.cells) for outcome in plan.outcomes if outcome.status == "filled")
    rows, cells = f"{plural(new, 'row')} to {plan.editor.label}", plural(filled, "cell")
    if not plan.editor.changed:
        yield f"{plan.editor.label} needs no change."
    elif written:
        yield f"Added {rows} and filled {cells}."
    else:
        yield f"Would add {rows} and fill {cells}."
        yield how_to_write


def as_json(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome for programs; keys without a value are left out."""
    every = {
        "status": outcome.status,
        "file": outcome.location.file,
        "record": outcome.location.record,
        "line": outcome.location.line,
        "title": outcome.title,
        "row": outcome.row,
        "cells": outcome.cells,
        "conflicts": [{name: value for name, value in vars(conflict).items() if value} for conflict in outcome.conflicts],
        "notes": outcome.notes,
    }
    return {key: value for key, value in every.items() if value not in (None, "", {}, [])}
