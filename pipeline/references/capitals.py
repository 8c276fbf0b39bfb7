"""Authors in capitals without a comma: initials may come before or after the family name, and only the file shows which."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import Enum, auto

from db.names import MOST_INITIALS, SEPARATOR, is_initials
from pipeline.messages import quote
from pipeline.references.degrees import LETTERS
from pipeline.references.names import Name
from pipeline.references.reference import Record, Unreadable


class Order(Enum):
    """The order of the parts of a name."""

    GIVEN_FIRST = auto()  # R LEVI
    FAMILY_FIRST = auto()  # LEVI R
    UNCLEAR = auto()  # ZE ESER, KIM MIN, SMITH JOHN


def with_family_first(records: Iterable[Record]) -> Iterator[Record]:
    """Yield the records of a file. Names are turned if the record or the file shows that given names come first."""
    records = list(records)
    in_file = show_given_first(name for record in records if not isinstance(record, Unreadable) for name in record.capitals)
    for record in records:
        names = [] if isinstance(record, Unreadable) else [*filter(may_be_turned, record.capitals)]
        if isinstance(record, Unreadable) or not names:
            yield record
        elif in_file or show_given_first(record.capitals):
            authors = record.cells["authors"].split(SEPARATOR)
            parts = {name: name.rpartition(" ") for name in names}  # LEVI R for R LEVI
            turned = SEPARATOR.join(str(Name(parts[name][2], parts[name][0])) if name in parts else name for name in authors)
            yield replace(record, cells={**record.cells, "authors": turned})
        else:
            note = f"The given name may come first in {', '.join(map(quote, names))}."
            yield replace(record, notes=(*record.notes, note))


def show_given_first(names: Iterable[str]) -> bool:
    """Return whether at least two names show that given names come first, and none shows the opposite."""
    orders = [*map(order_of, names)]
    return orders.count(Order.GIVEN_FIRST) > 1 and Order.FAMILY_FIRST not in orders


def may_be_turned(name: str) -> bool:
    """Return whether a name may have been read in the wrong order: its last word may be the family name, or the given name."""
    order = order_of(name)
    return order is Order.UNCLEAR or (order is Order.GIVEN_FIRST and is_initials(name.rpartition(" ")[2]))


def order_of(name: str) -> Order | None:
    """Return the order of a name according to the lengths of its words; None if its last word may be initials."""
    *given, last = (len("".join(LETTERS.findall(word))) for word in name.split())
    if max(given) > 3 or last == 1:
        return Order.FAMILY_FIRST if last <= 2 else Order.UNCLEAR if last > 3 and min(given) > 1 else None
    return Order.GIVEN_FIRST if max(given) == 1 or last > MOST_INITIALS else Order.UNCLEAR
