"""JSON: works of CSL, Crossref and ORCID. A list of records, or an object that has the list at a known path.

ijson reads a file as a stream, so a long file needs little memory, and the records before an error are not lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, BinaryIO, TextIO

import ijson
from ijson.common import ObjectBuilder

from pipeline.importing.readers import csl, orcid
from pipeline.importing.reference import Location, Record, Unreadable

# The readers of single records. The first one that recognizes a record reads it.
DIALECTS = (orcid, csl)
BOM = b"\xef\xbb\xbf"
Event = tuple[str, Any]
# The paths of lists of records: Crossref's answers, CSL wrapped in an object, ORCID's works, whole records and several works.
LISTS = {
    (),
    ("message", "items"),
    ("items",),
    ("references",),
    ("group",),
    ("works", "group"),
    ("activities-summary", "works", "group"),
    ("bulk",),
}
ON_THE_WAY = {path[:length] for path in LISTS for length in range(1, len(path))}
DEEPEST = 100
recognizes = re.compile(r"\s*[\[{]\s*(?:[\[{\]}\"]|$)").match


class BrokenError(Exception):
    """The text is not valid JSON from here on; the sentence says so."""


def read(file: TextIO, name: str) -> Iterator[Record]:
    """Yield the records of a file, each in its dialect."""
    data = file.buffer
    if data.read(len(BOM)) != BOM:
        data.seek(0)
    number = 0
    try:
        for number, record in enumerate(unwrapped(records(data)), start=1):
            location = Location(name, number)
            dialect = next((dialect for dialect in DIALECTS if dialect.is_work(record)), None)
            if dialect:
                yield from dialect.read(record, location)
            else:
                yield Unreadable(location, "It is not a work of CSL-JSON, Crossref or ORCID: it has no type.")
    except BrokenError as error:
        yield Unreadable(Location(name, number + 1), str(error))


def unwrapped(records: Iterator[Any]) -> Iterator[Any]:
    """Yield the works in a list whose members are whole answers of Crossref's API, or citations of a text document."""
    for record in records:
        if isinstance(record, dict) and isinstance(message := record.get("message"), dict):
            items = message.get("items")
            yield from items if isinstance(items, list) else [message]
        elif isinstance(record, dict) and isinstance(cited := record.get("citationItems"), list):
            yield from (item["itemData"] for item in cited if isinstance(item, dict) and "itemData" in item)
        else:
            yield record


def records(file: BinaryIO) -> Iterator[Any]:
    """Yield the records of a file as Python values.

    Raises:
        BrokenError: the JSON is not valid; the records before the error have been yielded.
    """
    events = ijson.basic_parse(file, use_float=True)
    try:
        event, value = next(events)
        if event == "start_array":
            yield from array(events)
        elif event == "start_map":
            yield from mapping(events, ())
        else:
            yield value
        next(events, None)
    except ijson.IncompleteJSONError:
        raise BrokenError("The file breaks off, or is not valid JSON from here on. Export or download it again.") from None
    except (ijson.JSONError, UnicodeDecodeError):
        raise BrokenError("The file is not valid JSON from here on. Export or download it again.") from None


def array(events: Iterator[Event]) -> Iterator[Any]:
    for event, value in events:
        if event == "end_array":
            return
        yield built(events, event, value)


def mapping(events: Iterator[Event], path: tuple[str, ...]) -> Iterator[Any]:
    """Yield the records in an object; an object without a list of them is itself one record."""
    rest: dict[str, Any] = {}
    found = False
    for event, key in events:
        if event == "end_map":
            break
        here = (*path, key)
        event, value = next(events)
        if event == "start_array" and here in LISTS:
            found = True
            yield from array(events)
        elif event == "start_map" and here in ON_THE_WAY:
            found = True
            yield from mapping(events, here)
        else:
            rest[key] = built(events, event, value)
    if not found and path in ((), ("message",)):
        yield rest


def built(events: Iterator[Event], event: str, value: Any) -> Any:
    """Return the whole value that begins with an event."""
    builder, depth = ObjectBuilder(), 0
    while True:
        builder.event(event, value)
        depth += {"start": 1, "end": -1}.get(event[: event.find("_")], 0)
        if depth > DEEPEST:
            raise BrokenError(f"The file is nested more than {DEEPEST} levels deep. It is not an export that can be read.")
        if depth == 0:
            return builder.value
        event, value = next(events)
