"""The query and path parameters of the API: name, description and JSON Schema.

A new filter is one declaration here, listed in ``FILTERS``, and its SQL under the same name in ``db.filters``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from api.formats.citations import STYLES
from api.formats.export_formats import DEFAULT_FORMAT, FORMATS
from api.http.query_string import Parameter, Schemas
from db.filters import ORDERS

MAX_LIMIT = 1000
SHORT_TEXT = {"type": "string", "maxLength": 200}
MAX_LONG_TEXT = 1000  # proceedings have long names
LONG_TEXT = {"type": "string", "maxLength": MAX_LONG_TEXT}
# Identifiers in one request, and characters of each.
MAX_LOOKUPS = 100
MAX_IDENTIFIER = 300
# A DOI, or one with a prefix that people paste with it; a DOI may contain commas, after which no other begins.
DOI_START = r"^(?:doi:|https?://(?:dx\.)?doi\.org/)?10\."


def fields(schemas: Schemas) -> Sequence[str]:
    """Return the fields of a publication."""
    return list(schemas["Publication"]["properties"])


def tags(schemas: Schemas) -> Sequence[str]:
    """Return the tags of services."""
    return list(schemas["Service"]["properties"]["tags"]["items"].get("enum", ()))


def categories_and_tags(schemas: Schemas) -> Sequence[str]:
    """Return the categories of services, followed by the tags."""
    return [*schemas["Service"]["properties"]["category"].get("enum", ()), *tags(schemas)]


def types(schemas: Schemas) -> Sequence[str]:
    """Return the types of publications."""
    return list(schemas["Publication"]["properties"]["type"].get("enum", ()))


def year_filter(name: str, description: str, example: int) -> Parameter:
    """Return a filter that compares the year of a publication."""
    return Parameter(name, description, {"type": "integer"}, f"a year written in digits, for example {example}")


def flag(name: str, description: str) -> Parameter:
    """Return a filter that is true or false."""
    return Parameter(name, description, {"type": "string", "enum": ["true", "false"]})


def identifiers(pattern: str) -> dict[str, Any]:
    """Return the JSON Schema of a list of identifiers."""
    items = {"type": "string", "pattern": pattern, "maxLength": MAX_IDENTIFIER}
    return {"type": "array", "items": items, "minItems": 1, "maxItems": MAX_LOOKUPS}


YEAR = year_filter("year", "Only publications from this year.", 2021)
YEAR_FROM = year_filter("year_from", "Only publications from this year or later.", 2015)
YEAR_TO = year_filter("year_to", "Only publications from this year or earlier.", 2020)
JOURNAL = Parameter(
    "journal",
    "Only publications whose journal name contains this text, ignoring case and accents. Empty: no filter.",
    SHORT_TEXT,
)
JOURNAL_IS = Parameter(
    "journal_is",
    "Only publications in the journal of exactly this name, ignoring case and accents. Empty: no filter.",
    LONG_TEXT,
)
AUTHOR = Parameter(
    "author",
    "Only publications with an author of this name, ignoring case and accents; initials are optional, and the last word may "
    "be incomplete. A given name counts as its initial: Noa Example and Example Noa find Example N, and so Example NB. "
    "Empty: no filter.",
    SHORT_TEXT,
)
Q = Parameter(
    "q",
    "Only publications with all of these words in the title, authors, journal, year, DOI, PubMed ID, notice or summary, ignoring "
    "case and accents; the last word may be incomplete. Only the first ten different words count. Empty: no filter.",
    SHORT_TEXT,
)
KEYWORDS = Parameter(
    "keywords",
    "Only publications with at least one of these keywords in title or summary, as whole words, ignoring case and accents; "
    "commas separate the keywords. Empty: no filter.",
    LONG_TEXT,
)
HAS_DOI = flag("has_doi", "Only publications with a DOI (true) or without one (false).")
TYPE = Parameter(
    "type",
    "Only publications of these types, separated by commas.",
    {"type": "array", "items": {"type": "string"}, "minItems": 1},
    listed=types,
)
FEATURED = flag("featured", "Only publications that the owner selected (true), or the others (false).")
NOTICE = Parameter(
    "notice",
    "Only publications that were retracted, corrected or questioned (an expression of concern).",
    {"type": "string", "enum": ["retracted", "corrected", "concern"]},
)
DOIS = Parameter(
    "doi",
    f"Only publications with these DOIs, at most {MAX_LOOKUPS}, separated by commas; case is ignored, and so is a prefix such as "
    "https://doi.org/.",
    identifiers(DOI_START),
    f"1 to {MAX_LOOKUPS} DOIs, each beginning with 10. and at most {MAX_IDENTIFIER} characters long, with commas between them",
)
PMIDS = Parameter(
    "pubmed",
    f"Only publications with these PubMed IDs, at most {MAX_LOOKUPS}, separated by commas.",
    identifiers("^[0-9]+$"),
    f"1 to {MAX_LOOKUPS} PubMed IDs (digits, at most {MAX_IDENTIFIER} of them), with commas between them",
)
MORE_FILTERS = (Q, KEYWORDS, AUTHOR, JOURNAL_IS, YEAR_FROM, YEAR_TO, HAS_DOI, TYPE, FEATURED, NOTICE, DOIS, PMIDS)
FILTERS = (YEAR, JOURNAL, *MORE_FILTERS)

CATEGORY = Parameter(
    "category",
    "Only services of this category or with this tag.",
    {"type": "string"},
    listed=categories_and_tags,
)
TAG = Parameter(
    "tag",
    "Only services with this tag.",
    {"type": "string"},
    listed=tags,
)
SERVICE_FILTERS = (CATEGORY, TAG)

SECTION = Parameter(
    "section",
    "Only entries of this section, for example grant. Empty: no filter.",
    SHORT_TEXT,
)
CV_FILTERS = (SECTION,)

SORT = Parameter(
    "sort",
    "Sort order: latest year first (-year), earliest year first (year), by title or journal, ascending or descending (-title), "
    "or, together with q, best match first (relevance).",
    {"type": "string", "enum": [*ORDERS], "default": "-year"},
)
ONLY_FIELDS = Parameter(
    "fields",
    "Comma-separated names of the fields to return; all fields by default. Only for the formats json and csv.",
    {"type": "array", "items": {"type": "string"}, "minItems": 1},
    listed=fields,
)
FORMAT = Parameter(
    "format",
    "Format of the response.",
    {"type": "string", "enum": [*FORMATS], "default": DEFAULT_FORMAT.name},
)
STYLE = Parameter(
    "style",
    "Citation style, for format=citation; vancouver by default.",
    {"type": "string", "enum": [*STYLES]},
)
MAX_VALUES = Parameter(
    "limit",
    "Maximum number of journals and of authors to return, most frequent first. All years and types are returned.",
    {"type": "integer", "minimum": 0, "maximum": MAX_LIMIT, "default": 100},
)
LIMIT = Parameter(
    "limit",
    "Maximum number of publications.",
    {"type": "integer", "minimum": 0, "maximum": MAX_LIMIT, "default": 50},
)
OFFSET = Parameter(
    "offset",
    "Number of publications to skip; the Link header leads to the next and the previous page.",
    {"type": "integer", "minimum": 0, "default": 0},
)
DOI = Parameter(
    "doi",
    "The DOI, percent-encoded; case is ignored, and so is a prefix such as https://doi.org/. Or the key of the BibTeX "
    "entry, which publications without a DOI have as well.",
    {"type": "string", "minLength": 1},
    location="path",
)

# The parameters of the endpoints, in the order in which they are listed.
LIST_PARAMETERS = (YEAR, JOURNAL, LIMIT, OFFSET, *MORE_FILTERS, SORT, ONLY_FIELDS, FORMAT, STYLE)
FACET_PARAMETERS = (YEAR, JOURNAL, MAX_VALUES, *MORE_FILTERS)
PUBLICATION_PARAMETERS = (DOI, FORMAT, STYLE)


def page_offsets(limit: int, offset: int, total: int) -> dict[str, int]:
    """Return the offsets of the first, previous, next and last page; none if there is only one page."""
    if not limit or not total:
        return {}
    # Pages are counted from this one; from the beginning if the offset is beyond the end.
    start = offset if offset < total else 0
    last = start + (total - 1 - start) // limit * limit
    pages = {}
    if offset > 0:
        pages["prev"] = max(offset - limit, 0) if offset < total else last
    if offset + limit < total:
        pages["next"] = offset + limit
    return {"first": 0, **pages, "last": last} if pages else {}
