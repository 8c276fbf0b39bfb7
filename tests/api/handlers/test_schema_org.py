"""The profile with the vocabulary of schema.org: whole documents, and what pyld reads in the example's."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pyld import jsonld

from api.formats.json_ld import safe_in_html
from tests.conftest import BASE_URL, Server
from tests.support.own import serving_own, write_csv

Node = dict[str, Any]

EXPECTED = Path(__file__).with_name("expected")
PERSON, CLINIC, SPORTS = (f"{BASE_URL}/#{name}" for name in ("person", "clinic", "clinic-2"))
SCHEMA = "https://schema.org/"


@pytest.mark.parametrize("name", ["small", "least"])
def test_every_byte(request: pytest.FixtureRequest, name: str) -> None:
    """What is unknown is left out. Nothing is guessed from commas, and only an unambiguous author is linked to the person."""
    answer = request.getfixturevalue(name).get("/profile.jsonld")
    assert answer.headers["content-type"] == "application/ld+json"
    assert answer.text == (EXPECTED / f"{name}.jsonld").read_text(encoding="utf-8")


def test_latest_fifty_publications(tmp_path: Path) -> None:
    def edit(sources: Path) -> None:
        rows = [[2020, "J", "Levi R", f"Title {number}"] for number in range(60)]
        write_csv(sources / "publications.csv", ["year", "journal", "authors", "title"], rows)

    with serving_own(tmp_path, edit) as running:
        articles = running.json("/profile.jsonld")["@graph"][5:]
    assert [article["name"] for article in articles] == [f"Title {number}" for number in range(50)]


def test_json_cannot_leave_a_script_element() -> None:
    """HTML Living Standard, section 4.12.1.3."""
    value = ["</script><!--<script>alert(1)</script> & \u2028\u2029 \\u003c \"'", "שלום", "\U0001f600", None, 1.5]
    text = safe_in_html(json.dumps(value, ensure_ascii=False))
    assert [char for char in "<>&\u2028\u2029" if char in text] == []
    assert json.loads(text) == value
    assert "שלום" in text


def offline(address: str, options: Any) -> Any:
    """Return a context for schema.org without a request: its terms, of which some are links."""
    assert address in ("https://schema.org", "https://schema.org/"), address
    links = {name: {"@type": "@id"} for name in ("url", "sameAs")}
    context = {"@vocab": "https://schema.org/", "id": "@id", "type": "@type", **links}
    return {"contextUrl": None, "documentUrl": address, "contentType": "application/ld+json", "document": {"@context": context}}


def test_pyld(server: Server, publications: list[Node], services: list[Node]) -> None:
    """One person, who practises at the clinic and wrote the articles."""
    nodes = {node["@id"]: node for node in jsonld.flatten(server.json("/profile.jsonld"), None, {"documentLoader": offline})}
    assert nodes[PERSON]["@type"] == [f"{SCHEMA}Person", f"{SCHEMA}IndividualPhysician"]
    assert nodes[PERSON][f"{SCHEMA}practicesAt"] == [{"@id": CLINIC}, {"@id": SPORTS}]
    assert nodes[f"{BASE_URL}/"][f"{SCHEMA}mainEntity"] == [{"@id": PERSON}]
    articles = [node for node in nodes.values() if node.get("@type") in ([f"{SCHEMA}ScholarlyArticle"], [f"{SCHEMA}Chapter"])]
    assert len(articles) == len(publications)
    assert [node for node in articles if {"@id": PERSON} not in node[f"{SCHEMA}author"]] == []
    procedures = nodes[PERSON][f"{SCHEMA}availableService"]
    assert [nodes[one["@id"]][f"{SCHEMA}alternateName"] for one in procedures] == [
        [{"@value": service["nameHebrew"], "@language": "he"}] for service in services
    ]


# Types with the properties that schema.org defines for them, and the types from which they have others.
TERMS = {
    "Thing": "name alternateName description image url sameAs identifier potentialAction",
    "CreativeWork": "Thing inLanguage workTranslation mainEntity license creditText isPartOf",
    "Article": "CreativeWork headline author datePublished pagination creativeWorkStatus correction",
    "Organization": "Thing award memberOf address telephone email parentOrganization hasCredential knowsAbout knowsLanguage",
    "Person": "Thing givenName familyName honorificSuffix jobTitle email workLocation award memberOf hasOccupation worksFor"
    " alumniOf hasCredential",
    "ProfilePage": "CreativeWork",
    "Occupation": "Thing",
    "Role": "Thing hasOccupation startDate endDate",
    "IndividualPhysician": "Organization practicesAt availableService medicalSpecialty",
    "MedicalClinic": "Organization availableService medicalSpecialty geo hasMap openingHoursSpecification"
    " specialOpeningHoursSpecification",
    "MedicalProcedure": "Thing",
    "PropertyValue": "Thing propertyID value",
    "EducationalOccupationalCredential": "CreativeWork recognizedBy",
    "GeoCoordinates": "Thing latitude longitude",
    "OpeningHoursSpecification": "Thing dayOfWeek opens closes validFrom validThrough",
    "ReserveAction": "Thing target",
    "ScholarlyArticle": "Article",
    "Chapter": "Article",
    "Book": "CreativeWork editor publisher",
    "Periodical": "CreativeWork",
    "PublicationVolume": "CreativeWork volumeNumber",
    "PublicationIssue": "CreativeWork issueNumber",
    "Dataset": "CreativeWork creator distribution",
    "DataDownload": "CreativeWork encodingFormat contentUrl",
}


def properties(kind: str) -> set[str]:
    """Return the properties of a type."""
    terms = TERMS[kind].split()
    return {*terms}.union(*(properties(term) for term in terms if term in TERMS))


def test_every_property_belongs_to_its_type(server: Server) -> None:
    nodes = list(nodes_of(server.json("/profile.jsonld")["@graph"]))
    types = [[kind] if isinstance(kind, str) else kind for kind in (node.get("@type", []) for node in nodes)]
    unknown = [
        {name for name in node if not name.startswith("@")}.difference(*map(properties, kinds))
        for node, kinds in zip(nodes, types, strict=True)
    ]
    assert unknown == [set()] * len(nodes)


def nodes_of(value: Any) -> Iterator[Node]:
    """Yield the objects at every depth."""
    for inside in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from nodes_of(inside)
    if isinstance(value, dict):
        yield value
