"""RIS, as EndNote, Zotero, Mendeley, Scopus, Web of Science, Embase and the publishers write it.

Source: RIS Format Specifications (Research Information Systems, 2001 and 2011), and the exports of these programs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TextIO

from pipeline.readers.tagged import TaggedLines, Values, first
from pipeline.references import extract
from pipeline.references.names import read_names
from pipeline.references.record_types import IN_BOOKS, LISTED, record_type_of, refined
from pipeline.references.reference import Location, Record, Reference, Unreadable
from pipeline.references.values import locator, page_range, year

# Full names before abbreviations; T2 is the journal of an article in EndNote and Zotero.
JOURNAL = ("JF", "T2", "JO", "JA", "J2", "J1")
ABBREVIATION = ("JA", "J2", "JO", "J1")
PROCEEDINGS = ("T2", "JF", "C3", "BT", "JO", "T3", "JA", "J2")
# The tags in which databases write the PubMed ID; elsewhere they mean something else.
PUBMED_TAGS = (("nlm", "AN"), ("pubmed", "AN"), ("scopus", "C2"), ("embase", "C5"), ("medline", "AN"), ("medline", "ID"))
# Some programs break long lines, even inside a word.
BROKEN = "The {} is broken into several lines; check that no word is split."
LINES = TaggedLines(tag=re.compile(r"\s*(?P<tag>[A-Z][A-Z0-9])  ?-(?P<value>\s.*|$)"), start="TY", end="ER", joint="\n")
recognizes = re.compile(r"^[^\S\n]*TY  ?-\s", re.MULTILINE).search


def read(file: TextIO, name: str) -> Iterator[Record]:
    """Yield the records of a file. A record that is cut off at the end is not used, because its missing values are unknown."""
    for number, (line, values, complete) in enumerate(LINES.records(file), start=1):
        location = Location(name, number, line)
        if complete:
            yield reference(values, location)
        else:
            yield Unreadable(location, "The file ends inside this record: its last line (ER  -) is missing. Export it again.")


def reference(values: Values, location: Location) -> Reference:
    """Return the reference of one record."""
    links, notes = values["LK"] + values["L2"], values["N1"]
    addresses = values["UR"] + links
    own_doi = doi(values, [*addresses, *notes])
    journal = first(values, *JOURNAL)
    pages = page_range(first(values, "SP"), first(values, "EP")) or locator(first(values, "C7"))
    record_type = refined(record_type_of(first(values, "TY"), in_journal=bool(journal)), *values["M3"])
    if record_type in IN_BOOKS or record_type not in LISTED:
        journal = first(values, *PROCEEDINGS)
    title = first(values, "TI", "T1", "CT")
    people = values["AU"] + [text for text in values["A1"] if text not in values["AU"]]
    return Reference.of(
        location,
        record_type,
        [name for text in people for name in read_names(text)],
        editors=[name for text in values["ED"] + values["A2"] for name in read_names(text)],
        type_name=first(values, "TY"),
        title=title,
        journal=journal,
        abbreviation=min(filter(None, (first(values, tag) for tag in ABBREVIATION)), key=len, default=""),
        publisher=first(values, "PB"),
        year=next(filter(None, map(year, (first(values, tag) for tag in ("PY", "Y1", "DA")))), ""),
        volume=first(values, "VL"),
        issue=first(values, "IS"),
        pages=pages,
        doi=own_doi,
        pmid=pmid(values, [*addresses, *notes]),
        url=extract.link(values["UR"] if own_doi else addresses),
        notes=[BROKEN.format(name) for name, text in (("title", title), ("journal", journal)) if "\n" in text],
    )


def doi(values: Values, others: list[str]) -> str:
    """Return the DOI in its own tags, or the only one that addresses and notes name."""
    for tag in ("DO", "DI", "M3", "L3"):
        if doi := next(filter(None, map(extract.doi, values[tag])), ""):
            return doi
    return only(map(extract.labelled_doi, others))


def pmid(values: Values, others: list[str]) -> str:
    """Return the PubMed ID from the tag in which the database writes it, or the only one that other tags name."""
    database = " ".join(values["DP"] + values["DB"]).lower()
    candidates = [extract.pmid(first(values, tag)) for name, tag in PUBMED_TAGS if name in database]
    candidates += [extract.labelled_pmid(first(values, "AN")), extract.pmid(first(values, "PM"))]
    return next(filter(None, candidates), "") or only(map(extract.labelled_pmid, others))


def only(values: Iterable[str]) -> str:
    """Return the only value; "" unless there is exactly one."""
    different = {value for value in values if value}
    return different.pop() if len(different) == 1 else ""
