"""All SQL of the API. The statements are constants; a filter adds a fixed fragment, a value is always a parameter.

Rows carry their JSON as the pipeline rendered it (column ``json``), so a new optional field needs no new SQL. SQLite joins
the rows of a list to one text, and counts in the same query: each row and each query that comes over is a chance for other
threads to take the interpreter, and to get it back costs more than the query does.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache

DOCUMENTS = {
    "profile": "select json from profile",
    "clinic": "select json from clinic",
    "research": "select json from research",
    "site": "select json from site",
}

# The number of rows, their JSON texts as the items of an array that stands in an object, and how many there are in all. The
# texts come as bytes, which is what goes out: as text they would be decoded only to be encoded again.
ITEMS = """
select
    count(*),
    cast(coalesce(group_concat(json, ',\n    '), '') as blob),
    {total}
from ({rows})
"""

PAGE_OF_PUBLICATIONS = """
select publications.json
from (
    select listing.publication_id as id
    from {source}
    {where}
    order by {order}
    limit :limit offset :offset
) as page
cross join publications on publications.id = page.id
"""

# Each filter by the name of its parameter. The years of the list are spans of places, so to ask for years is to ask for a span.
PUBLICATION_FILTERS = {
    "year": "{place} between (select first from years where year = :year) and (select last from years where year = :year)",
    "year_from": "{place} <= (select max(last) from years where year >= :year_from)",
    "year_to": "{place} >= (select min(first) from years where year <= :year_to)",
    "journal": "{journal}",
    "author": "publications_search.authors match :author",
    "q": "publications_search match :q",
    "has_doi": "listing.has_doi = :has_doi",
}
YEAR_FILTERS = {"year": "year = :year", "year_from": "year >= :year_from", "year_to": "year <= :year_to"}
WORD_FILTERS = ("author", "q")

ORDERS = {
    "-year": "{place}",
    "year": "{place} desc",
    "title": "listing.by_title",
    "journal": "{by_journal}",
    "relevance": "publications_search.rank, publications_search.rowid",
}


@dataclass(frozen=True)
class Source:
    """Where the rows of a list come from.

    Attributes:
        tables: the FROM clause.
        place: what the place in the list is called there.
        journal: the fragment of the filter by journal; empty where the source holds no other journals.
        by_journal: how it is sorted by journal.
    """

    tables: str
    place: str = "listing.place"
    journal: str = r"exists (select 1 from journals where id = listing.journal_id and folded like :journal escape '\')"
    by_journal: str = "listing.by_journal"


# Ways to the publications. SQLite walks the list and leaves out what does not fit, until the page is full. Where words are asked
# for, it walks what the index of words finds, which comes in the order of the list as well. Where a journal is asked for that has
# few publications, either walk would be long: it goes from the journals to their publications and sorts these. It cannot know
# that they are few; here it is known. Where journals are wanted in their order, it walks from journal to journal.
LISTING = Source("listing")
WORDS = Source(
    "publications_search left join listing on listing.place = publications_search.rowid",
    "publications_search.rowid",
    r"listing.journal_id in (select id from journals where folded like :journal escape '\')",
)
# As far as only words and years are asked for, they are counted without a look at the list.
ONLY_WORDS = Source("publications_search", "publications_search.rowid")
JOURNALS = Source("json_each(:journals) as wanted cross join listing on listing.journal_id = wanted.value", journal="")
SORTED_JOURNALS = Source(
    "journals cross join listing on listing.journal_id = journals.id",
    journal=r"journals.folded like :journal escape '\'",
    by_journal="journals.folded, journals.name, listing.place",
)

MATCHING_JOURNALS = r"""
select json_group_array(id), coalesce(sum(publications), 0), (select publications from build)
from journals
where folded like :journal escape '\'
"""

# How many publications there are in all: where the build or an earlier search has counted them, they are not counted again.
TOTAL_OF_ALL = "(select publications from build)"
TOTAL_OF_YEARS = "(select coalesce(sum(publications), 0) from years {where})"
TOTAL_KNOWN = ":total"
TOTAL = "(select count(*) from {source} {where})"

PUBLICATION_BY_DOI = """
select json
from publications
where doi = :doi
"""

# A DOI holds no white space. SQLite walks the list among those that have one, and stops at the limit.
DOIS = """
select coalesce(group_concat(doi, ' '), '')
from (
    select publications.doi
    from listing cross join publications on publications.id = listing.publication_id
    where listing.has_doi = 1
    order by listing.place
    limit :limit
)
"""

# How often each value comes up among the publications that fit the filters; without filters, the build has counted.
FACETS = {
    "years": """
select listing.year, count(*)
from {source}
{where}
group by listing.year
order by listing.year desc
""",
    "journals": """
select journals.name, counted.publications
from (
    select listing.journal_id as id, count(*) as publications
    from {source}
    {where}
    group by listing.journal_id
) as counted
join journals on journals.id = counted.id
order by counted.publications desc, journals.name
limit :limit
""",
    "authors": """
select authors.name, counted.publications
from (
    select publication_authors.author_id as id, count(*) as publications
    from {source}
    cross join publication_authors on publication_authors.publication_id = listing.publication_id
    {where}
    group by publication_authors.author_id
) as counted
join authors on authors.id = counted.id
order by counted.publications desc, authors.name
limit :limit
""",
}
FACETS_OF_ALL = {
    "years": "select year, publications from years order by year desc",
    "journals": "select name, publications from journals order by publications desc, name limit :limit",
    "authors": "select name, publications from authors order by publications desc, name limit :limit",
}

DOWNLOAD = """
select rowid, sha256, length(body)
from exports
where name = :name
"""

SAMPLE = """
select year, journal, doi
from publications
where doi is not null
order by year desc, id
limit 1
"""

SERVICES = """
select services.json
from services
{joins}
{where}
order by services.id
"""

SERVICE_JOINS = {
    "tag": """
join service_tags as tagged
    on tagged.service_id = services.id and tagged.tag = :tag
""",
    "category": """
left join service_tags as categorised
    on categorised.service_id = services.id and categorised.tag = :category
""",
}

SERVICE_FILTERS = {
    "category": "(services.category = :category or categorised.tag is not null)",
}

SCHEMAS = """
select name, schema
from schemas
order by rowid
"""

DATA_VERSION = """
select sources_sha256
from build
"""

ROW_COUNTS = """
select
    (select count(*) from publications) as publications,
    (select count(*) from services) as services,
    (select count(*) from service_tags) as service_tags
"""


@dataclass(frozen=True)
class Selection:
    """Which publications are asked for, as far as it decides about the query: not the values.

    Attributes:
        filters: the names of the filters that are set, in the order of ``PUBLICATION_FILTERS``.
        source: where to look for the publications.
    """

    filters: tuple[str, ...]
    source: Source

    @property
    def where(self) -> str:
        left = [name for name in self.filters if name != "journal" or self.source.journal]
        return where_clause(PUBLICATION_FILTERS, left).format(place=self.source.place, journal=self.source.journal)

    def statement(self, template: str, **parts: str) -> str:
        """A statement about the selected publications."""
        return template.format(source=self.source.tables, where=self.where, **parts)

    @property
    def total(self) -> str:
        """The expression of how many publications there are that fit."""
        if not self.filters:
            return TOTAL_OF_ALL
        if all(name in YEAR_FILTERS for name in self.filters):
            return TOTAL_OF_YEARS.format(where=where_clause(YEAR_FILTERS, self.filters))
        return self.statement(TOTAL)


@lru_cache(1024)
def page_statement(selection: Selection, sort: str, counted: Selection | None, *, sorts_few: bool = False) -> str:
    """The query for a page of publications and their total.

    Args:
        selection: which publications.
        sort: a key of ``ORDERS``.
        counted: the same publications, from where they are best counted; None where the total is a parameter.
        sorts_few: whether the publications are so few that they are found first and then sorted; otherwise all are walked through
            in their order, and left out where they do not fit.
    """
    source = selection.source
    order = ORDERS[sort].format(place=source.place, by_journal=source.by_journal)
    # A plus sign keeps SQLite from walking an index (https://www.sqlite.org/optoverview.html, section 1.4).
    rows = selection.statement(PAGE_OF_PUBLICATIONS, order=f"+{order}" if sorts_few else order)
    return ITEMS.format(rows=rows, total=counted.total if counted else TOTAL_KNOWN)


@lru_cache(1024)
def total_statement(counted: Selection) -> str:
    """The query for how many publications fit."""
    return f"select {counted.total}"


@lru_cache(1024)
def facet_statement(selection: Selection, facet: str) -> str:
    """The query for the values of a facet (a key of ``FACETS``) with their counts."""
    return selection.statement(FACETS[facet]) if selection.filters else FACETS_OF_ALL[facet]


@lru_cache
def services_statement(filters: tuple[str, ...]) -> str:
    """The query for the services that fit ``category`` and ``tag``."""
    joins = "".join(fragment for name, fragment in SERVICE_JOINS.items() if name in filters)
    return ITEMS.format(rows=SERVICES.format(joins=joins, where=where_clause(SERVICE_FILTERS, filters)), total="count(*)")


def where_clause(fragments: Mapping[str, str], filters: Collection[str]) -> str:
    """The WHERE clause of the filters that are set."""
    wanted = [fragment for name, fragment in fragments.items() if name in filters]
    return f"where {' and '.join(wanted)}" if wanted else ""
