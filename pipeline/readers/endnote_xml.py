"""EndNote's XML, which Zotero and Mendeley write too. It is read as a stream, one record at a time.

A document type declaration is not recognized as EndNote's, so no entity can be declared and expanded.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import TextIO, cast
from xml.etree.ElementTree import Element, ParseError, XMLPullParser  # nosec B405 - no entities can be declared, see above

from db.text import NOT_IN_XML
from pipeline.readers.inputs import TOO_MUCH, InputError
from pipeline.readers.tagged import XML, Values, reference
from pipeline.references.reference import Location, Record, Unreadable

BLOCK = 1 << 16
MAX_ELEMENTS = 2_500_000
recognizes = re.compile(r"\A\s*+(?:<\?xml[^>]*+>\s*+)?(?><!--.*?-->\s*)*+<(?:xml|records|EndNote)\b", re.DOTALL).match


def read(file: TextIO, name: str) -> Iterator[Record]:
    """The last record says so if the XML is not valid from there on."""
    number = 0
    try:
        for number, record in enumerate(records(file), start=1):
            yield reference(values_of(record), Location(name, number), XML)
    except ParseError:
        yield Unreadable(Location(name, number + 1), "The file is cut off, or is not valid XML from here on. Export it again.")


def records(file: TextIO) -> Iterator[Element]:
    """Yield each <record> element, and free it afterwards.

    Raises:
        ParseError: the XML is not valid.
        InputError: it has too many elements.
    """
    elements = 0
    parser: XMLPullParser[Element] = XMLPullParser(("end",))
    while block := file.read(BLOCK):
        # EndNote copies control characters from abstracts although XML does not allow them.
        parser.feed(NOT_IN_XML.sub("", block))
        for _, element in cast("Iterator[tuple[str, Element]]", parser.read_events()):
            elements += 1
            if elements > MAX_ELEMENTS:  # those outside of a record stay in memory
                raise InputError(TOO_MUCH.format(f"more than {MAX_ELEMENTS:,} elements of XML"))
            if element.tag == "record":
                yield element
                element.clear()
    parser.close()


def values_of(record: Element) -> Values:
    """Text may be in several <style> elements; the type is an attribute."""
    values: Values = defaultdict(list)
    for path in {path for paths in XML.values() for path in paths}:
        values[path] = [" ".join("".join(element.itertext()).split()) for element in record.iterfind(path)]
    values["ref-type"] = [element.get("name", "") for element in record.iterfind("ref-type")]
    return values
