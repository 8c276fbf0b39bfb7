"""The formats that can be imported. A file is recognized by its content, never by its name."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice

from bibliography.formats import bibtex, csv, endnote, endnote_xml, json, medline, pubmed_xml, ris, web_of_science
from bibliography.formats.inputs import MAX_RECORDS, STANDARD_INPUT, TOO_MUCH, InputError, open_text
from bibliography.formats.unsupported import explain, explain_unrecognized
from bibliography.notices import is_title_of_notice
from bibliography.record_types import RecordType
from bibliography.reference import FailedRecord, ReadResult, Reference
from pipeline.read.mojibake import REPLACEMENT, find_mojibake
from pipeline.wording import quote

# Each module recognizes a file by its beginning, and reads it. CSV comes first: its header is unmistakable, and its cells can
# contain anything.
IMPORT_FORMATS = {
    "CSV (from PubMed, Scopus, Google Scholar or this service)": csv,
    "JSON (CSL, Crossref or ORCID)": json,
    "Web of Science (plain text)": web_of_science,
    "PubMed XML": pubmed_xml,
    "EndNote XML": endnote_xml,
    "EndNote (.enw)": endnote,
    "RIS": ris,
    "PubMed (.nbib)": medline,
    "BibTeX": bibtex,
}
FORMAT_NAMES = ", ".join(reversed(IMPORT_FORMATS))
PROSE_FIELDS = ("title", "authors", "journal")
# Characters to recognize a format by. Some exports have other lines before their first record.
HEAD_CHARACTERS = 1 << 18
MAX_READING_SECONDS = 60


def read_export(name: str) -> list[ReadResult]:
    """The records of a file (standard input for ``-``), in their order.

    Raises:
        InputError: the file cannot be read or recognized, or has too many records.
    """
    file, guess = open_text(name)
    head = file.read(HEAD_CHARACTERS)
    file.seek(0)
    if sentence := explain(head):
        raise InputError(sentence)
    reader = next((reader for reader in IMPORT_FORMATS.values() if reader.recognizes(head)), None)
    if reader is None:
        raise InputError(explain_unrecognized(head, FORMAT_NAMES))
    start = time.monotonic()
    label = "standard input" if name == STANDARD_INPUT else name
    records = list[ReadResult]()
    for record in islice(reader.read(file, label), MAX_RECORDS + 1):
        records.append(check_record(record))
        if time.monotonic() - start > MAX_READING_SECONDS:
            raise InputError(TOO_MUCH.format(f"reading it takes more than {MAX_READING_SECONDS} seconds"))
    if len(records) > MAX_RECORDS:
        raise InputError(f"It has more than {MAX_RECORDS:,} records. Export one person's records only.")
    if guess:
        note_guess(records, guess)
    return records


def note_guess(records: list[ReadResult], encoding: str) -> None:
    """Add a note to the first record that is not ASCII, where the owner sees whether the encoding is right."""
    for number, record in enumerate(records):
        if isinstance(record, Reference) and not "".join(record.cells.values()).isascii():
            note = f"The file is not UTF-8 and was read as {encoding}; check the letters with accents."
            records[number] = replace(record, notes=(note, *record.notes))
            return


def check_record(record: ReadResult) -> ReadResult:
    """Fail a record with damaged text. A record with the title of a notice is a notice, whatever its type."""
    if isinstance(record, FailedRecord):
        return record
    if names := damaged_fields(record.cells):
        where = f"{names[0]} {quote(record.cells[names[0]])}"
        return FailedRecord(
            record.location, f"The text is damaged: {where}. Export it again as UTF-8, or correct it in the file."
        )
    return replace(record, record_type=RecordType.NOTICE) if is_title_of_notice(record.cells.get("title", "")) else record


def damaged_fields(cells: Mapping[str, str]) -> list[str]:
    """The fields whose text was read in one encoding and saved in another (mojibake), or has lost a letter."""
    return [name for name, cell in cells.items() if REPLACEMENT in cell or (name in PROSE_FIELDS and find_mojibake(cell))]
