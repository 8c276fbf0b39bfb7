"""CSL-JSON, which citation processors take (citeproc-js, pandoc, Zotero): schema 1.0.2 of the Citation Style Language."""

from __future__ import annotations

import json
from functools import lru_cache
from json.encoder import encode_basestring
from typing import Any

from api.formats.format import Format, Publication
from api.formats.keys import citation_key
from api.formats.links import as_written, pmid
from api.formats.plain import plain
from db.names import CUT_OFF, REMEMBERED, is_cut_off, names, person

LOCATORS = (("volume", "volume"), ("issue", "issue"), ("pages", "page"))


def item(publication: Publication) -> dict[str, Any]:
    """A publication as an item of CSL-JSON.

    A PubMed number is PMID; a link that is none, and one that other programs drop, is under ``custom`` as it is written.
    """
    made: dict[str, Any] = values(publication)
    made |= {"author": authors(publication["authors"]), "issued": {"date-parts": [[publication["year"]]]}}
    return made | {"custom": kept} if (kept := as_written(publication, made.get("PMID", ""))) else made


def values(publication: Publication) -> dict[str, str]:
    """The values that are text."""
    made = {
        "id": citation_key(publication),
        "type": "article-journal",
        "title": plain(publication["title"]),
        "container-title": plain(publication["journal"]),
    }
    for field, variable in LOCATORS:
        if field in publication:
            made[variable] = plain(publication[field])
    if "doi" in publication:
        made["DOI"] = publication["doi"]
    if "url" in publication:
        made["URL"] = publication["url"]
    if number := pmid(publication):
        made["PMID"] = number
    return made


def authors(listed: str) -> list[dict[str, str]]:
    """The names; CSL has nothing for a list that is cut off, so that is said where it will be read."""
    return [name(one) for one in names(listed)] + ([{"literal": CUT_OFF}] if is_cut_off(listed) else [])


def name(text: str) -> dict[str, str]:
    """A name in parts. Particles stay with the family name: only a processor knows which of them its style sorts by."""
    author = person(text)
    if author.literal:
        return {"literal": plain(text)}
    parts = {"family": author.family, "given": author.given}
    return parts | {"suffix": author.suffix} if author.suffix else parts


def text(publication: Publication) -> str:
    """A publication as it stands in the array: a line for each value and each author.

    The standard library's encoder indents in Python, value by value, which takes several times as long.
    """
    made = values(publication)
    listed = publication["authors"]
    written = ",\n      ".join(map(name_text, names(listed)))
    if is_cut_off(listed):
        written += ",\n      " + name_text(CUT_OFF)
    lines = [f'"{key}": {encode_basestring(value)}' for key, value in made.items()]
    lines.append(f'"author": [\n      {written}\n    ]')
    lines.append(f'"issued": {{"date-parts": [[{publication["year"]}]]}}')
    if kept := as_written(publication, made.get("PMID", "")):
        lines.append(f'"custom": {json.dumps(kept)}')
    return "\n  {\n    " + ",\n    ".join(lines) + "\n  }"


@lru_cache(REMEMBERED)
def name_text(listed: str) -> str:
    return json.dumps(name(listed), ensure_ascii=False)


FORMAT = Format(
    name="csl",
    media_type="application/vnd.citationstyles.csl+json",
    file_name="publications.csl.json",
    item=text,
    head="[",
    between=",",
    tail="\n]\n",
)
