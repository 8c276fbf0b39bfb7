"""The SQL statements of the API.

Statements are constants. A filter adds a fixed condition (see ``api.parameters``), and every value is a named parameter. Rows
carry the whole object as JSON (column ``json``), so that a new optional field needs no new SQL.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

OBJECTS = """
select json
from {table}
{where}
order by id
"""

PAGE = """
select p.json
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

TOTAL = """
select count(*)
from publications as p {joins}
{where}
"""

IDS = """
select p.id
from publications as p {joins}
{where}
"""

# The values of a field among the selected publications, with the number of publications for each.
FACETS = {
    "years": """
select p.year, count(*)
from publications as p {joins}
{where}
group by p.year
order by p.year desc
""",
    "journals": """
select journals.name, counted.publications
from (
    select p.journal_id, count(*) as publications
    from publications as p {joins}
    {where}
    group by p.journal_id
) as counted
join journals on journals.id = counted.journal_id
order by counted.publications desc, journals.name
limit :limit
""",
    "authors": """
select authors.name, counted.publications
from (
    select publication_authors.author_id, count(*) as publications
    from publications as p {joins}
    join publication_authors on publication_authors.publication_id = p.id
    {where}
    group by publication_authors.author_id
) as counted
join authors on authors.id = counted.author_id
order by counted.publications desc, authors.name
limit :limit
""",
    "types": """
select coalesce(p.type, 'article') as type, count(*) as publications
from publications as p {joins}
{where}
group by 1
order by publications desc, type
""",
}

PUBLICATION = """
select json
from publications
where doi = :identifier or key = :identifier
"""

IDENTIFIERS = """
select coalesce(doi, key)
from publications
order by id
"""

SAMPLE = """
select year, journal, doi
from publications
where doi is not null
order by id
limit 1
"""

SCHEMAS = """
select name, schema
from schemas
order by rowid
"""

LABELS = """
select value, label
from labels
where resource = :resource and field = :field and language in ('en', :language)
order by language = :language, rowid
"""

LANGUAGES = """
select languages
from build
"""

# From the smallest to the largest.
PHOTO = """
select name, width, height
from images
where name glob 'photo-*'
order by width
"""

IMAGES = """
select name
from images
order by name
"""

IMAGE = """
select media_type, content
from images
where name = :name
"""

RESOURCES = """
select name, title, description, fields
from resources
order by rowid
"""

LAST_ADDED = """
select max(added)
from publications
"""

DATA_VERSION = """
select sources_sha256
from build
"""

ROW_COUNTS = """
select
    (select count(*) from publications) as publications,
    (select count(*) from services) as services,
    (select count(*) from service_tags) as service_tags,
    (select count(*) from cv_entries) as cv_entries
"""


@dataclass(frozen=True)
class Selection:
    """The rows that satisfy all conditions; by default, all rows.

    Attributes:
        conditions: fixed SQL expressions.
        joins: fixed SQL joins that the conditions need.
        values: the values of the named parameters in both.
    """

    conditions: tuple[str, ...] = ()
    joins: tuple[str, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)

    def statement(self, template: str, **parts: str) -> str:
        """Return a statement about the selected rows."""
        where = f"where {' and '.join(self.conditions)}" if self.conditions else ""
        return template.format(joins=" ".join(self.joins), where=where, **parts)


ALL = Selection()
