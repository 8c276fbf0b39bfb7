"""Merge two revisions of a CSV file row by row and cell by cell. git runs this for CSV files in `make publish`:

    python -m cli.repository.merge_rows BASE MINE THEIRS NAME [mine|theirs]

The result replaces MINE, as git expects. If both sides changed a value, the command prints it, unless the last argument says
whose value to keep.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from bibliography.csv_editor import BOM, RawRow, format_cell, raw_rows, unquote
from cli.repository.same_rows import KEYS, Key, match_rows, name_of
from pipeline.read.table import separator_of
from pipeline.wording import quote

# Marks each conflict in git's output.
CONFLICT_MARK = "! "
Cells = dict[str, str]
# Positions of a row in the base, here and online. None if the revision lacks the row.
Positions = tuple[int | None, int | None, int | None]


@dataclass(frozen=True)
class FileRevision:
    """A CSV file in the base, here or online: its rows, and the text of the cells."""

    bom: str = ""
    separator: str = ","
    columns: tuple[str, ...] = ()
    rows: list[Cells] = field(default_factory=list)
    raw: list[RawRow] = field(default_factory=list)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the text of a CSV file.

        Raises:
            ValueError: the text is not CSV, or a row has too few or too many cells.
        """
        if not text.strip():
            return cls()
        separator = separator_of(text.partition("\n")[0])
        header, *raw = (row for row in raw_rows(text, separator) if any(row[0]))
        columns = tuple(unquote(name).strip() for name in header[0])
        rows = [dict(zip(columns, map(str.strip, map(unquote, cells)), strict=True)) for cells, _ in raw]
        return cls(BOM if text.startswith(BOM) else "", separator, columns, rows, [header, *raw])

    def value(self, position: int | None, column: str) -> str:
        return self.rows[position].get(column, "") if position is not None else ""

    def line(self, position: int | None, cells: Cells, columns: tuple[str, ...]) -> str:
        """Write a row as text. Unchanged values keep their spelling in the file."""
        texts = self.raw[position + 1][0] if position is not None else []
        written = dict(zip(self.columns, texts, strict=True)) if texts else {}
        values = ((name, cells[name], self.value(position, name)) for name in columns)
        return self.separator.join(
            written[name] if old == new and name in written else format_cell(new, self.separator) for name, new, old in values
        )


@dataclass
class Merge:
    """The merge of a file. If both sides changed a value, ``keep`` says whose wins."""

    name: str
    base: FileRevision
    mine: FileRevision
    theirs: FileRevision
    keep: str = ""
    conflicts: list[str] = field(default_factory=list)

    def text(self) -> str:
        """The merged file. If one side changed the order of the rows, that order wins."""
        keys = KEYS.get(Path(self.name).stem, (lambda row: tuple(sorted(item for item in row.items() if item[1])),))
        of_mine, of_theirs = (match_rows(self.base.rows, revision.rows, keys) for revision in (self.mine, self.theirs))
        is_mine = is_reordered(of_mine) and (self.keep != "theirs" or not is_reordered(of_theirs))
        if is_mine and is_reordered(of_theirs) and not self.keep:
            self.conflicts.append(f"{self.name}: the order of the rows was changed both here and online.")
        first, second = (self.mine, self.theirs) if is_mine else (self.theirs, self.mine)
        leader, follower = (1, 2) if is_mine else (2, 1)
        deleted = {
            *self.deleted_columns(self.mine, self.theirs, of_theirs),
            *self.deleted_columns(self.theirs, self.mine, of_mine),
        }
        columns = tuple(name for name in dict.fromkeys((*first.columns, *second.columns)) if name not in deleted)
        merged = {row: cells for row in self.rows(of_mine, of_theirs, keys) if (cells := self.cells(row, columns)) is not None}
        order = with_new_rows(in_order_of(leader, merged), in_order_of(follower, merged))
        end = first.raw[0][1] or "\n"
        lines = [first.line(None, {name: name for name in columns}, columns)]
        lines += [first.line(row[leader], merged[row], columns) for row in order]
        return first.bom + "".join(line + end for line in lines)

    def deleted_columns(self, revision: FileRevision, other: FileRevision, old_of: dict[int, int]) -> Iterator[str]:
        """Yield the columns that a revision has deleted, unless the other one has changed a value in them."""
        for name in self.base.columns if revision.columns else ():
            values = ((other.value(now, name), self.base.value(old_of.get(now), name)) for now in range(len(other.rows)))
            if name not in revision.columns and all(new == old for new, old in values):
                yield name

    def rows(self, of_mine: dict[int, int], of_theirs: dict[int, int], keys: tuple[Key, ...]) -> Iterator[Positions]:
        """Yield each row's positions in the three revisions."""
        mine, theirs = ({was: now for now, was in old_of.items()} for old_of in (of_mine, of_theirs))
        yield from ((was, mine.get(was), theirs.get(was)) for was in range(len(self.base.rows)))
        added_here = [now for now in range(len(self.mine.rows)) if now not in of_mine]
        added_there = [now for now in range(len(self.theirs.rows)) if now not in of_theirs]
        pairs = match_rows([self.theirs.rows[now] for now in added_there], [self.mine.rows[now] for now in added_here], keys)
        yield from ((None, now, added_there[pairs[number]] if number in pairs else None) for number, now in enumerate(added_here))
        yield from ((None, None, now) for number, now in enumerate(added_there) if number not in pairs.values())

    def cells(self, row: Positions, columns: tuple[str, ...]) -> Cells | None:
        """The merged cells of a row, or None if it was deleted."""
        was, here, there = row
        if was is not None and (here is None or there is None):
            revision, now = (self.theirs, there) if here is None else (self.mine, here)
            changed = [name for name in columns if now is not None and revision.value(now, name) != self.base.value(was, name)]
            keeps_row = self.keep == ("theirs" if here is None else "mine")
            if changed and not self.keep:
                sides = ("deleted here and changed online", "changed here and deleted online")
                values = ", ".join(f"{name} {quote(revision.value(now, name))}" for name in changed)
                self.conflicts.append(f"{self.label(was)} was {sides[here is not None]}: {values}.")
            return {name: revision.value(now, name) for name in columns} if changed and keeps_row else None
        return {name: self.merged_cell(row, name) for name in columns}

    def merged_cell(self, row: Positions, name: str) -> str:
        was, here, there = row
        old, mine, theirs = self.base.value(was, name), self.mine.value(here, name), self.theirs.value(there, name)
        if mine == theirs or theirs == old:
            return mine
        if mine == old or self.keep == "theirs":
            return theirs
        if not self.keep:
            self.conflicts.append(f"{self.label(was, here)}, {name}: {quote(mine)} here, {quote(theirs)} online.")
        return mine

    def label(self, was: int | None, here: int | None = None) -> str:
        row = self.base.rows[was] if was is not None else self.mine.rows[here or 0]
        return f"{self.name}, {quote(name_of(row) or next(iter(row.values())))}"


def in_order_of(revision: int, rows: Iterable[Positions]) -> list[Positions]:
    """The rows of a revision (1: here, 2: online), in its order."""
    return [row for _, row in sorted((row[revision], row) for row in rows if row[revision] is not None)]


def with_new_rows(order: Sequence[Positions], others: Sequence[Positions]) -> Iterator[Positions]:
    """Yield the rows in order. A row that only the other revision has comes after the row that precedes it there."""
    shared = {*order}
    following: dict[Positions | None, list[Positions]] = {}
    above = None
    for row in others:
        if row in shared:
            above = row
        else:
            following.setdefault(above, []).append(row)
    yield from following.get(None, ())
    for row in order:
        yield from (row, *following.get(row, ()))


def is_reordered(old_of: dict[int, int]) -> bool:
    positions = [was for _, was in sorted(old_of.items())]
    return positions != sorted(positions)


def main(base: str, mine: str, theirs: str, name: str, keep: str = "") -> int:
    try:
        before, here, there = (FileRevision.parse(Path(path).read_bytes().decode()) for path in (base, mine, theirs))
        merge = Merge(name, before, here, there, keep)
        text = merge.text()
    except (ValueError, KeyError, IndexError):  # an empty file raises IndexError
        print(f"{CONFLICT_MARK}{name}: it was changed both here and online, and one version is not valid CSV.", file=sys.stderr)
        return 1
    for conflict in merge.conflicts:
        print(f"{CONFLICT_MARK}{conflict}", file=sys.stderr)
    if not merge.conflicts:
        Path(mine).write_bytes(text.encode())
    return 1 if merge.conflicts else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
