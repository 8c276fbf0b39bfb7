"""The query and path parameters of the API: name, description and JSON Schema; filters also have their SQL.

A new filter is one declaration here, listed in ``FILTERS``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from api.data.patterns import all_words, containing, phrase
from api.data.sql import ORDERS, Selection
from api.data.store import clamped
from api.formats.citations import STYLES
from api.formats.registry import DEFAULT_FORMAT, FORMATS
from api.http.query_string import Parameter, Schemas
from db.text import normalize

MAX_LIMIT = 1000
LONGEST_TEXT = 200
LONGEST_NAME = 1000  # proceedings have long names


def fields(schemas: Schemas) -> Sequence[str]:
    """Return the fields of a publication."""
    return list(schemas["Publication"]["properties"])


def tags(schemas: Schemas) -> Sequence[str]:
    """Return the tags of services."""
    return list(schemas["Service"]["properties"]["tags"]["items"].get("enum", ()))


def categories_and_tags(schemas: Schemas) -> Sequence[str]:
    """Return the categories of services, followed by the tags."""
    return [*schemas["Service"]["properties"]["category"].get("enum", ()), *tags(schemas)]


def is_true(value: str) -> int:
    return int(value == "true")


@dataclass(frozen=True)
class Filter(Parameter):
    """A parameter that selects rows.

    Attributes:
        condition: a fixed SQL expression with the value as a parameter, on the table ``p`` (publications), ``s`` (services) or
            ``e`` (entries of the CV).
        join: a fixed SQL join that the condition needs.
        bind: converts the value of the query to the one that SQL compares with; "" means no filter.
    """

    condition: str = ""
    join: str = ""
    bind: Callable[[Any], Any] = str


def select(filters: Sequence[Filter], values: Mapping[str, Any]) -> Selection:
    """Return the rows that the filters in a query select. Text without anything to search for is no filter."""
    bound = [(each, each.bind(values[each.name])) for each in filters if values.get(each.name, "") != ""]
    active = [(each, value) for each, value in bound if value != ""]
    return Selection(
        tuple(each.condition for each, _ in active),
        tuple(each.join for each, _ in active if each.join),
        {each.name: value for each, value in active},
    )


YEAR = Filter(
    "year",
    "Only publications from this year.",
    {"type": "integer"},
    "a year written in digits, for example 2021",
    condition="p.year = :year",
    bind=clamped,
)
JOURNAL = Filter(
    "journal",
    "Only publications whose journal name contains this text, ignoring case and accents. Empty: no filter.",
    {"type": "string", "maxLength": LONGEST_TEXT},
    condition=r"p.journal_id in (select id from journals where normalized like :journal escape '\')",
    bind=containing,
)
JOURNAL_IS = Filter(
    "journal_is",
    "Only publications in the journal of exactly this name, ignoring case and accents. Empty: no filter.",
    {"type": "string", "maxLength": LONGEST_NAME},
    condition="p.journal_id in (select id from journals where normalized = :journal_is)",
    bind=normalize,
)
YEAR_FROM = Filter(
    "year_from",
    "Only publications from this year or later.",
    {"type": "integer"},
    "a year written in digits, for example 2015",
    condition="p.year >= :year_from",
    bind=clamped,
)
YEAR_TO = Filter(
    "year_to",
    "Only publications from this year or earlier.",
    {"type": "integer"},
    "a year written in digits, for example 2020",
    condition="p.year <= :year_to",
    bind=clamped,
)
AUTHOR = Filter(
    "author",
    "Only publications with an author of this name, ignoring case and accents; initials are optional, and the last word may "
    "be incomplete. Empty: no filter.",
    {"type": "string", "maxLength": LONGEST_TEXT},
    condition="p.id in (select rowid from publications_search where authors match :author)",
    bind=phrase,
)
Q = Filter(
    "q",
    "Only publications with all of these words in the title, authors, journal, year, DOI, PubMed ID or notice, ignoring case and "
    "accents; the last word may be incomplete. Only the first ten different words count. Empty: no filter.",
    {"type": "string", "maxLength": LONGEST_TEXT},
    condition="found.publications_search match :q",
    join="join publications_search as found on found.rowid = p.id",  # the order `relevance` needs its rank
    bind=all_words,
)
HAS_DOI = Filter(
    "has_doi",
    "Only publications with a DOI (true) or without one (false).",
    {"type": "string", "enum": ["true", "false"]},
    condition="p.has_doi = :has_doi",
    bind=is_true,
)
MORE_FILTERS = (Q, AUTHOR, JOURNAL_IS, YEAR_FROM, YEAR_TO, HAS_DOI)
FILTERS = (YEAR, JOURNAL, *MORE_FILTERS)

CATEGORY = Filter(
    "category",
    "Only services of this category or with this tag.",
    {"type": "string"},
    listed=categories_and_tags,
    condition="(s.category = :category or s.id in (select service_id from service_tags where tag = :category))",
)
TAG = Filter(
    "tag",
    "Only services with this tag.",
    {"type": "string"},
    listed=tags,
    condition="s.id in (select service_id from service_tags where tag = :tag)",
)
SERVICE_FILTERS = (CATEGORY, TAG)

SECTION = Filter(
    "section",
    "Only entries of this section, for example grant. Empty: no filter.",
    {"type": "string", "maxLength": LONGEST_TEXT},
    condition="e.section = :section",
)
CV_FILTERS = (SECTION,)

SORT = Parameter(
    "sort",
    "Sort order: latest year first (-year), earliest year first (year), by title, by journal, or, together with q, best match "
    "first (relevance).",
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
    "Maximum number of journals and of authors to return, most frequent first. All years are returned.",
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
