"""The authors, each name once, and who wrote which publication."""

from __future__ import annotations

from collections.abc import Iterator

from db.names import names
from pipeline.loading.tables import Column, Row
from pipeline.validation.records import Record

COLUMNS = [
    Column("id", "integer primary key", "Number", "Number of the author, in the order in which the names come up."),
    Column(
        "name", "text not null unique", "Author", "The name as the publications write it: family name and initials, or a group."
    ),
    Column("publications", "integer not null default 0", "Publications", "Number of publications."),
]
JOINED = [
    Column("publication_id", "integer not null references publications (id)", "Publication", "Row of publications."),
    Column(
        "position", "integer not null check (position >= 1)", "Position", "Place among the authors of the publication, from 1."
    ),
    Column("author_id", "integer not null references authors (id)", "Author", "Row of authors."),
]
JOINED_KEY = "primary key (publication_id, author_id)"
COUNT = """
update authors
set publications = counted.publications
from (select author_id, count(*) as publications from publication_authors group by author_id) as counted
where counted.author_id = authors.id
"""


class Authors:
    """The numbers of the names that have come up so far."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.loaded = 0

    def rows(self, number: int, record: Record) -> Iterator[Row]:
        """The authors of a publication. A name that stands twice in it counts once, where it stands first."""
        numbers = self.numbers
        for position, name in enumerate(dict.fromkeys(names(record["authors"])), start=1):
            yield number, position, numbers.setdefault(name, len(numbers) + 1)

    def new(self) -> Iterator[Row]:
        """The rows of the names that have come up since this was asked last."""
        for name in list(self.numbers)[self.loaded :]:
            self.loaded += 1
            yield self.loaded, name, 0
