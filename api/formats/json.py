"""JSON, the default format."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from api.formats.format import Format
from api.http.response import JSON, json_text
from db.publication import Publication


def document(publications: Iterable[Publication], fields: Sequence[str] | None = None, total: int | None = None) -> str:
    """``total`` is the number on all pages; with ``fields``, each publication has only these."""
    rows = [partial(publication, fields) if fields else publication for publication in publications]
    return json_text({"count": len(rows), "publications": rows, "total": len(rows) if total is None else total})


def partial(publication: Publication, fields: Sequence[str]) -> Publication:
    """Keep the requested fields, or the title if the publication has none of them: no item of a list is empty."""
    return {name: publication[name] for name in fields if name in publication} or {"title": publication["title"]}


FORMAT = Format(
    name="json",
    title="JSON",
    media_type=JSON,
    document=document,
    record=json_text,
    options=frozenset(("fields", "total")),
    schema={},
)
