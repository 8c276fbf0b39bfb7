"""JSON, the default format."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from api.formats.format import Format
from api.http.response import JSON, json_bytes
from db.publication import Publication


def write_list(publications: Iterable[Publication], fields: Collection[str] | None = None, total: int | None = None) -> bytes:
    """Write a list. ``total`` counts all pages. ``fields`` selects fields of each publication, without changing their order."""
    rows = [each.document for each in publications]
    if fields:
        rows = [{name: row[name] for name in row if name in fields} for row in rows]
    return json_bytes({"count": len(rows), "publications": rows, "total": len(rows) if total is None else total})


def write_record(publication: Publication) -> bytes:
    return json_bytes(publication.document)


JSON_FORMAT = Format(
    name="json",
    title="JSON",
    media_type=JSON,
    write_list=write_list,
    write_record=write_record,
    options=frozenset(("fields", "total")),
    schema={},
)
