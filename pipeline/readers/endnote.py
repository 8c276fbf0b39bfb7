"""EndNote's tagged format (.enw), which Google Scholar's "EndNote" button and many publishers write too.

Source: EndNote's import filter "EndNote Import" and its reference types. EndNote's XML is read into the same tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TextIO

from pipeline.readers.tagged import TaggedLines, Values, first
from pipeline.references import extract
from pipeline.references.names import read_names
from pipeline.references.record_types import IN_BOOKS, LISTED, record_type_of, refined
from pipeline.references.reference import Location, Record, Reference
from pipeline.references.values import locator, pages, year

# The databases whose accession number is the PubMed ID.
PUBMED = ("pubmed", "medline", "nlm")
LINES = TaggedLines(tag=re.compile(r"(?P<tag>%[0-9A-Za-z?@!#$&()*+^<>\[\]=~])(?:\s(?P<value>.*)|$)"), start="%0")
recognizes = re.compile(r"^%0 \S", re.MULTILINE).search


def read(file: TextIO, name: str) -> Iterator[Record]:
    """Yield the records of a file."""
    for number, (line, values, _) in enumerate(LINES.records(type_first(file)), start=1):
        yield reference(values, Location(name, number, line))


def type_first(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines with the type at the beginning of each record; some publishers write it after the authors."""
    late: bool | None = None
    for is_empty, group in groupby(lines, key=str.isspace):
        paragraph = list(group)
        if not is_empty:
            late = not paragraph[0].startswith("%0") if late is None else late
        yield from sorted(paragraph, key=lambda line: not line.startswith("%0")) if late else paragraph


def reference(values: Values, location: Location) -> Reference:
    """Return the reference of one record."""
    journal = first(values, "%J", "%B")
    record_type = refined(record_type_of(first(values, "%0"), in_journal=bool(journal)), first(values, "%9"))
    if record_type in IN_BOOKS or record_type not in LISTED:
        journal = first(values, "%B", "%J", "%S")
    return Reference.of(
        location,
        record_type,
        (name for text in values["%A"] for name in read_names(text)),
        editors=(name for text in values["%E"] for name in read_names(text)),
        type_name=first(values, "%0"),
        title=first(values, "%T"),
        journal=journal,
        publisher=first(values, "%I"),
        year=year(first(values, "%D")) or year(first(values, "%8")),
        volume=first(values, "%V"),
        issue=first(values, "%N"),
        pages=pages(first(values, "%P")) or locator(first(values, "%]")),
        doi=extract.doi(first(values, "%R")) or extract.labelled_doi(*values["%U"]),
        pmid=pmid(values),
        url=extract.link(values["%U"]),
    )


def pmid(values: Values) -> str:
    """Return the PubMed ID: the accession number in a database of the NLM, or what a URL names."""
    accession = first(values, "%M")
    databases = " ".join(values["%~"] + values["%W"]).lower()
    if any(name in databases for name in PUBMED):
        return extract.pmid(accession)
    return extract.labelled_pmid(accession, *values["%U"])
