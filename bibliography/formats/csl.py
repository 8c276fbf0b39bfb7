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
from bibliography.notices import CONCERN, CORRECTED, CROSSREF, RETRACTED, RETRACTION_WATCH, NoticeClaim
from bibliography.record_types import RecordType, record_type_of, refine
from bibliography.reference import Location, Reference
from bibliography.values import has_begun, locator, pages, plain, year_or_number
from db.publication.author import is_collective
from db.publication.license import parse_license

# Prefer the year of the printed issue to the year of the online version.
DATES = ("published-print", "issued", "published", "published-online", "original-date")
# The kinds of notices, by Crossref's names for updates of a publication.
KINDS = {
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


def reference(record: dict[str, Any], location: Location) -> Reference:
    journal = first(record, "container-title", "journal", "container-title-short", "short-container-title", "journalAbbreviation")
    record_type = refine(record_type_of(first(record, "type"), in_journal=bool(journal)), first(record, "genre"))
    if record_type == RecordType.CHAPTER and isinstance(titles := record.get("container-title"), list):
        journal = text(titles[::-1])  # Crossref puts the series before the book
    note = text(record.get("note"))
    address = first(record, "URL", "url")
    return Reference.of(
        location,
        record_type,
        map(read_author, members(record, "author")),
        editors=map(read_author, members(record, "editor")),
        type_name=first(record, "type"),
        title=first(record, "title"),
        journal=journal,
        abbreviation=first(record, "container-title-short", "short-container-title", "journalAbbreviation"),
        publisher=first(record, "publisher"),
        year=year_of(record),
        volume=first(record, "volume"),
        issue=locator(first(record, "issue")) or first(mapping(record, "journal-issue"), "issue"),
        pages=pages(first(record, "page")) or locator(first(record, "article-number")),
        doi=identifiers.doi(first(record, "DOI", "doi")) or identifiers.labeled_doi(f"{address} {note}"),
        pmid=identifiers.pmid(first(record, "PMID", "pmid")) or identifiers.labeled_pmid(f"{address} {note}"),
        url=identifiers.link([address]),
        license=license_in_force(record),
        preprint=next(preprints(record), ""),
        grants=grants(record),
        claims=claims(record),
    )


def text(value: Any) -> str:
    """A text, the first of a list of texts (Crossref), or a number, as text; "" for anything else."""
    if isinstance(value, list):
        value = next((part for part in value if part and isinstance(part, str)), "")
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return str(int(value) if isinstance(value, float) and value.is_integer() else value).strip()


def first(record: dict[str, Any], *keys: str) -> str:
    return next(filter(None, (text(record.get(key)) for key in keys)), "")


def mapping(record: dict[str, Any], key: str) -> dict[str, Any]:
    value = record.get(key)
    return value if isinstance(value, dict) else {}


def members(record: dict[str, Any], key: str) -> list[dict[str, Any]]:
    value = record.get(key)
    return [member for member in value if isinstance(member, dict)] if isinstance(value, list) else []


def read_author(name: dict[str, Any]) -> Name:
    """Read an author. An organization has only one part."""
    if literal := first(name, "literal", "name"):
        return names.parse_name(plain(literal)) if "," in literal else names.keep_verbatim(plain(literal))
    particle = " ".join(filter(None, (first(name, "dropping-particle"), first(name, "non-dropping-particle"))))
    family, given, suffix = (plain(first(name, part)) for part in ("family", "given", "suffix"))
    family = f"{plain(particle)} {family}".strip()
    if given and ("," in given or is_collective(family) or is_collective(given)):
        return names.parse_name(", ".join(filter(None, (family, given, suffix))))
    return names.compose_name(family or given, given if family else "", suffix)


def year_of(record: dict[str, Any]) -> str:
    """The year of the issue. Crossref has it in two places, and its `issued` is the earliest of all dates."""
    dates = [mapping(mapping(record, "journal-issue"), "published-print"), *(mapping(record, name) for name in DATES)]
    return year_or_number(*map(written_date, dates), first(record, *DATES))


def written_date(date: dict[str, Any]) -> str:
    """The year, if the date has parts, or else the date as text."""
    return text(next(iter(parts(date)), "")) or first(date, "raw", "literal", "value", "date-time")


def license_in_force(record: dict[str, Any]) -> str:
    """The address of the license of the version of record that started last.

    A license without a version applies to every version. A license that starts after an embargo replaces the first.
    """
    licenses = [
        (first(each, "content-version") == "vor", date(mapping(each, "start")), first(each, "URL"))
        for each in members(record, "license")
        if first(each, "content-version") in ("vor", "unspecified")
    ]
    started = [each for each in licenses if has_begun(each[1]) and parse_license(each[2])]
    return max(started, key=lambda each: each[:2], default=(False, "", ""))[2]


def preprints(record: dict[str, Any]) -> Iterator[str]:
    return filter(
        None, (identifiers.doi(first(related, "id")) for related in members(mapping(record, "relation"), "has-preprint"))
    )


def grants(record: dict[str, Any]) -> Iterator[Grant]:
    for funder in members(record, "funder"):
        awards = funder.get("award")
        for award in awards if awards and isinstance(awards, list) else [""]:
            yield Grant(first(funder, "name"), text(award))


def claims(record: dict[str, Any]) -> Iterator[NoticeClaim]:
    """Yield claims in both directions: updated-by names the notices about a work, update-to the works that it is about."""
    own = f"doi:{identifiers.doi(first(record, 'DOI'))}"
    for key in ("updated-by", "update-to"):
        for update in members(record, key):
            kind, other = KINDS.get(first(update, "type")), f"doi:{identifiers.doi(first(update, 'DOI'))}"
            if kind and other != "doi:":
                subject, notice = (own, other) if key == "updated-by" else (other, own)
                watched = first(update, "source") == "retraction-watch"
                source = RETRACTION_WATCH if watched else CROSSREF
                yield NoticeClaim(subject, notice, kind, date(mapping(update, "updated")), source)


def date(updated: dict[str, Any]) -> str:
    """A date in parts as text: 2010-02-06, 2010-02 or 2010."""
    return "-".join(f"{number:02}" for number in parts(updated) if isinstance(number, int))


def parts(date: dict[str, Any]) -> list[Any]:
    ranges = date.get("date-parts")
    return ranges[0] if isinstance(ranges, list) and ranges and isinstance(ranges[0], list) else []
