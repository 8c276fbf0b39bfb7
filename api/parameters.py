"""The parameters of the endpoints: name, meaning, JSON Schema, and what they take."""

from __future__ import annotations

from api.data.sql import ORDERS
from api.formats.citations import STYLES
from api.formats.format import FIELDS
from api.formats.rendering import RENDERERS
from api.http.query_string import LONGEST_TEXT, Parameter, free_text, integer, one_of, some_of
from api.pages.assets import ASSETS

MOST_PUBLICATIONS = 1000
# Of a page for people: how many publications it shows, and from how many journals one can choose.
MOST_ON_PAGE = 50
MOST_CHOICES = 100

CATEGORIES = ("diagnostic-ultrasound", "sports-imaging", "injection", "procedure", "consultation")
TAGS = ("nerve-ultrasound", "prp-injection", "joint-injection")

YEAR = Parameter(
    "year",
    "Keeps the publications of this year.",
    {"type": "integer"},
    integer("a year written in digits, for example 2021", negative=True),
)
JOURNAL = Parameter(
    "journal",
    "Keeps the publications whose journal contains this text, whatever its case and accents. Empty: no filter.",
    {"type": "string", "maxLength": LONGEST_TEXT},
    free_text,
)
YEAR_FROM = Parameter(
    "year_from",
    "Keeps the publications of this year and later ones.",
    {"type": "integer"},
    integer("a year written in digits, for example 2015", negative=True),
)
YEAR_TO = Parameter(
    "year_to",
    "Keeps the publications of this year and earlier ones.",
    {"type": "integer"},
    integer("a year written in digits, for example 2020", negative=True),
)
AUTHOR = Parameter(
    "author",
    "Keeps the publications that have an author of this name, whatever its case and accents; initials may be missing, and "
    "the end of the last word. Empty: no filter.",
    {"type": "string", "maxLength": LONGEST_TEXT},
    free_text,
)
Q = Parameter(
    "q",
    "Keeps the publications that have all these words in title, authors or journal, whatever their case and accents; the last "
    "one may be the beginning of a word. Empty: no filter.",
    {"type": "string", "maxLength": LONGEST_TEXT},
    free_text,
)
HAS_DOI = Parameter(
    "has_doi",
    "Keeps the publications with a DOI (true) or those without (false).",
    {"type": "string", "enum": ["true", "false"]},
    one_of(("true", "false")),
)
SORT = Parameter(
    "sort",
    "The order: the latest year first (-year), the earliest first (year), by title, by journal, or, with q, the best match first "
    "(relevance).",
    {"type": "string", "enum": [*ORDERS], "default": "-year"},
    one_of(tuple(ORDERS)),
)
ONLY_FIELDS = Parameter(
    "fields",
    "Leaves out of each publication what is not named here, with commas between the names; for the formats json and csv.",
    {"type": "array", "items": {"type": "string", "enum": [*FIELDS]}, "minItems": 1},
    some_of(FIELDS),
)
FORMAT = Parameter(
    "format",
    "The format of the answer.",
    {"type": "string", "enum": [*RENDERERS], "default": "json"},
    one_of(tuple(RENDERERS)),
)
STYLE = Parameter(
    "style",
    "How citations are written, with format=citation; vancouver unless given.",
    {"type": "string", "enum": [*STYLES]},
    one_of(tuple(STYLES)),
)
MOST_VALUES = Parameter(
    "limit",
    "Most journals and most authors to return, those with the most publications first. All years are returned.",
    {"type": "integer", "minimum": 0, "maximum": MOST_PUBLICATIONS, "default": 100},
    integer(f"a whole number from 0 to {MOST_PUBLICATIONS}", most=MOST_PUBLICATIONS),
)
LIMIT = Parameter(
    "limit",
    "Most publications to return.",
    {"type": "integer", "minimum": 0, "maximum": MOST_PUBLICATIONS, "default": 50},
    integer(f"a whole number from 0 to {MOST_PUBLICATIONS}", most=MOST_PUBLICATIONS),
)
OFFSET = Parameter(
    "offset",
    "How many publications to leave out first; the Link header names the next and the previous page.",
    {"type": "integer", "minimum": 0, "default": 0},
    integer("a whole number, 0 or more"),
)
CATEGORY = Parameter(
    "category",
    "Keeps the services of this category, or with this tag.",
    {"type": "string", "enum": [*CATEGORIES, *TAGS]},
    one_of((*CATEGORIES, *TAGS)),
)
TAG = Parameter("tag", "Keeps the services with this tag.", {"type": "string", "enum": [*TAGS]}, one_of(TAGS))

MORE_FILTERS = (Q, AUTHOR, YEAR_FROM, YEAR_TO, HAS_DOI)
FILTERS = (YEAR, JOURNAL, *MORE_FILTERS)

# A form sends what is left blank as well.
YEAR_OR_NONE = Parameter(
    "year",
    "Keeps the publications of this year. Empty: no filter.",
    {"type": "string", "pattern": "^(-?[0-9]+)?$"},
    lambda text: YEAR.parse(text) if text else "",
)
ON_PAGES = (Q, YEAR_OR_NONE, JOURNAL, OFFSET)

ASSET = Parameter("name", "The name of the file.", {"type": "string", "enum": [*ASSETS]}, str, place="path")

DOI = Parameter(
    "doi",
    "The DOI, percent-encoded; upper and lower case are the same, a prefix such as https://doi.org/ is dropped.",
    {"type": "string", "minLength": 1},
    str,
    place="path",
)
