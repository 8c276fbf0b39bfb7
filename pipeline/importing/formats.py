"""The formats that can be imported, each told by what a file holds, never by its name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import ftfy

from pipeline.importing.inputs import Input, InputError
from pipeline.importing.readers import bibtex, csl, exported, json, medline, orcid, ris
from pipeline.importing.reference import Location, Record, Reference, Unreadable
from pipeline.problems import quote

BOM_OF_UTF_8 = b"\xef\xbb\xbf"
KNOWN = "BibTeX, RIS, PubMed (.nbib), CSL-JSON, ORCID or Crossref JSON, or the CSV of this service"


@dataclass(frozen=True)
class Format:
    """A format: its name, what its files look like, and its reader."""

    name: str
    looks_like: Callable[[str], object]
    read: Callable[[Input], Iterator[Record]]


def lines_of(read: Callable[..., Iterator[Record]]) -> Callable[[Input], Iterator[Record]]:
    """The reader of a format of lines."""

    def reader(source: Input) -> Iterator[Record]:
        with source.path.open(encoding="utf-8-sig", newline=None) as file:
            yield from read(file, source.name)

    return reader


def read_json(source: Input) -> Iterator[Record]:
    """The records of a JSON file, each in the dialect that it is in."""
    with source.path.open("rb") as file:
        if file.read(3) != BOM_OF_UTF_8:
            file.seek(0)
        number = 0
        try:
            for number, record in enumerate(unwrapped(json.records(file)), start=1):
                location = Location(source.name, number)
                if orcid.is_work(record):
                    yield from orcid.read(record, location)
                elif csl.is_work(record):
                    yield from csl.read(record, location)
                else:
                    yield Unreadable(location, "It is no work of CSL-JSON, ORCID or Crossref: it names no type.")
        except json.BrokenError as error:
            yield Unreadable(Location(source.name, number + 1), str(error))


def unwrapped(records: Iterator[Any]) -> Iterator[Any]:
    """The works in a list whose members are whole answers of Crossref's API, or citations of a text document."""
    for record in records:
        if isinstance(record, dict) and isinstance(message := record.get("message"), dict):
            items = message.get("items")
            yield from items if isinstance(items, list) else [message]
        elif isinstance(record, dict) and isinstance(cited := record.get("citationItems"), list):
            yield from (item["itemData"] for item in cited if isinstance(item, dict) and "itemData" in item)
        else:
            yield record


CSV = Format("CSV", lambda head: exported.is_header(head.partition("\n")[0]), lines_of(exported.read))
# CSV first: no other format begins with the names of its columns, and in its cells may stand what others look like.
FORMATS = (
    CSV,
    Format("JSON", re.compile(r"\s*[\[{]\s*(?:[\[{\]}\"]|$)").match, read_json),
    Format("RIS", re.compile(r"^\s*TY  ?-\s", re.MULTILINE).search, lines_of(ris.read)),
    Format(
        "MEDLINE",
        re.compile(r"^(?:PMID|PMC ?|OWN|STAT|PMCR)? *- .*\n(?:[A-Z]{2,4} *- | {6})", re.MULTILINE).search,
        lines_of(medline.read),
    ),
    Format("BibTeX", re.compile(r"@\s*[A-Za-z]+\s*[{(]\s*[^@]", re.MULTILINE).search, lines_of(bibtex.read)),
)
# What people save by mistake, and what to do instead.
MISTAKES = {
    re.compile(r"\s*(?:<!DOCTYPE html|<html|<head|<body)", re.IGNORECASE): (
        "It is a web page, not an export: probably one that asks to log in or says that something went wrong. "
        "Open it in a browser, and download the export again."
    ),
    re.compile(r"\s*<\?xml|\s*<[A-Za-z]"): f"It is XML, which cannot be read here. Export it as {KNOWN}.",
    re.compile(r"\s*FN [^\n]*\n\s*VR ", re.IGNORECASE): "It is Web of Science's plain text. Export it as BibTeX or RIS.",
}


def read(source: Input) -> Iterator[Record]:
    """The records of a file, in the order of the file.

    Raises:
        InputError: its format is none that is known.
    """
    for mistake, sentence in MISTAKES.items():
        if mistake.match(source.head):
            raise InputError(sentence)
    chosen = next((one for one in FORMATS if one.looks_like(source.head)), None)
    if chosen is None:
        raise InputError(f"It holds nothing that looks like {KNOWN}.")
    return map(undamaged, chosen.read(source))


def undamaged(record: Record) -> Record:
    """The record, unless its text was damaged before: read in one encoding and saved in another (mojibake)."""
    if isinstance(record, Reference):
        for name in ("title", "authors", "journal"):
            text = record.cells.get(name, "")
            if not text.isascii() and ("\ufffd" in text or ftfy.fix_encoding(text) != text):
                sentence = f"The text is damaged: {name} {quote(text)}. Export it again as UTF-8, or mend it in the file."
                return Unreadable(record.location, sentence)
    return record
