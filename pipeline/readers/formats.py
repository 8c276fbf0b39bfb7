"""The formats that can be imported. A file is recognized by its content, never by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import TextIO

import ftfy

from pipeline.messages import quote
from pipeline.readers import bibtex, csv, endnote, endnote_xml, json, medline, ris
from pipeline.readers.inputs import Input, InputError
from pipeline.readers.unsupported import explain, explain_unrecognized
from pipeline.references.reference import Record, Reference, Unreadable, turned_back


@dataclass(frozen=True)
class ImportFormat:
    """A format: its name for the owner, whether a text begins like one, and its reader."""

    name: str
    recognizes: Callable[[str], object]
    read: Callable[[TextIO, str], Iterator[Record]]


# CSV first: its header is unmistakable, and its cells may contain anything.
FORMATS = (
    ImportFormat("CSV (from PubMed, Scopus, Google Scholar or this service)", csv.recognizes, csv.read),
    ImportFormat("JSON (CSL, Crossref or ORCID)", json.recognizes, json.read),
    ImportFormat("EndNote XML", endnote_xml.recognizes, endnote_xml.read),
    ImportFormat("EndNote (.enw)", endnote.recognizes, endnote.read),
    ImportFormat("RIS", ris.recognizes, ris.read),
    ImportFormat("PubMed (.nbib)", medline.recognizes, medline.read),
    ImportFormat("BibTeX", bibtex.recognizes, bibtex.read),
)
# Of a file. Two megabytes can hold 200,000 empty records, which need 400 MB.
MOST_RECORDS = 50_000
KNOWN = ", ".join(each.name for each in reversed(FORMATS))


def read(source: Input) -> list[Record]:
    """Return the records of a file in its order.

    Raises:
        InputError: no reader recognizes it, it has too many records, or its names cannot be used.
    """
    if sentence := explain(source.head):
        raise InputError(sentence)
    recognized = next((each for each in FORMATS if each.recognizes(source.head)), None)
    if recognized is None:
        raise InputError(explain_unrecognized(source.head, KNOWN))
    with source.path.open(encoding="utf-8", newline=None) as file:
        undamaged_records = noting_guess(map(undamaged, recognized.read(file, source.name)), source.guess)
        records = [*islice(undamaged_records, MOST_RECORDS + 1)]
    if len(records) > MOST_RECORDS:
        raise InputError(f"It has more than {MOST_RECORDS:,} records. Export only those of one person.")
    try:
        return turned_back(records)
    except ValueError as error:
        raise InputError(str(error)) from error


def noting_guess(records: Iterable[Record], guess: str) -> Iterator[Record]:
    """Yield the records. If the encoding is a guess, a note on the first that is not ASCII tells where to check it."""
    for record in records:
        if guess and isinstance(record, Reference) and not "".join(record.cells.values()).isascii():
            note = f"The file is not UTF-8 and was read as {guess}; check the letters with accents."
            yield replace(record, notes=(note, *record.notes))
            guess = ""
        else:
            yield record


def undamaged(record: Record) -> Record:
    """Return the record, unless one of its texts is damaged."""
    if isinstance(record, Reference) and (names := damaged(record.cells)):
        where = f"{names[0]} {quote(record.cells[names[0]])}"
        return Unreadable(record.location, f"The text is damaged: {where}. Export it again as UTF-8, or correct it in the file.")
    return record


def damaged(cells: Mapping[str, str]) -> list[str]:
    """Return the fields whose text was read in one encoding and saved in another (mojibake)."""
    texts = [(name, text) for name in ("title", "authors", "journal") if not (text := cells.get(name, "")).isascii()]
    return [name for name, text in texts if "\ufffd" in text or ftfy.fix_encoding(text) != text]
