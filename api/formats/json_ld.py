"""JSON-LD in the words of schema.org, as search engines read publications: ScholarlyArticle.

Sources: JSON-LD 1.1 (W3C, 2020) for the keywords; schema.org for the rest.
"""

from __future__ import annotations

import json
from typing import Any

from api.formats.format import Format, Publication
from db.identifiers import doi_url
from db.names import names, person

CONTEXT = {"@context": "https://schema.org"}


def article(publication: Publication) -> dict[str, Any]:
    """A publication as a ScholarlyArticle; what is not known is left out."""
    doi, address = publication.get("doi"), doi_url(publication.get("doi", ""))
    values = {
        "@type": "ScholarlyArticle",
        "@id": address,
        "headline": publication["title"],
        "name": publication["title"],
        "author": [author(name) for name in names(publication["authors"])],
        "datePublished": str(publication["year"]),
        "isPartOf": part_of(publication),
        "pagination": publication.get("pages"),
        "identifier": doi and {"@type": "PropertyValue", "propertyID": "DOI", "value": doi},
        "sameAs": list(filter(None, (address, publication.get("pubmed")))),
        "url": publication.get("url"),
    }
    return {name: value for name, value in values.items() if value}


def author(name: str) -> dict[str, str]:
    """A person with the parts of the name, or an organisation."""
    one = person(name)
    if one.literal:
        return {"@type": "Organization" if one.collective else "Person", "name": name}
    shown = " ".join(filter(None, (one.given, one.family, one.suffix)))
    parts = {"@type": "Person", "name": shown, "familyName": one.family, "givenName": one.given}
    return parts | {"honorificSuffix": one.suffix} if one.suffix else parts


def part_of(publication: Publication) -> dict[str, Any]:
    """The issue in its volume in its journal, as far as they are known."""
    whole: dict[str, Any] = {"@type": "Periodical", "name": publication["journal"]}
    if volume := publication.get("volume"):
        whole = {"@type": "PublicationVolume", "volumeNumber": volume, "isPartOf": whole}
    if issue := publication.get("issue"):
        whole = {"@type": "PublicationIssue", "issueNumber": issue, "isPartOf": whole}
    return whole


def alone(publication: Publication) -> str:
    """A publication as a document of its own."""
    return text(CONTEXT | article(publication)) + "\n"


def item(publication: Publication) -> str:
    """A publication as it stands in the list of a graph."""
    return "\n    " + text(article(publication), "    ")


def text(values: dict[str, Any], margin: str = "") -> str:
    """The JSON text of an object, a line for each value."""
    lines = ",".join([f"\n{margin}  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in values.items()])
    return f"{{{lines}\n{margin}}}"


FORMAT = Format(
    name="jsonld",
    media_type="application/ld+json",
    file_name="publications.jsonld",
    item=item,
    head='{\n  "@context": "https://schema.org",\n  "@graph": [',
    between=",",
    tail="\n  ]\n}\n",
    alone=alone,
)
