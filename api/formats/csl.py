"""CSL-JSON (schema 1.0.2) for citation processors such as citeproc-js, pandoc and Zotero."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from api.formats.format import Format, pmid
from api.http.response import json_bytes
from db.publication import Publication
from db.publication.author import all_names, parse_author
from db.publication.key import citation_key
from db.publication.notice import capitalize_first
from db.publication.types import genre, type_names

# The variables of the fields that are plain text.
CSL_VARIABLES = {
    "title": "title",
    "journal": "container-title",
    "abbreviation": "container-title-short",
    "publisher": "publisher",
    "volume": "volume",
    "issue": "issue",
    "pages": "page",
}


def document(publications: Iterable[Publication]) -> bytes:
    return json_bytes([*map(item, publications)]) + b"\n"


def item(publication: Publication) -> dict[str, Any]:
    people = {
        variable: [*map(author, all_names(publication[field]))]
        for variable, field in (("author", "authors"), ("editor", "editors"))
        if field in publication
    }
    return {**dict(texts(publication)), **people, "issued": {"date-parts": [[publication["year"]]]}}


def texts(publication: Publication) -> Iterator[tuple[str, str]]:
    """Yield the text variables."""
    yield "id", citation_key(publication)
    yield "type", type_names(publication).csl
    for field, variable in CSL_VARIABLES.items():
        if field in publication:
            yield variable, publication[field]
    if kind := genre(publication):
        yield "genre", kind
    if "doi" in publication:
        yield "DOI", publication["doi"]
    if "url" in publication:
        yield "URL", publication["url"]
    if number := pmid(publication):
        yield "PMID", number
    if "notice" in publication:
        yield "note", capitalize_first(publication["notice"])


def author(name: str) -> dict[str, str]:
    """Split a name. Particles stay with the family name: only a CSL processor knows how its style sorts them."""
    author = parse_author(name)
    if author.literal:
        return {"literal": name}
    parts = {"family": author.family, "given": author.given}
    return parts | {"suffix": author.suffix} if author.suffix else parts


FORMAT = Format(
    name="csl",
    title="CSL-JSON",
    media_type="application/vnd.citationstyles.csl+json",
    file_name="publications.csl.json",
    document=document,
    export="exportCsl",
    schema={"$ref": "#/components/schemas/CslList"},
)
