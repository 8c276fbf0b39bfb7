"""Formats of tagged lines: RIS, MEDLINE and EndNote's .enw. A line without a tag continues the one before."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

# The values of a record by tag.
Values = defaultdict[str, list[str]]


@dataclass(frozen=True)
class TaggedLines:
    """A format: the pattern of a line (its groups are ``tag`` and ``value``), and the tags with which a record begins and ends.

    Without ``start``, records begin with the tag of the first line. ``joint`` is put between the lines of a value.
    """

    tag: re.Pattern[str]
    start: str = ""
    end: str = ""
    joint: str = " "

    def records(self, lines: Iterable[str]) -> Iterator[tuple[int, Values, bool]]:
        """Yield the number of the first line of each record, its values by tag, and whether it is complete.

        A record ends with its end tag or before the next one. The last record may lack its end tag only if all do and the last
        line is whole.
        """
        start, first, record = self.start, 0, list[tuple[str, list[str]]]()
        has_end, line = False, ""
        for number, line in enumerate(lines, start=1):
            tagged = self.tag.match(line)
            tag = tagged["tag"] if tagged else ""
            start = start or tag
            if record and tag and tag in (start, self.end):
                yield first, self.grouped(record), True
                record, has_end = [], has_end or tag == self.end
            if tagged and tag == start:
                first = number
            if tagged and (record or tag == start):
                record.append((tag, [(tagged["value"] or "").strip()]))
            elif record:
                record[-1][1].append(line.strip())
        if record:
            yield first, self.grouped(record), line.endswith("\n") and not has_end

    def grouped(self, record: Iterable[tuple[str, list[str]]]) -> Values:
        """Return the values of a record by tag."""
        values: Values = defaultdict(list)
        for tag, lines in record:
            if value := self.joint.join(filter(None, lines)):
                values[tag].append(value)
        return values


def first(values: Values, *tags: str) -> str:
    """Return the first value of the first of these tags that has one; "" if none has."""
    return next((value for tag in tags for value in values[tag]), "")
