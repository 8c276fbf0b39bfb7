"""EndNote's tagged format (.enw), which Google Scholar's "EndNote" button and many publishers write too.

Source: EndNote's import filter "EndNote Import" and its reference types.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TextIO

from bibliography.formats.tagged import ENW, TaggedLines, to_reference
from bibliography.reference import Location, ReadResult

ENW_LINES = TaggedLines(tag=re.compile(r"(?P<tag>%[0-9A-Za-z?@!#$&()*+^<>\[\]=~])(?:\s(?P<value>.*)|$)"), start="%0")


def recognizes(head: str) -> bool:
    return "\n%0 " in f"\n{head}"


def read(file: TextIO, name: str) -> Iterator[ReadResult]:
    for number, (line, values, _) in enumerate(ENW_LINES.records(put_type_first(file)), start=1):
        yield to_reference(values, Location(name, number, line), ENW)


def put_type_first(lines: Iterable[str]) -> Iterator[str]:
    """Move the type, which begins a record, to the front. Some publishers write it after the authors."""
    late: bool | None = None
    for is_empty, group in groupby(lines, key=str.isspace):
        paragraph = list(group)
        if not is_empty:
            late = not paragraph[0].startswith("%0") if late is None else late
        yield from sorted(paragraph, key=lambda line: not line.startswith("%0")) if late else paragraph
