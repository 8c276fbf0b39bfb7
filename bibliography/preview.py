"""The preview of an import: text that fits the terminal, or JSON."""

from __future__ import annotations

import textwrap
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from bibliography.comparison import quote_difference
from bibliography.csv_editor import CsvEditor
from bibliography.outcome import Outcomes, PlannedChange, Status
from bibliography.papers import DISTINGUISHING_FIELDS, Conflict
from db.publication.author import SEPARATOR
from pipeline.wording import NO_COLOUR, command_line, plural

# In the order of the summary.
STATUSES: tuple[Status, ...] = ("new", "filled", "same", "left out")
# ECMA-48.
COLOURS = {"+": "\x1b[32m", "~": "\x1b[36m", "=": "", "-": "", "?": "\x1b[33m", "!": "\x1b[33m", "x": "\x1b[31m"}
# The fields of a new row that are shown because they lead elsewhere, or say who paid.
PROVENANCE_FIELDS = ("fullText", "license", "preprint", "trial", "funding")
# An address that is broken cannot be copied.
wrap = partial(textwrap.wrap, break_on_hyphens=False, break_long_words=False)
SAMPLE = 3
MAX_PROBLEMS = 20
MAX_AUTHORS = 12
Show = Callable[[PlannedChange], Iterable[str]]


@dataclass
class ImportPreview:
    """The preview as text; ``everything`` shows every record, not only samples.

    ``cv`` is the file for what belongs to the career; None if it has errors.
    """

    outcomes: Outcomes
    cv: CsvEditor | None
    width: int = 80
    everything: bool = False
    coloured: bool = False

    def __post_init__(self) -> None:
        self.has_several_files = len({outcome.location.file for outcome in self.outcomes.records}) > 1

    def lines(self) -> Iterator[str]:
        """Yield the lines: what changes, then what doesn't, and what needs a look last."""
        new, filled, same = (self.with_status(status) for status in ("new", "filled", "same"))
        yield from self.section("+", plural(len(new), "new row"), new, self.new_row)
        others = [outcome for outcome in filled if self.everything or outcome.cells.keys() != {"abbreviation"}]
        yield from self.section("~", f"{plural(len(others), 'row')} with empty cells to fill", others, self.filled_row)
        if abbreviated := len(filled) - len(others):
            yield from self.heading("~", f"{plural(abbreviated, 'row')} with only the journal's abbreviation to fill")
        if same:
            title = f"{plural(len(same), 'duplicate')} of a row or another record"
            yield from self.heading("=", f"{title}:" if self.everything else title)
        for outcome in same if self.everything else ():
            same_as = f"{self.row(outcome)} ({outcome.reason})" if outcome.reason else self.row(outcome)
            yield from self.entry(self.location(outcome), outcome.title, f"The same as {same_as}.", *outcome.notes)
        yield from self.problems()
        yield from self.left_out()

    def problems(self) -> Iterator[str]:
        """Yield what the owner has to look at."""
        records = self.outcomes.records
        doubtful = [outcome for outcome in records if outcome.notes and outcome.status in ("new", "filled")]
        yield from self.section("?", f"{plural(len(doubtful), 'row')} to check", doubtful, self.doubtful_row, MAX_PROBLEMS)
        for of_new, other in ((False, "the list; the list's values are kept"), (True, "another record, whose values are used")):
            different = [outcome for outcome in records if outcome.conflicts and (outcome.row is None) == of_new]
            title = f"{plural(len(different), 'record')} {'differs' if len(different) == 1 else 'differ'} from {other}"
            # Perhaps they are two papers: these come first, and all of them.
            different.sort(key=lambda outcome: not is_telling(outcome))
            yield from self.section("!", title, different, self.conflict, max(MAX_PROBLEMS, sum(map(is_telling, different))))
        noticed = self.outcomes.noticed
        title = f"{plural(len(noticed), 'publication')} with a retraction, correction or expression of concern"
        yield from self.section("!", title, noticed, self.notice, MAX_PROBLEMS)

    def with_status(self, status: Status) -> list[PlannedChange]:
        return [outcome for outcome in self.outcomes.records if outcome.status == status]

    def section(self, sign: str, title: str, outcomes: Sequence[PlannedChange], show: Show, most: int = SAMPLE) -> Iterator[str]:
        if not outcomes:
            return
        listed = outcomes if self.everything else outcomes[:most]
        rest = "" if len(listed) == len(outcomes) else f"; the first {len(listed)} (--all shows every one)"
        yield from self.heading(sign, f"{title}{rest}:")
        for outcome in listed:
            yield from show(outcome)

    def heading(self, sign: str, text: str) -> Iterator[str]:
        colour = COLOURS[sign] if self.coloured else ""
        for line in wrap(f"{sign} {text}", self.width, subsequent_indent="  "):
            yield f"{colour}{line}{NO_COLOUR if colour else ''}"

    def entry(self, label: str, *texts: str) -> Iterator[str]:
        """Yield texts beside a label, or below a long one, each wrapped to the width."""
        start, indent = f"  {label}  ", " " * (len(label) + 4)
        if len(start) > self.width // 3:
            yield start.rstrip()
            start = indent = "    "
        for number, text in enumerate(texts):
            start = start if number == 0 else indent
            yield from wrap(text, self.width, initial_indent=start, subsequent_indent=indent)

    def location(self, outcome: PlannedChange) -> str:
        """The file is named if there are several."""
        return outcome.location.short if self.has_several_files else outcome.location.within

    def row(self, outcome: PlannedChange) -> str:
        location = outcome.same or outcome.location
        where = location.short if self.has_several_files else location.within
        return f"row {outcome.row}" if outcome.row is not None else where

    def new_row(self, outcome: PlannedChange) -> Iterator[str]:
        cells = outcome.cells
        doi = f"doi {cells['doi']}" if "doi" in cells else "no DOI"
        story = values_by_source(outcome, [name for name in PROVENANCE_FIELDS if name in cells])
        yield from self.entry(outcome.year, outcome.title, shorten_authors(cells["authors"]), cells["journal"], doi, *story)

    def filled_row(self, outcome: PlannedChange) -> Iterator[str]:
        yield from self.entry(self.row(outcome), outcome.title, *values_by_source(outcome, outcome.cells))

    def doubtful_row(self, outcome: PlannedChange) -> Iterator[str]:
        yield from self.entry(self.location(outcome), outcome.title, *outcome.notes)

    def conflict(self, outcome: PlannedChange) -> Iterator[str]:
        def sentence(conflict: Conflict) -> str:
            kept, other = quote_difference(conflict.kept, conflict.other)
            source = conflict.source or "the export"
            where = (
                f"stays; {source} has"
                if outcome.row is not None
                else f"in {outcome.same.short if outcome.same else ''} differs from"
            )
            return f"{conflict.field}: {kept} {where} {other}"

        yield from self.entry(
            self.row(outcome) if outcome.row is not None else self.location(outcome),
            outcome.title,
            *map(sentence, outcome.conflicts),
        )

    def notice(self, outcome: PlannedChange) -> Iterator[str]:
        yield from self.entry(f"row {outcome.row}" if outcome.row else "new", outcome.title, *outcome.notices)

    def left_out(self) -> Iterator[str]:
        by_reason = defaultdict[str, list[PlannedChange]](list)
        for outcome in self.with_status("left out"):
            by_reason[outcome.notes[0].removeprefix("Left out: ").removeprefix("It has ")].append(outcome)
        for reason, outcomes in by_reason.items():
            title = f"{len(outcomes):,} left out: {reason[0].lower()}{reason[1:].rstrip('.')}"
            title += ", each with its row for cv.csv" if any(outcome.entry for outcome in outcomes) else ""
            yield from self.section("-", title, outcomes, self.left_out_record, MAX_PROBLEMS)

    def left_out_record(self, outcome: PlannedChange) -> Iterator[str]:
        title = f"{outcome.title} ({outcome.year})" if outcome.year else outcome.title or "(no title)"
        yield from self.entry(self.location(outcome), title, *outcome.notes[1:])
        if outcome.entry and self.cv:  # not wrapped: it is to be copied
            yield f"    {self.cv.line(outcome.entry)}"


def is_telling(outcome: PlannedChange) -> bool:
    """Whether a record differs from its row, or from another record, as two papers would."""
    return any(conflict.field in DISTINGUISHING_FIELDS for conflict in outcome.conflicts)


def values_by_source(outcome: PlannedChange, names: Iterable[str]) -> Iterator[str]:
    """Yield the values of each source: ``PubMed: volume 12, pages 101-9``."""
    values = defaultdict[str, list[str]](list)
    for name in names:
        values[outcome.sources.get(name, "")].append(f"{name} {outcome.cells[name]}")
    yield from (f"{source}: {', '.join(texts)}" if source else ", ".join(texts) for source, texts in values.items())


def shorten_authors(names: str) -> str:
    """Keep the first and the last of a long list."""
    people = names.split(SEPARATOR)
    if len(people) <= MAX_AUTHORS:
        return names
    return f"{SEPARATOR.join(people[: MAX_AUTHORS - 1])}, … ({len(people)} authors), {people[-1]}"


def conclusion(
    outcomes: Outcomes, editor: CsvEditor, command: str, *, saved: bool, incomplete: bool = False, **values: str
) -> Iterator[str]:
    """Yield the number of records, and of each status, what was or would be written, and how the command writes it.

    Records that are ``incomplete`` were not written although the owner wanted it.
    """
    counts = Counter(outcome.status for outcome in outcomes.records)
    parts = ", ".join(f"{counts[status]:,} {status}" for status in STATUSES if counts[status])
    yield f"{plural(len(outcomes.records), 'record')}{': ' if parts else ''}{parts}."
    filled = sum(len(outcome.cells) for outcome in outcomes.records if outcome.status == "filled")
    rows, cells = f"{plural(counts['new'], 'row')} to {editor.label}", plural(filled, "cell")
    if not editor.changed:
        yield f"{editor.label} needs no change."
    elif saved:
        yield f"Added {rows} and filled {cells}."
    else:
        yield f"Would add {rows} and fill {cells}."
        if incomplete:
            advice = f"To write what arrived: {command_line(command, '--write', '--partial', **values)}"
            yield f"Nothing was written, because an answer is missing. {advice}"
        else:
            yield f"Nothing was written. To write it: {command_line(command, '--write', **values)}"
