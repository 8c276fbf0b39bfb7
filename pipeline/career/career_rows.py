"""The rows of cv.csv that the lines of a CV are, with a note on what was guessed, and why other lines are no row."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from db.text import letters
from pipeline.career.cv_file import Cells, Line
from pipeline.career.headings import Heading, parse_heading
from pipeline.career.periods import Period, find_periods
from pipeline.messages import quote
from pipeline.rules.times import NOW, ONGOING

BULLET = re.compile(r"^(?:[•·▪●◦‣*–—-]|o(?=\t)|\(?\d{1,2}[.)](?=\s))\s*")
# Around a date that is cut from the text.
SEPARATORS = " \t,;:|·–—-"
COLUMNS = {
    "dates": "year years date dates period when שנה שנים תאריך תאריכים תקופה",
    "startDate": "from start startdate begin משנת התחלה",
    "endDate": "to until end enddate עדשנת סיום",
    "title": "title position role degree award post job field subject תפקיד תואר משרה פרס תחום",
    "organization": "organization organisation institution institute employer university hospital funder society company"
    " department מוסד ארגון אוניברסיטה ביתחולים מעסיק מחלקה",
    "place": "place city country location מקום עיר מדינה",
    "note": "note notes detail details remarks amount הערה הערות פרטים",
}
COLUMN_OF = {word: name for name, all_words in COLUMNS.items() for word in all_words.split()}
IN_ORDER = ("title", "organization", "place", "note")
MAX_TITLE = 200
MAX_HEADING_WORDS = 8
ABOVE = "above the first heading with a known section"
SPLIT = "Its cells are read as title, organization and place, in this order"
IN_TEXT = "The date is in the middle of the text, which is kept as it is"
ALSO = "It has another date in its text"
SEVERAL = "It has several dates"
UNKNOWN = "Below {}, which is not a known section"
UNDATED = "It has no date, unlike others under this heading: it may belong to another line"
DATES_ONLY = "It is only a date: it may belong to the line above or below"
LONG = f"It is longer than {MAX_TITLE} characters"
NO_TITLE = "It has no title"


@dataclass(frozen=True)
class Parsed:
    """A line with its texts by column, its dates, what was decided, and why it can be no row."""

    text: str
    cells: dict[str, str]
    period: Period | None = None
    notes: tuple[str, ...] = ()
    doubt: str = ""
    may_be_heading: bool = False
    lines: int = 1

    @property
    def is_date(self) -> bool:
        return bool(self.period) and not self.cells


@dataclass(frozen=True)
class Row:
    cells: dict[str, str]
    notes: tuple[str, ...] = ()


@dataclass
class Career:
    """Each line of a CV: a heading, in a row, doubtful for a reason (perhaps with a row to paste), or not for cv.csv."""

    headings: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    notes: dict[str, list[str]] = field(default_factory=dict)
    lines_in_rows: int = 0
    doubtful: dict[str, list[tuple[str, dict[str, str]]]] = field(default_factory=dict)
    others: dict[str, list[str]] = field(default_factory=dict)
    refused: int = 0

    def add(self, heading: Heading, lines: Sequence[Line]) -> None:
        """Add the lines below a heading."""
        if heading.reason:
            self.others.setdefault(heading.reason, []).extend(line.text for line in lines)
            return
        parsed = join_dates([*self.parse_table(lines)])
        has_dates = any(line.period for line in parsed)
        above = "" if heading.section else heading.text
        for line in parsed:
            cells = row_of(heading.section or heading.text, line)
            is_undated = has_dates and not line.period
            if is_undated and line.may_be_heading:
                above = line.text
            if line.doubt or is_undated:
                self.doubt(line.doubt or UNDATED, line.text)
            elif above:
                self.doubt(UNKNOWN.format(quote(above)), line.text, {} if heading.section else cells)
            else:
                self.rows.append(Row(cells, tuple(filter(None, (heading.note, *line.notes)))))
                self.lines_in_rows += line.lines

    def doubt(self, reason: str, text: str, cells: Mapping[str, str] | None = None) -> None:
        self.doubtful.setdefault(reason, []).append((text, dict(cells or {})))

    def parse_table(self, lines: Iterable[Line]) -> Iterator[Parsed]:
        """Yield lines with their texts and dates; a row that names the columns of a table is a heading."""
        columns: list[str] = []
        for line in lines:
            names = [COLUMN_OF.get(letters("".join(cell)), "") for cell in line.cells]
            if len(names) > 1 and all(names):
                columns = names
                self.headings.append(line.text)
            else:
                yield parse(line, columns if len(columns) == len(names) else ())


def read_career(lines: Iterable[Line]) -> Career:
    career, heading, below = Career(), Heading("", reason=ABOVE), list[Line]()
    lines = [*side_headings(lines)]
    for line, following in zip(lines, [*lines[1:], None], strict=True):
        if new := heading_of(line, following, is_first=heading.reason == ABOVE):
            career.add(heading, below)
            career.headings.append(new.text)
            heading, below = new, []
        else:
            below.append(line)
    career.add(heading, below)
    return career


def side_headings(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield lines; of a table row with a heading at its side, the heading and each line beside it."""
    for line in lines:
        cells = [cell for cell in line.cells if cell]
        if len(cells) == 2 and len(cells[0]) == 1 and len(cells[1]) > 1 and parse_heading(cells[0][0]):
            yield Line((cells[0],))
            yield from (Line(((text,),)) for text in cells[1])
        elif len(cells) == 1:
            yield from (replace(line, cells=((text,),)) for text in cells[0])
        else:
            yield line


def heading_of(line: Line, following: Line | None, *, is_first: bool) -> Heading | None:
    """Return the heading that a line is: a known one, or below the first known one, a line that looks like one."""
    if len(line.cells) > 1 or find_periods(line.text):
        return None
    known = parse_heading(line.text)
    if known or is_first or not line.is_prominent or (following and parse(following).is_date):
        return known
    return Heading(line.text.strip(": "))


def parse(line: Line, columns: Sequence[str] = ()) -> Parsed:
    """Return the texts and dates of a line."""
    texts: list[tuple[str, str]] = []
    alone: list[Period] = []
    inside: list[Period] = []
    notes: list[str] = []
    names = iter(IN_ORDER)
    for number, cell in enumerate(texts_of(line.cells)):
        rest, periods, note = without_dates(cell)
        (inside if rest else alone).extend(periods)
        notes += [note] if note else []
        if rest:
            texts.append((columns[number] if columns else next(names, "note"), rest))
        elif texts and not periods:  # an empty cell has its place in the order
            next(names, "")
    period, doubt = one_period(alone, inside)
    notes += [ALSO] if alone and inside else []
    notes += [period.note] if period and period.note else []
    notes += [SPLIT] if len(texts) > 1 and not columns else []
    cells: dict[str, str] = {}
    for name, text in texts:
        cells[name] = f"{cells[name]}, {text}" if name in cells else text
    if cells and not doubt and ("title" not in cells or {"dates", "startDate", "endDate"} & cells.keys()):
        doubt = NO_TITLE
    doubt = doubt or (LONG if len(cells.get("title", "")) > MAX_TITLE else "")
    may_be_heading = line.begins_block and len(line.cells) == 1 and len(line.text.split()) <= MAX_HEADING_WORDS
    return Parsed(line.text, cells, period, tuple(dict.fromkeys(notes)), doubt, may_be_heading)


def texts_of(cells: Cells) -> list[str]:
    """Return the text of each cell, without the bullet of the line."""
    return [BULLET.sub("", ", ".join(cell)) for cell in cells]


def without_dates(text: str) -> tuple[str, list[Period], str]:
    """Return a cell without the date at its beginning or end, its dates, and a note on a date that stays in it."""
    if ONGOING.fullmatch(text.strip()):
        return "", [Period(NOW, 0, len(text))], ""
    periods = find_periods(text)
    edges = [period for period in periods if not letters(text[: period.first]) or not letters(text[period.last :])]
    if len(edges) != 1:
        return text, periods, IN_TEXT if len(periods) == 1 else ""
    [edge] = edges
    before, after = text[: edge.first].rstrip(f"{SEPARATORS}(["), text[edge.last :].lstrip(f"{SEPARATORS}.)]")
    return f"{before}{after}".strip(), edges, ALSO if len(periods) > 1 else ""


def one_period(alone: Sequence[Period], inside: Sequence[Period]) -> tuple[Period | None, str]:
    """Return the only period of a line, from a cell, two cells or the text; or why it has no such period."""
    periods = alone or inside
    if doubt := next((period.doubt for period in periods if period.doubt), ""):
        return None, doubt
    if len(alone) == 2 and not alone[0].end and not alone[1].end and alone[0].start < alone[1].start:
        return replace(alone[0], end=alone[1].start), ""
    if len(periods) > 1 or (periods and periods[0].start == NOW):
        return None, SEVERAL
    return (periods[0] if periods else None), ""


def join_dates(lines: Sequence[Parsed]) -> list[Parsed]:
    """Return lines with the dates that have a line to themselves: above each entry if the first line is one, else below."""
    if not lines or not any(line.is_date for line in lines):
        return [*lines]
    is_above, is_below = lines[0].is_date, lines[-1].is_date
    joined: list[Parsed] = []
    rest = deque(lines)
    while rest:
        first = rest.popleft()
        following = rest[0] if rest else first
        date, entry = (first, following) if is_above else (following, first)
        if is_above != is_below and date.is_date and entry.cells and not entry.period:
            rest.popleft()
            text = f"{first.text} / {following.text}"
            first = replace(entry, text=text, period=date.period, notes=(*entry.notes, *date.notes), lines=2)
        joined.append(replace(first, doubt=DATES_ONLY) if first.is_date else first)
    return joined


def row_of(section: str, line: Parsed) -> dict[str, str]:
    dates = {"startDate": line.period.start, "endDate": line.period.end} if line.period else {}
    return {name: cell for name, cell in ({"section": section} | line.cells | dates).items() if cell}
