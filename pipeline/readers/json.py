"""JSON: works of CSL, Crossref and ORCID. A list of records, or an object that has the list at a known path."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import reduce
from typing import Any, TextIO

import orjson

from pipeline.readers import csl, orcid
from pipeline.readers.csl import mapping
from pipeline.readers.inputs import InputError
from pipeline.references.reference import Location, Record, Unreadable

# The readers of single records. The first one that recognizes a record reads it.
DIALECTS = (orcid, csl)
# Where the list of records is: Crossref's answers, CSL wrapped in an object, ORCID's works, whole records and several works.
PATHS = ("message.items", "items", "references", "group", "works.group", "activities-summary.works.group", "bulk")
recognizes = re.compile(r"\s*[\[{]\s*(?:[\[{\]}\"]|$)").match


def read(file: TextIO, name: str) -> Iterator[Record]:
    """Yield the records of a file, each in its dialect.

    Raises:
        InputError: the file is not valid JSON.
    """
    try:
        document = orjson.loads(file.read())
    except orjson.JSONDecodeError:
        raise InputError("It is cut off, or is not valid JSON. Export or download it again.") from None
    for number, record in enumerate(records(document), start=1):
        location = Location(name, number)
        dialect = next((dialect for dialect in DIALECTS if dialect.is_work(record)), None)
        if dialect:
            yield dialect.reference(record, location)
        else:
            yield Unreadable(location, "It is not a work of CSL-JSON, Crossref or ORCID: it has no type.")


def records(document: Any) -> list[Any]:
    """Return the records of a document: a list, the list in an object, or a single record, perhaps in Crossref's envelope."""
    if isinstance(document, list):
        return document
    for path in PATHS:
        *outer, last = path.split(".")
        if isinstance(listed := reduce(mapping, outer, document).get(last), list):
            return listed
    return [mapping(document, "message") or document]
