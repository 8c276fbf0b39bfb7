"""The preview of an import, as text that fits the terminal."""

from __future__ import annotations

import textwrap
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from bibliography.changes import Change, ImportPlan, LeftOut, PlannedRecord, Status
from bibliography.comparison import quote_difference
from bibliography.csv_editor import CsvEditor
from bibliography.papers import DISTINGUISHING_FIELDS, Conflict
from bibliography.reference import FailedRecord, Location
from db.publication.author import AUTHOR_SEPARATOR
from pipeline.wording import RESET_COLOR, command_line, plural

# In the order of the summary.
STATUSES: tuple[Status, ...] = ("new", "filled", "same", "left out")
# ECMA-48.
COLORS = {"+": "\x1b[32m", "~": "\x1b[36m", "=": "", "-": "", "?": "\x1b[33m", "!": "\x1b[33m", "x": "\x1b[31m"}
# The fields of a new row to show: links to other pages, and who paid.
PROVENANCE_FIELDS = ("fullText", "license", "preprint", "trial", "funding")
# Never break an address: nobody could copy it.
wrap = partial(textwrap.wrap, break_on_hyphens=False, break_long_words=False)
SAMPLE_SIZE = 3
MAX_PROBLEMS = 20
MAX_SHOWN_AUTHORS = 12
R = TypeVar("R", bound=PlannedRecord)


@dataclass
class ImportPreview:
    """The preview as text. ``everything`` shows every record, not only samples.

    ``cv`` is cv.csv, for records that belong there; None if that file has errors.
    """

    plan: ImportPlan
    cv: CsvEditor | None
    width: int
    everything: bool
    colored: bool

    def __post_init__(self) -> None:
        self.has_several_files = len({record.location.file for record in self.plan.records}) > 1

    def lines(self) -> Iterator[str]:
        """Yield what changes, then what stays the same, and last what the owner should check."""
        new, filled, same = (self.with_status(status) for status in ("new", "filled", "same"))
        yield from self.section("+", plural(len(new), "new row"), new, self.new_row)
        others = [change for change in filled if self.everything or change.cells.keys() != {"abbreviation"}]
        yield from self.section("~", f"{plural(len(others), 'row')} with empty cells to fill", others, self.filled_row)
        if abbreviated := len(filled) - len(others):
            yield from self.heading("~", f"{plural(abbreviated, 'row')} with only the journal's abbreviation to fill")
        if same:
            title = f"{plural(len(same), 'duplicate')} of a row or another record"
            yield from self.heading("=", f"{title}:" if self.everything else title)
        for change in same if self.everything else ():
            same_as = f"{self.row(change)} ({change.reason})" if change.reason else self.row(change)
            yield from self.entry(self.name_location(change.location), change.title, f"The same as {same_as}.", *change.notes)
        yield from self.problems()
        yield from self.left_out()

    def problems(self) -> Iterator[str]:
        """Yield what the owner has to check."""
        changes = self.plan.changes
        doubtful = [change for change in changes if change.notes and change.status in ("new", "filled")]
        yield from self.section("?", f"{plural(len(doubtful), 'row')} to check", doubtful, self.doubtful_row, MAX_PROBLEMS)
        for of_new, other in ((False, "the list; the list's values are kept"), (True, "another record, whose values are used")):
            different = [change for change in changes if change.conflicts and (change.row is None) == of_new]
            title = f"{plural(len(different), 'record')} {'differs' if len(different) == 1 else 'differ'} from {other}"
            # Show all records that could be two papers, and show them first.
            different.sort(key=lambda change: not could_be_two_papers(change))
            shown = max(MAX_PROBLEMS, sum(map(could_be_two_papers, different)))
            yield from self.section("!", title, different, self.conflict, shown)
        noticed = self.plan.noticed
        title = f"{plural(len(noticed), 'publication')} with a retraction, correction or expression of concern"
        yield from self.section("!", title, noticed, self.notice, MAX_PROBLEMS)

    def with_status(self, status: Status) -> list[Change]:
        return [change for change in self.plan.changes if change.status == status]

    def section(
        self, sign: str, title: str, records: Sequence[R], show: Callable[[R], Iterable[str]], max_records: int = SAMPLE_SIZE
    ) -> Iterator[str]:
        if not records:
            return
        listed = records if self.everything else records[:max_records]
        rest = "" if len(listed) == len(records) else f"; the first {len(listed)} (--all shows every one)"
        yield from self.heading(sign, f"{title}{rest}:")
        for record in listed:
            yield from show(record)

    def heading(self, sign: str, text: str) -> Iterator[str]:
        color = COLORS[sign] if self.colored else ""
        for line in wrap(f"{sign} {text}", self.width, subsequent_indent="  "):
            yield f"{color}{line}{RESET_COLOR if color else ''}"

    def entry(self, label: str, *texts: str) -> Iterator[str]:
        """Yield wrapped texts next to a label, or below it if it is long."""
        start, indent = f"  {label}  ", " " * (len(label) + 4)
        if len(start) > self.width // 3:
            yield start.rstrip()
            start = indent = "    "
        for number, text in enumerate(texts):
            start = start if number == 0 else indent
            yield from wrap(text, self.width, initial_indent=start, subsequent_indent=indent)

    def name_location(self, location: Location) -> str:
        """A location in the files, with the name of its file if there are several."""
        return location.short if self.has_several_files else location.within

    def row(self, change: Change) -> str:
        return f"row {change.row}" if change.row is not None else self.name_location(change.same or change.location)

    def new_row(self, change: Change) -> Iterator[str]:
        cells = change.cells
        doi = f"doi {cells['doi']}" if "doi" in cells else "no DOI"
        story = values_by_source(change, [name for name in PROVENANCE_FIELDS if name in cells])
        yield from self.entry(change.year, change.title, shorten_authors(cells["authors"]), cells["journal"], doi, *story)

    def filled_row(self, change: Change) -> Iterator[str]:
        yield from self.entry(self.row(change), change.title, *values_by_source(change, change.cells))

    def doubtful_row(self, change: Change) -> Iterator[str]:
        yield from self.entry(self.name_location(change.location), change.title, *change.notes)

    def conflict(self, change: Change) -> Iterator[str]:
        def sentence(conflict: Conflict) -> str:
            kept, other = quote_difference(conflict.kept, conflict.other)
            source = conflict.source or "the export"
            where = (
                f"stays; {source} has"
                if change.row is not None
                else f"in {change.same.short if change.same else ''} differs from"
            )
            return f"{conflict.field}: {kept} {where} {other}"

        yield from self.entry(
            self.row(change) if change.row is not None else self.name_location(change.location),
            change.title,
            *map(sentence, change.conflicts),
        )

    def notice(self, record: Change | LeftOut) -> Iterator[str]:
        row = record.row if isinstance(record, Change) else None
        yield from self.entry(f"row {row}" if row else "new", record.title, *record.notices)

    def left_out(self) -> Iterator[str]:
        by_reason = defaultdict[str, list[LeftOut | FailedRecord]](list)
        for record in self.plan.left_out:
            by_reason[record.notes[0].removeprefix("Left out: ").removeprefix("It has ")].append(record)
        for reason, records in by_reason.items():
            title = f"{len(records):,} left out: {reason[0].lower()}{reason[1:].rstrip('.')}"
            title += ", each with its row for cv.csv" if any(map(row_for_cv, records)) else ""
            yield from self.section("-", title, records, self.left_out_record, MAX_PROBLEMS)

    def left_out_record(self, record: LeftOut | FailedRecord) -> Iterator[str]:
        title = f"{record.title} ({record.year})" if record.year else record.title or "(no title)"
        yield from self.entry(self.name_location(record.location), title, *record.notes[1:])
        if (cells := row_for_cv(record)) and self.cv:  # not wrapped, because the owner copies it
            yield f"    {self.cv.line(cells)}"


def row_for_cv(record: LeftOut | FailedRecord) -> Mapping[str, str]:
    return record.cv_row if isinstance(record, LeftOut) else {}


def could_be_two_papers(change: Change) -> bool:
    """Whether a record differs from its row, or from another record, in a field that distinguishes papers."""
    return any(conflict.field in DISTINGUISHING_FIELDS for conflict in change.conflicts)


def values_by_source(change: Change, names: Iterable[str]) -> Iterator[str]:
    """Yield the values of each source: ``PubMed: volume 12, pages 101-9``."""
    values = defaultdict[str, list[str]](list)
    for name in names:
        values[change.sources.get(name, "")].append(f"{name} {change.cells[name]}")
    yield from (f"{source}: {', '.join(texts)}" if source else ", ".join(texts) for source, texts in values.items())


def shorten_authors(names: str) -> str:
    """Shorten a long list to its first authors and the last one."""
    people = names.split(AUTHOR_SEPARATOR)
    if len(people) <= MAX_SHOWN_AUTHORS:
        return names
    return f"{AUTHOR_SEPARATOR.join(people[: MAX_SHOWN_AUTHORS - 1])}, … ({len(people)} authors), {people[-1]}"


def conclusion(
    plan: ImportPlan, editor: CsvEditor, command: str, *, saved: bool, incomplete: bool = False, **values: str
) -> Iterator[str]:
    """Yield the number of records by status, what was or would be written, and the command that writes it.

    ``incomplete``: the owner asked to write, but an answer is missing, so nothing was written.
    """
    counts = Counter(record.status for record in plan.records)
    parts = ", ".join(f"{counts[status]:,} {status}" for status in STATUSES if counts[status])
    yield f"{plural(len(plan.records), 'record')}{': ' if parts else ''}{parts}."
    filled = sum(len(change.cells) for change in plan.changes if change.status == "filled")
    rows, cells = f"{plural(counts['new'], 'row')} to {editor.path}", plural(filled, "cell")
    if not editor.changed:
        yield f"{editor.path} needs no change."
    elif saved:
        yield f"Added {rows} and filled {cells}."
    else:
        yield f"Would add {rows} and fill {cells}."
        if incomplete:
            advice = f"To write what arrived: {command_line(command, '--write', '--partial', **values)}"
            yield f"Nothing was written, because an answer is missing. {advice}"
        else:
            yield f"Nothing was written. To write it: {command_line(command, '--write', **values)}"
