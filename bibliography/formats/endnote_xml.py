"""EndNote's XML, which Zotero and Mendeley write too.

Files with a document type declaration are not recognized, so no entity can be declared and expanded.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import TextIO
from xml.etree.ElementTree import Element

from bibliography.formats import tagged
from bibliography.formats.tagged import ENDNOTE_XML, TagValues
from bibliography.formats.xml_stream import element_text, read_records
from bibliography.reference import Location, ReadResult, Reference

RECORD_ELEMENTS = frozenset({"record"})
recognizes = re.compile(r"\A\s*+(?:<\?xml[^>]*+>\s*+)?(?><!--.*?-->\s*)*+<(?:xml|records|EndNote)\b", re.DOTALL).match


def read(file: TextIO, name: str) -> Iterator[ReadResult]:
    return read_records(file, name, RECORD_ELEMENTS, to_reference)


def to_reference(record: Element, location: Location) -> Reference:
    """Read a record. Text can be in several <style> elements; the type is an attribute."""
    values: TagValues = defaultdict(list)
    for path in {path for paths in ENDNOTE_XML.values() for path in paths}:
        values[path] = [element_text(element) for element in record.iterfind(path)]
    values["ref-type"] = [element.get("name", "") for element in record.iterfind("ref-type")]
    return tagged.to_reference(values, location, ENDNOTE_XML)
