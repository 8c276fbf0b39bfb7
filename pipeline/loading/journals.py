"""The journals, each once: a search by journal looks at these few names instead of at every publication."""

from __future__ import annotations

from collections.abc import Iterator

from db.text import normalize
from pipeline.loading.tables import Column, Derived, Row
from pipeline.validation.records import Record

COLUMNS = [
    Column("id", "integer primary key", "Number", "Number of the journal, in the order in which the journals come up."),
    Column("name", "text not null unique", "Journal", "Its name as the publications write it."),
    Column("folded", "text not null", "Journal, folded", "The name without case and accents, for searching."),
    Column("publications", "integer not null default 0", "Publications", "Number of its publications."),
]
COUNT = """
update journals
set publications = (select count(*) from publications where journal_id = journals.id)
"""
JOURNAL_ID = Column("journal_id", "integer not null references journals (id)", "Journal, by number", "Row of journals.")


class Journals:
    """The numbers of the journals that have come up so far."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.loaded = 0
        self.derived = Derived(JOURNAL_ID, self.number)

    def number(self, record: Record) -> int:
        """The number of a publication's journal; a journal that comes up for the first time gets the next one."""
        return self.numbers.setdefault(record["journal"], len(self.numbers) + 1)

    def new(self) -> Iterator[Row]:
        """The rows of the journals that have come up since this was asked last."""
        names = list(self.numbers)[self.loaded :]
        for name in names:
            self.loaded += 1
            yield self.loaded, name, normalize(name), 0
