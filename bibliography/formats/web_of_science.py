"""Web of Science's plain text: the field tags of its older exports, which EndNote and R's bibliometrix read too.

Source: Web of Science Core Collection Field Tags (Clarivate).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import TextIO

from bibliography.formats.tagged import WOS, TaggedLines, Values, first, reference
from bibliography.reference import FailedRecord, Location, Record

LINES = TaggedLines(tag=re.compile(r"(?P<tag>[A-Z][A-Z0-9])(?: (?P<value>.*)|\s*$)"), start="PT", end="ER", joint="\n")
recognizes = re.compile(r"\A\s*(?:FN [^\n]*\n\s*)?(?:VR [^\n]*\n\s*)?PT [A-Z]\s*\n(?:[A-Z][A-Z0-9] |   )").match
# Under these tags, each line is a value. Under others, a line continues the line before.
LISTS = ("AU", "AF", "CA", "BE", "ED")
PATENT, CHAPTER = "P", "Book Chapter"


def read(file: TextIO, name: str) -> Iterator[Record]:
    """Yield the records. A last record that is cut off is not used, because its missing values are unknown."""
    records = (record for record in LINES.records(file) if record[1]["PT"])
    for number, (line, lines, complete) in enumerate(records, start=1):
        location = Location(name, number, line)
        if complete:
            yield reference(values_of(lines), location, WOS)
        else:
            yield FailedRecord(location, "The file ends inside this record: its last line (ER) is missing. Export it again.")


def values_of(lines: Values) -> Values:
    values: Values = defaultdict(list)
    for tag, texts in lines.items():
        values[tag] = [line for text in texts for line in (text.split("\n") if tag in LISTS else [text.replace("\n", " ")])]
    if len(values["AF"]) >= len(values["AU"]):  # full names
        values["AU"] = []
    types = [word.strip() for word in first(values, "DT").split(";")]
    values["PT"] = ["Patent" if first(values, "PT") == PATENT else CHAPTER if CHAPTER in types else types[0]]
    return values
