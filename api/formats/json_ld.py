"""JSON-LD with the vocabulary of schema.org, for search engines: publications as ScholarlyArticle and Chapter.

Sources: JSON-LD 1.1 (W3C, 2020) for the keywords; schema.org for the terms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from api.formats.format import Format
from api.formats.markdown import plain_text
from api.http.response import json_bytes
from db.languages import Language
from db.publication import Publication
from db.publication.author import parse_author, split_authors
from db.publication.notice import RETRACTED

CONTEXT = {"@context": "https://schema.org"}

# In HTML these could end a script element or start a comment (HTML Living Standard, section 4.12.1.3). The last two end lines in
# older JavaScript. JSON has all of them only within strings.
HTML_ESCAPES = {char: f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}


def write_list(publications: Iterable[Publication], languages: Sequence[Language] = ()) -> bytes:
    articles = [article(publication, languages) for publication in publications]
    return json_bytes({**CONTEXT, "@graph": articles}) + b"\n"


def write_record(publication: Publication, languages: Sequence[Language] = ()) -> bytes:
    """Write a publication as an object with its own context."""
    return json_bytes(CONTEXT | article(publication, languages)) + b"\n"


def article(publication: Publication, languages: Sequence[Language]) -> dict[str, Any]:
    """A ScholarlyArticle or a Chapter, without missing values."""
    doi, notice = publication.doi, publication.notice
    values = {
        "@type": publication.type_names.schema_org,
        "@id": publication.doi_url,
        "headline": publication.title,
        "name": publication.title,
        "description": in_languages(publication.document, "summary", languages),
        "author": [author_node(name) for name in publication.author_names],
        "datePublished": str(publication.year),
        "isPartOf": part_of(publication),
        "pagination": publication.pages,
        "identifier": doi and {"@type": "PropertyValue", "propertyID": "DOI", "value": doi},
        "sameAs": list(filter(None, (publication.doi_url, publication.pubmed))),
        "url": publication.url,
        "creativeWorkStatus": "Retracted" if notice and notice.kind == RETRACTED else None,
        "correction": notice and notice.text,
        **openness(publication),
    }
    return without_empty(values)


def openness(publication: Publication) -> dict[str, Any]:
    """The free copy with its license, and the preprint, data, trials and funding."""
    terms = publication.terms
    return {
        "isAccessibleForFree": True if publication.full_text else None,
        "encoding": publication.full_text and {"@type": "MediaObject", "contentUrl": publication.full_text},
        "license": terms and (terms.url or {"@type": "CreativeWork", "name": terms.name}),
        "isBasedOn": [
            *({"@type": "CreativeWork", "@id": url} for _, url in publication.related_links.get("preprint", ())),
            *({"@type": "Dataset", "@id": url} for _, url in publication.related_links.get("data", ())),
        ],
        "about": [
            without_empty({"@type": "MedicalTrial", "@id": url, "identifier": number})
            for number, url in publication.related_links.get("trial", ())
        ],
        "funding": publication.funding and {"@type": "Grant", "name": publication.funding},
    }


def without_empty(node: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in node.items() if value not in (None, "", [], {})}


def in_languages(document: Mapping[str, Any], field: str, languages: Sequence[Language]) -> list[str | dict[str, Any]]:
    """A Markdown text and its versions in the languages of a site, if it has any, without markup."""
    plain = [plain_text(document[field])] if document.get(field) else []
    return [*plain, *in_other_languages(document, field, languages, plain_text)]


def in_other_languages(
    document: Mapping[str, Any], field: str, languages: Sequence[Language], as_text: Callable[[str], str] = str
) -> list[dict[str, Any]]:
    """The versions of a text, each with its language."""
    texts = [(document.get(f"{field}{language.suffix}"), language.code) for language in languages if language.suffix]
    return [{"@value": as_text(text), "@language": code} for text, code in texts if text]


def compact(values: list[Any]) -> Any:
    """The only value of a list, or else the list. JSON-LD reads both in the same way."""
    return values[0] if len(values) == 1 else values


def author_node(name: str) -> dict[str, str]:
    """A person with the parts of the name, or an organization."""
    author = parse_author(name)
    if author.literal:
        return {"@type": "Organization" if author.collective else "Person", "name": name}
    full_name = " ".join(filter(None, (author.given, author.family, author.suffix)))
    parts = {"@type": "Person", "name": full_name, "familyName": author.family, "givenName": author.given}
    return parts | {"honorificSuffix": author.suffix} if author.suffix else parts


def part_of(publication: Publication) -> dict[str, Any]:
    """The issue, as part of a volume of a journal or book, without missing values."""
    is_book = publication.type_names.schema_org == "Chapter"
    whole: dict[str, Any] = {"@type": "Book" if is_book else "Periodical", "name": publication.journal}
    if publication.abbreviation:
        whole["alternateName"] = publication.abbreviation
    if publication.editors:
        whole["editor"] = [author_node(name) for name in split_authors(publication.editors)]
    if publication.publisher:
        whole["publisher"] = {"@type": "Organization", "name": publication.publisher}
    if publication.volume:
        whole = {"@type": "PublicationVolume", "volumeNumber": publication.volume, "isPartOf": whole}
    if publication.issue:
        whole = {"@type": "PublicationIssue", "issueNumber": publication.issue, "isPartOf": whole}
    return whole


def safe_in_html(json: bytes) -> str:
    """Escape JSON for ``<script type="application/ld+json">``."""
    text = json.decode()
    for character, escape in HTML_ESCAPES.items():
        text = text.replace(character, escape)
    return text


JSON_LD_FORMAT = Format(
    name="jsonld",
    title="JSON-LD",
    media_type="application/ld+json",
    file_name="publications.jsonld",
    write_list=write_list,
    write_record=write_record,
    options=frozenset({"languages"}),
    schema={"$ref": "#/components/schemas/JsonLd"},
)
