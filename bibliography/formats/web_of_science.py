"""Web of Science's plain text: the field tags of its older exports, which EndNote and R's bibliometrix read too.

Source: Web of Science Core Collection Field Tags (Clarivate).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import TextIO

from bibliography.formats.tagged import WOS, TaggedLines, TagValues, first_value, read_complete_records, to_reference
from bibliography.reference import ReadResult

WOS_LINES = TaggedLines(tag=re.compile(r"(?P<tag>[A-Z][A-Z0-9])(?: (?P<value>.*)|\s*$)"), start="PT", end="ER", joint="\n")
recognizes = re.compile(r"\A\s*(?:FN [^\n]*\n\s*)?(?:VR [^\n]*\n\s*)?PT [A-Z]\s*\n(?:[A-Z][A-Z0-9] |   )").match
# Under these tags, each line is a value. Under others, a line continues the line before.
LIST_TAGS = ("AU", "AF", "CA", "BE", "ED")
PATENT, CHAPTER = "P", "Book Chapter"


def read(file: TextIO, name: str) -> Iterator[ReadResult]:
    records = (record for record in WOS_LINES.records(file) if record[1]["PT"])
    return read_complete_records(records, name, "ER", lambda lines, location: to_reference(values_of(lines), location, WOS))


def values_of(lines: TagValues) -> TagValues:
    values: TagValues = defaultdict(list)
    for tag, texts in lines.items():
        values[tag] = [line for text in texts for line in (text.split("\n") if tag in LIST_TAGS else [text.replace("\n", " ")])]
    if len(values["AF"]) >= len(values["AU"]):  # full names
        values["AU"] = []
    types = [word.strip() for word in first_value(values, "DT").split(";")]
    values["PT"] = ["Patent" if first_value(values, "PT") == PATENT else CHAPTER if CHAPTER in types else types[0]]
    return values
