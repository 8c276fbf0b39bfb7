"""JSON: works of CSL, Crossref and ORCID, as a list of records, or as an object that has the list at a known path."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TextIO

import orjson

from bibliography.formats import csl, orcid_works
from bibliography.formats.csl import object_at
from bibliography.formats.inputs import TOO_MUCH, InputError
from bibliography.formats.unsupported import explain_json
from bibliography.reference import FailedRecord, Location, ReadResult

# The readers of single records. The first one that recognizes a record reads it.
DIALECTS = (orcid_works, csl)
# Paths to the list of records: Crossref's answers, CSL wrapped in an object, ORCID's works, whole records and several works.
# The paths of other programs are here too, to say which program a file is from.
LIST_PATHS = (
    "results",
    "data",
    "message.items",
    "items",
    "references",
    "group",
    "works.group",
    "activities-summary.works.group",
    "bulk",
)
MAX_VALUES = 800_000
recognizes = re.compile(r"\s*[\[{]\s*(?:[\[{\]}\"]|$)").match


def read(file: TextIO, name: str) -> Iterator[ReadResult]:
    """Yield the records of a file. Each record can be in another dialect.

    Raises:
        InputError: the file is not valid JSON, or another program wrote it.
    """
    text = file.read()
    if text.count(",") > MAX_VALUES:  # each value follows a comma, and needs one or two hundred bytes
        raise InputError(TOO_MUCH.format(f"more than {MAX_VALUES:,} values"))
    try:
        document = orjson.loads(text)
    except orjson.JSONDecodeError:
        raise InputError("It is cut off, or is not valid JSON. Export or download it again.") from None
    every = find_records(document)
    if sentence := explain_json(every[0].keys() if every and isinstance(every[0], dict) else ()):
        raise InputError(sentence)
    for number, record in enumerate(every, start=1):
        location = Location(name, number)
        dialect = next((dialect for dialect in DIALECTS if dialect.is_work(record)), None)
        if dialect:
            yield dialect.to_reference(record, location)
        else:
            yield FailedRecord(location, "It is not a work of CSL-JSON, Crossref or ORCID: it has no type.")


def find_records(document: Any) -> list[Any]:
    """The records of a document: a list, the list in an object, or a single record, with or without Crossref's envelope."""
    if isinstance(document, list):
        return document
    for path in LIST_PATHS:
        *outer, last = path.split(".")
        if isinstance(listed := object_at(document, *outer).get(last), list):
            return listed
    return [object_at(document, "message") or object_at(document, "data") or document]
