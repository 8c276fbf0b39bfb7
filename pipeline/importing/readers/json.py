"""JSON exports, record by record: a list, or an object that has the list somewhere known. ijson reads as it goes, so a long file
needs little memory, and what stands before a fault is not lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO

import ijson
from ijson.common import ObjectBuilder

Event = tuple[str, Any]
# Where lists of records are: Crossref's answers, CSL wrapped in an object, ORCID's works, whole records and several works.
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


class BrokenError(Exception):
    """The text is no JSON from here on; the sentence says so."""


def records(file: BinaryIO) -> Iterator[Any]:
    """The records of a file, each as Python has it.

    Raises:
        BrokenError: after the records that stand before the fault.
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
        raise BrokenError("The file breaks off, or is no valid JSON from here on. Export or download it again.") from None
    except (ijson.JSONError, UnicodeDecodeError):
        raise BrokenError("The file is no valid JSON from here on. Export or download it again.") from None


def array(events: Iterator[Event]) -> Iterator[Any]:
    for event, value in events:
        if event == "end_array":
            return
        yield built(events, event, value)


def mapping(events: Iterator[Event], path: tuple[str, ...]) -> Iterator[Any]:
    """The records in an object; an object without a list of them is one record itself."""
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
    """The whole value that begins with an event."""
    builder, depth = ObjectBuilder(), 0
    while True:
        builder.event(event, value)
        depth += {"start": 1, "end": -1}.get(event[: event.find("_")], 0)
        if depth > DEEPEST:
            raise BrokenError(f"The file is nested more than {DEEPEST} levels deep. It is no export that can be read.")
        if depth == 0:
            return builder.value
        event, value = next(events)
