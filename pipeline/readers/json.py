"""JSON: works of CSL, Crossref and ORCID. A list of records, or an object that has the list at a known path.

ijson reads a file as a stream, so a long file needs little memory, and the records before an error are not lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from mmap import ACCESS_READ, mmap
from typing import Any, BinaryIO, TextIO

import ijson

from pipeline.readers import csl, orcid
from pipeline.references.reference import Location, Record, Unreadable

# The readers of single records. The first one that recognizes a record reads it.
DIALECTS = (orcid, csl)
# A work of ORCID is nested 12 deep. Python objects that are nested without end fill the memory.
MAX_JSON_DEPTH = 100
STRING_OR_BRACKET = re.compile(rb'"(?:[^"\\]++|\\.)*+"?|[\[{\]}]', re.DOTALL)
# The paths of lists of records: Crossref's answers, CSL wrapped in an object, ORCID's works, whole records and several works.
LISTS = frozenset(("", "message.items", "items", "references", "group", "works.group", "activities-summary.works.group", "bulk"))
recognizes = re.compile(r"\s*[\[{]\s*(?:[\[{\]}\"]|$)").match


def read(file: TextIO, name: str) -> Iterator[Record]:
    """Yield the records of a file, each in its dialect."""
    number = 0
    try:
        for number, record in enumerate(unwrapped(records(shallow(file.buffer))), start=1):
            location = Location(name, number)
            dialect = next((dialect for dialect in DIALECTS if dialect.is_work(record)), None)
            if dialect:
                yield from dialect.read(record, location)
            else:
                yield Unreadable(location, "It is not a work of CSL-JSON, Crossref or ORCID: it has no type.")
    except (ijson.JSONError, UnicodeDecodeError):
        sentence = "The file is cut off, or is not valid JSON from here on. Export or download it again."
        yield Unreadable(Location(name, number + 1), sentence)


def shallow(file: BinaryIO) -> BinaryIO:
    """Return a file, or what it has before the first value that is nested too deeply."""
    depth = 0
    with mmap(file.fileno(), 0, access=ACCESS_READ) as text:
        for part in STRING_OR_BRACKET.finditer(text):
            depth += (part[0] in b"[{") - (part[0] in b"]}")
            if depth > MAX_JSON_DEPTH:
                return BytesIO(text[: part.start()])
    return file


def records(file: BinaryIO) -> Iterator[Any]:
    """Yield the members of the first list of records in a file, or the whole value without such a list.

    Raises:
        ijson.JSONError: the JSON is not valid; the records before the error have been yielded.
        UnicodeDecodeError: a text in it is not valid.
    """
    # use_float: without it, ijson cannot report an integer of thousands of digits.
    events = ijson.parse(file, use_float=True)
    paths = (path for path, event, _ in events if event == "start_array" and path in LISTS)
    path = next(paths, None)
    file.seek(0)
    yield from ijson.items(file, "" if path is None else f"{path}.item".lstrip("."), use_float=True)


def unwrapped(records: Iterator[Any]) -> Iterator[Any]:
    """Yield the works in a list whose members are whole answers of Crossref's API."""
    for record in records:
        if isinstance(record, dict) and isinstance(message := record.get("message"), dict):
            items = message.get("items")
            yield from items if isinstance(items, list) else [message]
        else:
            yield record
