"""Formats that tag each value: RIS, EndNote's .enw and XML, MEDLINE, Web of Science. One table has the tags of each field."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from bibliography import identifiers
from bibliography.formats.inputs import TOO_MUCH, InputError
from bibliography.names import read_names
from bibliography.record_types import BOOK_PARTS, PUBLISHABLE_TYPES, record_type_of, refine_type
from bibliography.reference import FailedRecord, Location, ReadResult, Reference
from bibliography.values import find_year_or_number, normalize_locator, page_range

# The values of a record by tag, or by field.
TagValues = defaultdict[str, list[str]]
Tags = dict[str, list[str]]
BOOK_TITLE = "titles/secondary-title"
# The tags of each field, the preferred one first: in RIS, .enw, EndNote's XML (paths of elements), MEDLINE and Web of Science's
# text. MEDLINE's reader fills the fields that are empty here. Full names of journals come before abbreviations.
FIELD_TAGS = {
    "type": ("TY", "%0", "ref-type", "", "PT"),
    "work type": ("M3", "%9", "work-type", "", "DT"),
    "authors": ("AU", "%A", "contributors/authors/author", "", "AF AU CA"),
    "other authors": ("A1", "", "", "", ""),
    "editors": ("ED A2", "%E", "contributors/secondary-authors/author", "", "BE ED"),
    "title": ("TI T1 CT", "%T", "titles/title", "TI VTI BTI", "TI"),
    # T2 is the journal of an article in EndNote and Zotero.
    "journal": ("JF T2 JO JA J2 J1", "%J %B", f"periodical/full-title {BOOK_TITLE}", "JT TA", "SO"),
    "book": ("T2 JF C3 BT JO T3 JA J2", "%B %J %S", f"{BOOK_TITLE} periodical/full-title titles/tertiary-title", "BTI", "SO"),
    "abbreviation": ("JA J2 JO J1", "", "", "TA", "JI"),
    "publisher": ("PB", "%I", "publisher", "PB", "PU"),
    # DP is the date of the issue.
    "year": ("PY Y1 DA", "%D %8", "dates/year dates/pub-dates/date", "DP", "PY"),
    "volume": ("VL", "%V", "volume", "VI", "VL"),
    "issue": ("IS", "%N", "number issue", "IP", "IS"),
    "first page": ("SP", "%P", "pages", "PG", "BP"),
    "last page": ("EP", "", "", "", "EP"),
    "article number": ("C7", "%]", "custom7", "", "AR"),
    "doi": ("DO DI M3 L3", "%R", "electronic-resource-num", "", "DI"),
    "url": ("UR", "%U", "urls/related-urls/url urls/web-urls/url", "", ""),
    "links": ("LK L2", "", "", "", ""),
    "notes": ("N1", "", "", "", ""),
    "pubmed id": ("PM", "", "", "PMID", "PM"),
    "accession number": ("AN", "%M", "accession-num", "", ""),
    "database": ("DP DB", "%~ %W", "remote-database-name remote-database-provider", "", ""),
    # The tags in which these databases write the PubMed ID; elsewhere they mean something else.
    "nlm": ("AN", "%M", "accession-num", "", ""),
    "pubmed": ("AN", "%M", "accession-num", "", ""),
    "scopus": ("C2", "", "", "", ""),
    "embase": ("C5", "", "", "", ""),
    "medline": ("AN ID", "%M", "accession-num", "", ""),
}
RIS, ENW, ENDNOTE_XML, MEDLINE, WOS = (
    dict(zip(FIELD_TAGS, map(str.split, column), strict=True)) for column in zip(*FIELD_TAGS.values(), strict=True)
)
# Each line of a record is kept in memory.
MAX_RECORD_LINES = 100_000
DATABASES = ("nlm", "pubmed", "scopus", "embase", "medline")
# Some programs break long lines, even inside a word.
BROKEN = "The {} is broken into several lines; check that no word is split."


@dataclass(frozen=True)
class TaggedLines:
    """A line-based format: the pattern of a line (its groups are ``tag`` and ``value``), and the tags around a record.

    A line without a tag continues the line before. Without ``start``, records begin with the tag of the first line. A record that
    lacks its first line begins after the ``end`` of the record before. ``joint`` is put between the lines of a value.
    """

    tag: re.Pattern[str]
    start: str = ""
    end: str = ""
    joint: str = " "

    def records(self, lines: Iterable[str]) -> Iterator[tuple[int, TagValues, bool]]:
        """Yield the number of the first line of each record, its values by tag, and whether it is complete.

        A record ends with its end tag or before the next record. The last record can lack its end tag only if all records do and
        the last line is complete.
        """
        start, first, record = self.start, 0, list[tuple[str, list[str]]]()
        has_end, line = False, ""
        for number, line in enumerate(lines, start=1):
            tagged = self.tag.match(line)
            tag = tagged["tag"] if tagged else ""
            start = start or tag
            if record and tag and tag in (start, self.end):
                yield first, self.values(record), True
                record, has_end = [], has_end or tag == self.end
            begins = tag == start or bool(self.end and not record and tag != self.end)
            if tagged and begins:
                first = number
            if tagged and (record or begins):
                record.append((tag, [(tagged["value"] or "").strip()]))
            elif record:
                record[-1][1].append(line.strip())
            if record and number - first > MAX_RECORD_LINES:
                raise InputError(TOO_MUCH.format(f"a record of more than {MAX_RECORD_LINES:,} lines"))
        if record:
            yield first, self.values(record), line.endswith("\n") and not has_end

    def values(self, record: Iterable[tuple[str, list[str]]]) -> TagValues:
        values: TagValues = defaultdict(list)
        for tag, lines in record:
            if value := self.joint.join(filter(None, lines)):
                values[tag].append(value)
        return values


def read_complete_records(
    records: Iterable[tuple[int, TagValues, bool]],
    name: str,
    last_line: str,
    convert: Callable[[TagValues, Location], ReadResult],
) -> Iterator[ReadResult]:
    """Yield the records. A last record that is cut off is not used, because its missing values are unknown."""
    for number, (line, values, complete) in enumerate(records, start=1):
        location = Location(name, number, line)
        if complete:
            yield convert(values, location)
        else:
            message = f"The file ends inside this record: its last line ({last_line}) is missing. Export it again."
            yield FailedRecord(location, message)


def to_reference(values: TagValues, location: Location, tags: Tags) -> Reference:
    fields = by_field(values, tags)
    own_doi = record_doi(fields)
    record_type = refine_type(
        record_type_of(first_value(fields, "type"), in_journal=bool(fields["journal"])), *fields["work type"]
    )
    if record_type in BOOK_PARTS or record_type not in PUBLISHABLE_TYPES:
        fields["journal"] = fields["book"]
    people = fields["authors"] + [text for text in fields["other authors"] if text not in fields["authors"]]
    return Reference.of(
        location,
        record_type,
        [name for text in people for name in read_names(text)],
        editors=[name for text in fields["editors"] for name in read_names(text)],
        type_name=first_value(fields, "type"),
        **shared_fields(fields),
        doi=own_doi,
        pmid=record_pmid(fields),
        url=identifiers.find_link(fields["url"] if own_doi else fields["url"] + fields["links"]),
        notes=[BROKEN.format(name) for name in ("title", "journal") if "\n" in first_value(fields, name)],
    )


def by_field(values: TagValues, tags: Tags) -> TagValues:
    return defaultdict(list, {field: [value for tag in names for value in values[tag]] for field, names in tags.items()})


def shared_fields(fields: TagValues) -> dict[str, Any]:
    """The fields that all formats write in the same way."""
    return {
        "title": first_value(fields, "title"),
        "journal": first_value(fields, "journal"),
        "abbreviation": min(fields["abbreviation"], key=len, default=""),
        "publisher": first_value(fields, "publisher"),
        "year": find_year_or_number(*fields["year"]),
        "volume": first_value(fields, "volume"),
        "issue": first_value(fields, "issue"),
        "pages": page_range(first_value(fields, "first page"), first_value(fields, "last page"))
        or normalize_locator(first_value(fields, "article number")),
    }


def record_doi(fields: TagValues) -> str:
    """The DOI from its own tags, or the only DOI in addresses and notes."""
    return next(filter(None, map(identifiers.find_doi, fields["doi"])), "") or only_labeled(fields, identifiers.find_labeled_doi)


def record_pmid(fields: TagValues) -> str:
    """The PubMed ID from the tag that the database uses for it, or the only PubMed ID in addresses and notes."""
    database = " ".join(fields["database"]).lower()
    candidates = [identifiers.find_pmid(text) for name in DATABASES if name in database for text in fields[name]]
    candidates += [
        identifiers.find_labeled_pmid(first_value(fields, "accession number")),
        identifiers.find_pmid(first_value(fields, "pubmed id")),
    ]
    return next(filter(None, candidates), "") or only_labeled(fields, identifiers.find_labeled_pmid)


def only_labeled(fields: TagValues, find: Callable[[str], str]) -> str:
    """The identifier in addresses and notes; "" if they name several, because some belong to other papers."""
    different = {*filter(None, map(find, fields["url"] + fields["links"] + fields["notes"]))}
    return different.pop() if len(different) == 1 else ""


def first_value(values: TagValues, *names: str) -> str:
    """The first value of these tags or fields; "" if they have none."""
    return next((value for name in names for value in values[name]), "")
