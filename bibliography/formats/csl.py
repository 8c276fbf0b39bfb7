"""CSL-JSON and Crossref's works. Crossref's JSON is CSL-JSON with its own types, and with lists instead of single texts. doi.org
returns a mixture of both, so this module reads both.

Sources: CSL-JSON's schema 1.0.2 (citation-style-language/schema); Crossref's REST API, "works", and its guide for publishers to
funders and licenses (CrossRef/rest-api-doc).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bibliography import identifiers, names
from bibliography.funding import Grant
from bibliography.names import Name
from bibliography.notices import CROSSREF, RETRACTION_WATCH, NoticeClaim
from bibliography.record_types import RecordType, record_type_of, refine_type
from bibliography.reference import Location, Reference
from bibliography.values import find_year_or_number, has_begun, normalize_locator, normalize_pages, strip_markup
from db.publication.author import is_collective
from db.publication.license import parse_license
from db.publication.notice import CONCERN, CORRECTED, RETRACTED

# Prefer the year of the printed issue to the year of the online version.
DATE_FIELDS = ("published-print", "issued", "published", "published-online", "original-date")
# The kinds of notices, by Crossref's names for updates of a publication.
NOTICE_BY_UPDATE = {
    "retraction": RETRACTED,
    "removal": RETRACTED,
    "withdrawal": RETRACTED,
    "expression_of_concern": CONCERN,
    "correction": CORRECTED,
    "corrigendum": CORRECTED,
    "erratum": CORRECTED,
    "partial_retraction": "partial retraction",
}


def is_work(record: Any) -> bool:
    return isinstance(record, dict) and len(record.keys() & {"type", "title", "container-title", "DOI", "author"}) > 1


def to_reference(record: dict[str, Any], location: Location) -> Reference:
    journal = first_field(
        record, "container-title", "journal", "container-title-short", "short-container-title", "journalAbbreviation"
    )
    record_type = refine_type(record_type_of(first_field(record, "type"), in_journal=bool(journal)), first_field(record, "genre"))
    if record_type == RecordType.CHAPTER and isinstance(titles := record.get("container-title"), list):
        journal = as_text(titles[::-1])  # Crossref puts the series before the book
    note = as_text(record.get("note"))
    address = first_field(record, "URL", "url")
    return Reference.of(
        location,
        record_type,
        map(read_author, objects_at(record, "author")),
        editors=map(read_author, objects_at(record, "editor")),
        type_name=first_field(record, "type"),
        title=first_field(record, "title"),
        journal=journal,
        abbreviation=first_field(record, "container-title-short", "short-container-title", "journalAbbreviation"),
        publisher=first_field(record, "publisher"),
        year=year_of_issue(record),
        volume=first_field(record, "volume"),
        issue=normalize_locator(first_field(record, "issue")) or first_field(object_at(record, "journal-issue"), "issue"),
        pages=normalize_pages(first_field(record, "page")) or normalize_locator(first_field(record, "article-number")),
        doi=identifiers.find_doi(first_field(record, "DOI", "doi")) or identifiers.find_labeled_doi(f"{address} {note}"),
        pmid=identifiers.find_pmid(first_field(record, "PMID", "pmid")) or identifiers.find_labeled_pmid(f"{address} {note}"),
        url=identifiers.find_link([address]),
        license=license_in_force(record),
        preprint=next(preprints(record), ""),
        grants=grants(record),
        claims=read_claims(record),
    )


def as_text(value: Any) -> str:
    """A text, the first of a list of texts (Crossref), or a number, as text; "" for anything else."""
    if isinstance(value, list):
        value = next((part for part in value if part and isinstance(part, str)), "")
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return str(int(value) if isinstance(value, float) and value.is_integer() else value).strip()


def first_field(record: dict[str, Any], *keys: str) -> str:
    return next(filter(None, (as_text(record.get(key)) for key in keys)), "")


def object_at(record: dict[str, Any], *path: str) -> dict[str, Any]:
    """Follow the keys into nested objects. The result is empty if one of them is missing."""
    for key in path:
        value = record.get(key)
        record = value if isinstance(value, dict) else {}
    return record


def objects_at(record: dict[str, Any], *path: str) -> list[dict[str, Any]]:
    """The objects of the list at a path of keys."""
    *outer, key = path
    value = object_at(record, *outer).get(key)
    return [member for member in value if isinstance(member, dict)] if isinstance(value, list) else []


def read_author(name: dict[str, Any]) -> Name:
    """Read an author. An organization has only one part."""
    if literal := first_field(name, "literal", "name"):
        return names.parse_name(strip_markup(literal)) if "," in literal else names.keep_verbatim(strip_markup(literal))
    particle = " ".join(filter(None, (first_field(name, "dropping-particle"), first_field(name, "non-dropping-particle"))))
    family, given, suffix = (strip_markup(first_field(name, part)) for part in ("family", "given", "suffix"))
    family = f"{strip_markup(particle)} {family}".strip()
    if given and ("," in given or is_collective(family) or is_collective(given)):
        return names.parse_name(", ".join(filter(None, (family, given, suffix))))
    return names.compose_name(family or given, given if family else "", suffix)


def year_of_issue(record: dict[str, Any]) -> str:
    """The year of the issue. Crossref has it in two places, and its `issued` is the earliest of all dates."""
    dates = [object_at(record, "journal-issue", "published-print"), *(object_at(record, name) for name in DATE_FIELDS)]
    return find_year_or_number(*map(year_or_text, dates), first_field(record, *DATE_FIELDS))


def year_or_text(date: dict[str, Any]) -> str:
    """The year, if the date has parts, or else the date as text."""
    return as_text(next(iter(date_parts(date)), "")) or first_field(date, "raw", "literal", "value", "date-time")


def license_in_force(record: dict[str, Any]) -> str:
    """The address of the license of the version of record that started last.

    A license without a version applies to every version. A license that starts after an embargo replaces the first.
    """
    licenses = [
        (first_field(each, "content-version") == "vor", update_date(object_at(each, "start")), first_field(each, "URL"))
        for each in objects_at(record, "license")
        if first_field(each, "content-version") in ("vor", "unspecified")
    ]
    started = [each for each in licenses if has_begun(each[1]) and parse_license(each[2])]
    return max(started, key=lambda each: each[:2], default=(False, "", ""))[2]


def preprints(record: dict[str, Any]) -> Iterator[str]:
    return filter(
        None,
        (identifiers.find_doi(first_field(related, "id")) for related in objects_at(record, "relation", "has-preprint")),
    )


def grants(record: dict[str, Any]) -> Iterator[Grant]:
    for funder in objects_at(record, "funder"):
        awards = funder.get("award")
        for award in awards if awards and isinstance(awards, list) else [""]:
            yield Grant(first_field(funder, "name"), as_text(award))


def read_claims(record: dict[str, Any]) -> Iterator[NoticeClaim]:
    """Yield claims in both directions: updated-by names the notices about a work, update-to the works that it is about."""
    own = f"doi:{identifiers.find_doi(first_field(record, 'DOI'))}"
    for key in ("updated-by", "update-to"):
        for update in objects_at(record, key):
            kind = NOTICE_BY_UPDATE.get(first_field(update, "type"))
            other = f"doi:{identifiers.find_doi(first_field(update, 'DOI'))}"
            if kind and other != "doi:":
                subject, notice = (own, other) if key == "updated-by" else (other, own)
                watched = first_field(update, "source") == "retraction-watch"
                source = RETRACTION_WATCH if watched else CROSSREF
                yield NoticeClaim(subject, notice, kind, update_date(object_at(update, "updated")), source)


def update_date(updated: dict[str, Any]) -> str:
    """A date in parts as text: 2010-02-06, 2010-02 or 2010."""
    return "-".join(f"{number:02}" for number in date_parts(updated) if isinstance(number, int))


def date_parts(date: dict[str, Any]) -> list[Any]:
    ranges = date.get("date-parts")
    return ranges[0] if isinstance(ranges, list) and ranges and isinstance(ranges[0], list) else []
