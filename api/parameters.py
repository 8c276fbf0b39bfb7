"""The query and path parameters of the API: name, description, JSON Schema and parser."""

from __future__ import annotations

from api.data.sql import ORDERS
from api.formats.citations import STYLES
from api.formats.csv import COLUMNS as FIELDS
from api.formats.registry import DEFAULT_FORMAT, FORMATS
from api.http.query_string import LONGEST_TEXT, Parameter, free_text, integer, one_of, some_of

MOST_PUBLICATIONS = 1000

CATEGORIES = ("diagnostic-ultrasound", "sports-imaging", "injection", "procedure", "consultation")
TAGS = ("nerve-ultrasound", "prp-injection", "joint-injection")

YEAR = Parameter(
    "year",
    "Only publications from this year.",
    {"type": "integer"},
    integer("a year written in digits, for example 2021", negative=True),
)
JOURNAL = Parameter(
    "journal",
    "Only publications whose journal name contains this text, ignoring case and accents. Empty: no filter.",
    {"type": "string", "maxLength": LONGEST_TEXT},
    free_text,
)
YEAR_FROM = Parameter(
    "year_from",
    "Only publications from this year or later.",
    {"type": "integer"},
    integer("a year written in digits, for example 2015", negative=True),
)
YEAR_TO = Parameter(
    "year_to",
    "Only publications from this year or earlier.",
    {"type": "integer"},
    integer("a year written in digits, for example 2020", negative=True),
)
AUTHOR = Parameter(
    "author",
    "Only publications with an author of this name, ignoring case and accents; initials are optional, and the last word may "
    "be incomplete. Empty: no filter.",
    {"type": "string", "maxLength": LONGEST_TEXT},
    free_text,
)
Q = Parameter(
    "q",
    "Only publications with all of these words in the title, authors or journal, ignoring case and accents; the last word may "
    "be incomplete. Empty: no filter.",
    {"type": "string", "maxLength": LONGEST_TEXT},
    free_text,
)
HAS_DOI = Parameter(
    "has_doi",
    "Only publications with a DOI (true) or without one (false).",
    {"type": "string", "enum": ["true", "false"]},
    one_of(("true", "false")),
)
SORT = Parameter(
    "sort",
    "Sort order: latest year first (-year), earliest year first (year), by title, by journal, or, together with q, best match "
    "first (relevance).",
    {"type": "string", "enum": [*ORDERS], "default": "-year"},
    one_of(tuple(ORDERS)),
)
ONLY_FIELDS = Parameter(
    "fields",
    "Comma-separated names of the fields to return; all fields by default. Only for the formats json and csv.",
    {"type": "array", "items": {"type": "string", "enum": [*FIELDS]}, "minItems": 1},
    some_of(FIELDS),
)
FORMAT = Parameter(
    "format",
    "Format of the response.",
    {"type": "string", "enum": [*FORMATS], "default": DEFAULT_FORMAT.name},
    one_of(tuple(FORMATS)),
)
STYLE = Parameter(
    "style",
    "Citation style, for format=citation; vancouver by default.",
    {"type": "string", "enum": [*STYLES]},
    one_of(tuple(STYLES)),
)
MOST_VALUES = Parameter(
    "limit",
    "Maximum number of journals and of authors to return, most frequent first. All years are returned.",
    {"type": "integer", "minimum": 0, "maximum": MOST_PUBLICATIONS, "default": 100},
    integer(f"a whole number from 0 to {MOST_PUBLICATIONS}", most=MOST_PUBLICATIONS),
)
LIMIT = Parameter(
    "limit",
    "Maximum number of publications.",
    {"type": "integer", "minimum": 0, "maximum": MOST_PUBLICATIONS, "default": 50},
    integer(f"a whole number from 0 to {MOST_PUBLICATIONS}", most=MOST_PUBLICATIONS),
)
OFFSET = Parameter(
    "offset",
    "Number of publications to skip; the Link header leads to the next and the previous page.",
    {"type": "integer", "minimum": 0, "default": 0},
    integer("a whole number, 0 or more"),
)
CATEGORY = Parameter(
    "category",
    "Only services of this category or with this tag.",
    {"type": "string", "enum": [*CATEGORIES, *TAGS]},
    one_of((*CATEGORIES, *TAGS)),
)
TAG = Parameter("tag", "Only services with this tag.", {"type": "string", "enum": [*TAGS]}, one_of(TAGS))

MORE_FILTERS = (Q, AUTHOR, YEAR_FROM, YEAR_TO, HAS_DOI)
FILTERS = (YEAR, JOURNAL, *MORE_FILTERS)

DOI = Parameter(
    "doi",
    "The DOI, percent-encoded; case is ignored, and so is a prefix such as https://doi.org/.",
    {"type": "string", "minLength": 1},
    str,
    location="path",
)
