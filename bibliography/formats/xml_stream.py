"""Read records in XML as a stream. The readers do not recognize documents that can declare an entity and expand it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TextIO, cast
from xml.etree.ElementTree import Element, ParseError, XMLPullParser

from bibliography.formats.inputs import TOO_MUCH, InputError
from bibliography.reference import FailedRecord, Location, ReadResult
from db.text import NOT_IN_XML

BLOCK_CHARACTERS = 1 << 16
MAX_ELEMENTS = 2_500_000


def read_records(
    file: TextIO, name: str, tags: frozenset[str], reference: Callable[[Element, Location], ReadResult]
) -> Iterator[ReadResult]:
    """Yield each element with one of these tags as a record. If the XML becomes invalid, the last record says so."""
    number = 0
    try:
        for number, element in enumerate(elements(file, tags), start=1):
            yield reference(element, Location(name, number))
    except ParseError:
        yield FailedRecord(Location(name, number + 1), "The file is cut off, or is not valid XML from here on. Export it again.")


def elements(file: TextIO, tags: frozenset[str]) -> Iterator[Element]:
    """Yield each element with one of these tags, and free it afterwards.

    Raises:
        ParseError: the XML is not valid.
        InputError: it has too many elements.
    """
    count = 0
    parser: XMLPullParser[Element] = XMLPullParser(("end",))
    while block := file.read(BLOCK_CHARACTERS):
        # EndNote copies control characters from abstracts although XML does not allow them.
        parser.feed(NOT_IN_XML.sub("", block))
        for _, element in cast("Iterator[tuple[str, Element]]", parser.read_events()):
            count += 1
            if count > MAX_ELEMENTS:  # elements outside of records stay in memory
                raise InputError(TOO_MUCH.format(f"more than {MAX_ELEMENTS:,} elements of XML"))
            if element.tag in tags:
                yield element
                element.clear()
    parser.close()


def element_text(element: Element | None) -> str:
    """The text of an element and of the elements in it, with single spaces; "" for None."""
    return "" if element is None else " ".join("".join(element.itertext()).split())
