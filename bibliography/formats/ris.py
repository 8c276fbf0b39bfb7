"""RIS, as EndNote, Zotero, Mendeley, Scopus, Web of Science, Embase and the publishers write it.

Source: RIS Format Specifications (Research Information Systems, 2001 and 2011), and the exports of these programs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import TextIO

from bibliography.formats.tagged import RIS, TaggedLines, first_value, read_complete_records, to_reference
from bibliography.reference import ReadResult

RIS_LINES = TaggedLines(tag=re.compile(r"\s*(?P<tag>[A-Z][A-Z0-9])  ?-(?P<value>\s.*|$)"), start="TY", end="ER", joint="\n")
TYPE_LINE, TITLE_LINE, END_LINE = (
    re.compile(rf"^[^\S\n]*{tags}  ?-(?:\s|\Z)", re.MULTILINE) for tags in ("TY", "(?:TI|T1)", "ER")
)


def recognizes(head: str) -> bool:
    """Whether a text is RIS, even if the first record or all records lack their first line."""
    return bool(TYPE_LINE.search(head) or (TITLE_LINE.search(head) and END_LINE.search(head)))


def read(file: TextIO, name: str) -> Iterator[ReadResult]:
    records = (record for record in RIS_LINES.records(file) if first_value(record[1], "TY", "TI", "T1", "AU", "A1", "DO"))
    return read_complete_records(records, name, "ER  -", partial(to_reference, tags=RIS))
