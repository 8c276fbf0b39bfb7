"""JSON in the shape of the specification: the default format."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from api.formats.format import Format, Publication

# The indentation of a publication in a list.
MARGIN = "    "


def document(publications: Iterable[Publication], fields: Sequence[str] | None = None) -> Iterator[str]:
    """Yield the publications with their number; with ``fields``, only these fields of each."""
    rows = [partial(publication, fields) if fields else publication for publication in publications]
    items = [record(row).replace("\n", f"\n{MARGIN}") for row in rows]
    yield wrapped(f",\n{MARGIN}".join(items), len(rows))


def wrapped(items: str, count: int) -> str:
    """Return the list wrapper of the specification around items that are indented and joined already."""
    array = f"[\n{MARGIN}{items}\n  ]" if items else "[]"
    return f'{{\n  "count": {count},\n  "publications": {array}\n}}'


def partial(publication: Publication, fields: Sequence[str]) -> Publication:
    """Return the given fields of a publication; its title if it has none of them, so that no item of a list is empty."""
    return {name: publication[name] for name in fields if name in publication} or {"title": publication["title"]}


def record(publication: Publication) -> str:
    """Return one publication."""
    return json.dumps(publication, ensure_ascii=False, indent=2)


FORMAT = Format(
    name="json",
    title="JSON",
    media_type="application/json; charset=utf-8",
    document=document,
    record=record,
    options=frozenset(("fields",)),
    schema={},
)
