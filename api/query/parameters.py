"""The query and path parameters of the API: name, description and accepted values.

A new filter is a declaration here, a name in ``ADDED_FILTERS``, and its SQL under the same name in ``db.filters``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api.errors import ApiError
from api.formats.citations import STYLES
from api.formats.export_formats import DEFAULT_FORMAT, EXPORT_FORMATS
from api.query.query_string import (
    MAX_IDENTIFIER,
    MAX_IDENTIFIERS,
    TRUE_OR_FALSE,
    Choice,
    Day,
    Integer,
    ListParameter,
    Parameter,
    Text,
)
from db.filters import ORDERS
from db.patterns import all_words
from db.publication.authorship import AUTHORSHIPS
from db.publication.identifiers import BETWEEN_DOIS, DOI_START

MAX_LIMIT = 1000
MAX_SHORT_TEXT = 200
MAX_LONG_TEXT = 1000  # proceedings have long names
A_YEAR = "a year written in digits, for example {}"

YEAR = Integer("year", "Published in this year.", expected=A_YEAR.format(2021))
YEAR_FROM = Integer("year_from", "Published in this year or later.", expected=A_YEAR.format(2015))
YEAR_TO = Integer("year_to", "Published in this year or earlier.", expected=A_YEAR.format(2020))
JOURNAL = Text("journal", "The journal's name contains this text, ignoring case and accents.", MAX_SHORT_TEXT)
JOURNAL_IS = Text("journal_is", "The journal has exactly this name, ignoring case and accents.", MAX_LONG_TEXT)
AUTHOR = Text(
    "author",
    "An author has this name, ignoring case and accents. Initials are optional, the last word may be incomplete, and a given "
    "name counts as its initial: Noa Example and Example Noa find Example N and Example NB.",
    MAX_SHORT_TEXT,
)
Q = Text(
    "q",
    "All of these words are in the title, authors, journal, year, DOI, PubMed ID, notice or summary, ignoring case and accents. "
    "The last word may be incomplete. Only the first ten different words count.",
    MAX_SHORT_TEXT,
)
KEYWORDS = Text(
    "keywords",
    "At least one of these keywords, separated by commas, is in the title or summary, as whole words, ignoring case and accents.",
    MAX_LONG_TEXT,
    is_list=True,
)
HAS_DOI = Choice("has_doi", "With a DOI (true) or without one (false).", TRUE_OR_FALSE)
HAS_DATA = Choice("has_data", "With a link to the data (true) or without one (false).", TRUE_OR_FALSE)
TYPE = ListParameter("type", "One of these types, separated by commas.")
AUTHORSHIP = Choice("authorship", "With the owner as first, last or only author.", AUTHORSHIPS)
FEATURED = Choice("featured", "Selected by the owner (true), or not (false).", TRUE_OR_FALSE)
SUMMARY = Choice("summary", "With a summary in plain words (true) or without one (false).", TRUE_OR_FALSE)
NOTICE_KIND = Choice(
    "notice",
    "Retracted, corrected or questioned (an expression of concern).",
    ("retracted", "corrected", "concern"),
)
ADDED_SINCE = Day("added_since", "Added to the list on this day or later.")
DOIS = ListParameter(
    "doi",
    f"One of these DOIs, at most {MAX_IDENTIFIERS}, separated by commas. Case and a prefix such as https://doi.org/ are ignored.",
    pattern=f"^{DOI_START}",
    separator=BETWEEN_DOIS,
    expected=f"1 to {MAX_IDENTIFIERS} DOIs, each beginning with 10. and at most {MAX_IDENTIFIER} characters long, "
    "with commas between them",
)
PMIDS = ListParameter(
    "pubmed",
    f"One of these PubMed IDs, at most {MAX_IDENTIFIERS}, separated by commas.",
    pattern="^[0-9]+$",
    expected=f"1 to {MAX_IDENTIFIERS} PubMed IDs (digits, at most {MAX_IDENTIFIER} of them), with commas between them",
)
# Filters that the specification does not have.
ADDED_FILTERS = (
    *(Q, KEYWORDS, AUTHOR, JOURNAL_IS, YEAR_FROM, YEAR_TO, HAS_DOI, HAS_DATA),
    *(TYPE, AUTHORSHIP, FEATURED, SUMMARY, NOTICE_KIND, ADDED_SINCE, DOIS, PMIDS),
)
FILTERS = (YEAR, JOURNAL, *ADDED_FILTERS)
SERVICE_FILTERS = (
    Choice("category", "Only services of this category or with this tag."),
    Choice("tag", "Only services with this tag."),
)
CV_FILTERS = (Text("section", "Only entries of this section, for example grant. Empty: no filter.", MAX_SHORT_TEXT),)

SORT = Choice(
    "sort",
    "Sort order: latest year first (-year), earliest first (year), by title or journal, ascending or descending (-title), or, "
    "with q, best match first (relevance).",
    (*ORDERS,),
    default="-year",
)
ONLY_FIELDS = ListParameter(
    "fields",
    "Names of the fields to return, separated by commas, for the formats json and csv; all by default.",
)
FORMAT_NAME = Choice("format", "Format of the response.", (*EXPORT_FORMATS,), default=DEFAULT_FORMAT.name)
STYLE = Choice("style", "Citation style, for format=citation; vancouver by default.", (*STYLES,))
FACET_LIMIT = Integer(
    "limit",
    "Maximum number of journals and of authors to return, most frequent first. All years and types are returned.",
    minimum=0,
    maximum=MAX_LIMIT,
    default=100,
)
LIMIT = Integer("limit", "Maximum number of publications.", minimum=0, maximum=MAX_LIMIT, default=50)
OFFSET = Integer("offset", "Number of publications to skip.", minimum=0, default=0)
DOI_OR_KEY = Text(
    "doi",
    "The DOI, percent-encoded; case is ignored, and so is a prefix such as https://doi.org/. Or the key of the BibTeX "
    "entry, which publications without a DOI have as well.",
    location="path",
)

# Parameters of endpoints, in the order of the description.
LIST_PARAMETERS = (YEAR, JOURNAL, LIMIT, OFFSET, *ADDED_FILTERS, SORT, ONLY_FIELDS, FORMAT_NAME, STYLE)
FACET_PARAMETERS = (YEAR, JOURNAL, FACET_LIMIT, *ADDED_FILTERS)
PUBLICATION_PARAMETERS = (DOI_OR_KEY, FORMAT_NAME, STYLE)


def reject_contradictions(params: Mapping[str, Any]) -> None:
    """Reject filters that are valid one by one but contradict each other.

    Raises:
        ApiError: two values contradict each other; the description has both.
    """
    first, last, year = params.get("year_from"), params.get("year_to"), params.get("year")
    if first is not None and last is not None and first > last:
        raise ApiError("invalid_parameter", f"year_from is {first}, later than year_to, which is {last}.")
    if first is not None and year is not None and year < first:
        raise ApiError("invalid_parameter", f"year is {year}, before year_from, which is {first}.")
    if last is not None and year is not None and year > last:
        raise ApiError("invalid_parameter", f"year is {year}, after year_to, which is {last}.")
    if params.get("sort") == "relevance" and not all_words(params.get("q", "")):
        raise ApiError("invalid_parameter", "sort is relevance, which needs words in q.")


def get_or_default(parameter: Parameter, params: Mapping[str, Any]) -> Any:
    return params.get(parameter.name, parameter.default)


def page_offsets(limit: int, offset: int, total: int) -> dict[str, int]:
    """Offsets of the first, previous, next and last page; empty if there is only one page."""
    if not limit or not total:
        return {}
    # Count pages from this one or, if the offset is beyond the end, from the beginning.
    start = offset if offset < total else 0
    last = start + (total - 1 - start) // limit * limit
    pages = {}
    if offset > 0:
        pages["prev"] = max(offset - limit, 0) if offset < total else last
    if offset + limit < total:
        pages["next"] = offset + limit
    return {"first": 0, **pages, "last": last} if pages else {}
