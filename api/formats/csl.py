"""CSL-JSON (schema 1.0.2) for citation processors such as citeproc-js, pandoc and Zotero."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from api.formats.format import Format
from api.http.response import json_bytes
from db.publication import Publication
from db.publication.author import all_names, parse_author


def write_list(publications: Iterable[Publication]) -> bytes:
    return json_bytes([*map(csl_item, publications)]) + b"\n"


def csl_item(publication: Publication) -> dict[str, Any]:
    people = {"author": publication.authors, "editor": publication.editors}
    return {
        **{variable: text for variable, text in csl_texts(publication).items() if text},
        **{variable: [*map(csl_name, all_names(names))] for variable, names in people.items() if names},
        "issued": {"date-parts": [[publication.year]]},
    }


def csl_texts(publication: Publication) -> dict[str, str]:
    """Variables that are texts; "" for an unknown value."""
    return {
        "id": publication.key,
        "type": publication.type_names.csl,
        "title": publication.title,
        "container-title": publication.journal,
        "container-title-short": publication.abbreviation,
        "publisher": publication.publisher,
        "volume": publication.volume,
        "issue": publication.issue,
        "page": publication.pages,
        "genre": publication.genre,
        "DOI": publication.doi,
        "URL": publication.url,
        "PMID": publication.pmid,
        "note": publication.notice.note if publication.notice else "",
    }


def csl_name(name: str) -> dict[str, str]:
    """Split a name. Particles stay with the family name, because only a CSL processor knows how its style sorts them."""
    author = parse_author(name)
    if author.literal:
        return {"literal": name}
    parts = {"family": author.family, "given": author.given}
    return parts | {"suffix": author.suffix} if author.suffix else parts


CSL_FORMAT = Format(
    name="csl",
    title="CSL-JSON",
    media_type="application/vnd.citationstyles.csl+json",
    file_name="publications.csl.json",
    write_list=write_list,
    download_id="exportCsl",
    schema={"$ref": "#/components/schemas/CslList"},
)
