"""Which rows a request selects, and the queries about the selected publications.

Filters are data: a name, a fixed condition, and how to bind the value of the request. A new filter is one line in a table here,
and its parameter in ``api.query.parameters``. Every value is a named parameter of SQL. The text of a request never becomes part
of the SQL.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import orjson

from db.patterns import all_words, any_phrase, author_phrases, like_pattern
from db.publication.identifiers import without_doi_prefix
from db.publication.notice import CONCERN
from db.text import normalize

MAX_INTEGER = 2**63 - 1

# The JSON of a publication in the list, without and with its authors as data.
IN_LIST = "p.json"
WITH_AUTHORS = "json_insert(p.json, '$.authorList', json(p.authorList))"

SELECT_PAGE = """
select cast({publication} as blob)
from publications as p {joins}
{where}
order by {order}
limit :limit offset :offset
"""
ORDERS = {
    "-year": "p.id",
    "year": "p.id desc",
    "title": "p.title_position",
    "-title": "p.title_position desc",
    "journal": "p.journal_id, p.id",
    "-journal": "p.journal_id desc, p.id",
    "relevance": "found.rank, p.id",
}
LATEST_ANNOUNCED = "p.announced desc, p.id"

SELECT_TOTAL = """
select count(*)
from publications as p {joins}
{where}
"""

SELECT_IDS = """
select p.id
from publications as p {joins}
{where}
"""

# A facet whose names are in a table: journals or authors.
COUNT_BY_NAME = """
select names.name, counted.publications
from (
    select {column} as name_id, count(*) as publications
    from publications as p {{joins}} {rows}
    {{where}}
    group by name_id
) as counted
join {table} as names on names.id = counted.name_id
order by counted.publications desc, names.name
limit :limit
"""
# The values of a field among the selected publications, with the number of publications for each.
FACET_QUERIES = {
    "years": """
select p.year, count(*)
from publications as p {joins}
{where}
group by p.year
order by p.year desc
""",
    "journals": COUNT_BY_NAME.format(table="journals", column="p.journal_id", rows=""),
    "authors": COUNT_BY_NAME.format(
        table="authors",
        column="author_id",
        rows="join publication_authors on publication_authors.publication_id = p.id",
    ),
    "types": """
select p.type, count(*) as publications
from publications as p {joins}
{where}
group by p.type
order by publications desc, p.type
""",
    "authorship": """
select p.authorship, count(*)
from publications as p {joins}
{where}
group by p.authorship
having p.authorship is not null
order by p.authorship
""",
}


class Filter(NamedTuple):
    """A condition on the rows.

    Attributes:
        condition: a fixed SQL expression, on a row of the services or of the CV, or on ``p`` (publications).
        bind: converts the value of the request for the comparison in SQL; "" means no filter.
        join: a fixed SQL join that the condition needs.
    """

    condition: str
    bind: Callable[[Any], Any] = str
    join: str = ""


@dataclass(frozen=True)
class Selection:
    """The rows that satisfy all conditions; by default, all rows.

    Attributes:
        conditions: fixed SQL expressions.
        joins: fixed SQL joins that the conditions need.
        bindings: the values of the named parameters in both.
    """

    conditions: tuple[str, ...] = ()
    joins: tuple[str, ...] = ()
    bindings: Mapping[str, Any] = field(default_factory=dict)

    def statement(self, template: str, **parts: str) -> str:
        """Complete an SQL template with the conditions and joins."""
        where = f"where {' and '.join(self.conditions)}" if self.conditions else ""
        return template.format(joins=" ".join(self.joins), where=where, **parts)


def build_selection(filters: Mapping[str, Filter], params: Mapping[str, Any]) -> Selection:
    """Combine the filters that a request sets. A filter whose text has nothing to search for is ignored."""
    bound = {name: filters[name].bind(value) for name, value in params.items() if name in filters and value != ""}
    active = {name: value for name, value in bound.items() if value != ""}
    return Selection(
        tuple(filters[name].condition for name in active),
        tuple(filters[name].join for name in active if filters[name].join),
        active,
    )


def clamp(value: int) -> int:
    """The nearest integer that SQLite can bind. No row has an integer beyond 64 bits."""
    return max(-MAX_INTEGER, min(value, MAX_INTEGER))


def flag(value: str) -> int:
    return int(value == "true")


def json_list(values: Iterable[str]) -> str:
    """Write values as JSON, which json_each reads: a parameter of SQL cannot be a list."""
    return orjson.dumps([*values]).decode()


PUBLICATION_CONDITIONS = {
    "year": Filter("p.year = :year", clamp),
    "journal": Filter(
        r"p.journal_id in (select id from journals where normalized like :journal escape '\')",
        like_pattern,
    ),
    "q": Filter(
        "found.publications_search match :q",
        all_words,
        "join publications_search as found on found.rowid = p.id",  # the order `relevance` needs its rank
    ),
    "keywords": Filter(
        "p.id in (select rowid from publications_search where publications_search match :keywords)",
        any_phrase,
    ),
    "author": Filter("p.id in (select rowid from publications_search where authors match :author)", author_phrases),
    "journal_is": Filter("p.journal_id in (select id from journals where normalized = :journal_is)", normalize),
    "year_from": Filter("p.year >= :year_from", clamp),
    "year_to": Filter("p.year <= :year_to", clamp),
    "has_doi": Filter("p.has_doi = :has_doi", flag),
    "has_data": Filter("(p.id in (select publication_id from publication_data)) = :has_data", flag),
    "type": Filter("p.type in (select value from json_each(:type))", json_list),
    "authorship": Filter("p.authorship = :authorship"),
    "featured": Filter("coalesce(p.featured, 0) = :featured", flag),
    "summary": Filter("(p.summary is not null) = :summary", flag),
    "added_since": Filter("p.added >= :added_since"),
    "notice": Filter("p.notice_kind = :notice", lambda value: CONCERN if value == "concern" else value),
    "doi": Filter(
        "p.doi in (select value from json_each(:doi))",
        lambda values: json_list(map(without_doi_prefix, values)),
    ),
    "pubmed": Filter(
        "p.pmid in (select value from json_each(:pubmed))",
        lambda values: json_list(value.lstrip("0") for value in values),
    ),
}
SERVICE_CONDITIONS = {
    "category": Filter("(category = :category or id in (select service_id from service_tags where tag = :category))"),
    "tag": Filter("id in (select service_id from service_tags where tag = :tag)"),
}
CV_CONDITIONS = {"section": Filter("section = :section")}
