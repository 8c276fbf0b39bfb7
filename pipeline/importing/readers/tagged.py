"""Formats of tagged lines (RIS, MEDLINE): one record at a time, wrapped lines joined; sorting the tags is rispy's work.

rispy reads a whole file, loses a record that is cut off at its end, knows RIS's tags of two letters only, and takes each wrapped
line for a value of its own; so it is given one record at a time, closed, with each line whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import rispy

Values = dict[str, list[str]]


class Parser(rispy.RisParser):  # type: ignore[misc]  # rispy has no types
    """rispy's parser for tags of any length, in records that we open and close."""

    START_TAG = "BEGIN"
    END_TAG = "END"

    def parse_line(self, line: str) -> tuple[str | None, str]:
        tag, _, value = line.partition("  - ")
        return tag, value


@dataclass(frozen=True)
class TaggedLines:
    """How a format writes a line with a tag (``tag`` and ``value`` are its groups), which of its tags are of use, and with which
    of them records begin and end; where ``start`` is none, records begin with the tag with which the first one does.
    """

    tag: re.Pattern[str]
    tags: tuple[str, ...]
    start: str = ""
    end: str = ""

    def records(self, lines: Iterable[str]) -> Iterator[tuple[int, Values, bool]]:
        """The records of a file: number of the first line, values by tag, and whether the record ends as it should.

        A record ends with its end tag or where the next one begins. At the end of the file it may lack its end tag only if all
        do and the last line is whole.
        """
        start, first, record = self.start, 0, list[str]()
        ended, line = False, ""
        for number, line in enumerate(lines, start=1):
            tagged = self.tag.match(line)
            tag = tagged["tag"] if tagged else ""
            start = start or tag
            if record and tag and tag in (start, self.end):
                yield first, self.values(record), True
                record, ended = [], ended or tag == self.end
            if tagged and tag == start:
                first = number
            if tagged and (record or tag == start):
                record.append(f"{tag}  - {tagged['value'].strip()}")
            elif record:
                record[-1] += f" {line.strip()}"
        if record:
            yield first, self.values(record), line.endswith("\n") and not ended

    def values(self, record: list[str]) -> Values:
        """The values of the useful tags of one record."""
        parser = Parser(
            mapping={tag: tag for tag in (Parser.START_TAG, *self.tags)},
            list_tags=list(self.tags),
            delimiter_tags_mapping={},
            skip_unknown_tags=True,
        )
        [found] = parser.parse_lines(iter([f"{Parser.START_TAG}  - ", *record, f"{Parser.END_TAG}  - "]))
        return {tag: [value for value in found.get(tag, ()) if value] for tag in self.tags}


def first(values: Values, *tags: str) -> str:
    """The first value of the first of these tags that has one; "" where none has."""
    return next((value for tag in tags for value in values.get(tag, ()) if value), "")
