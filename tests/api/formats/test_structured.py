"""The profile in the words of schema.org: the whole graph, and what other programs read in it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from pyld import jsonld

from api.context import Context, Service
from api.data.database import Database
from api.endpoints import ENDPOINTS
from api.formats.schema_org import embedded, graph, safe_in_html
from tests.api.formats.test_formats_served import offline
from tests.conftest import BASE_URL, SOURCES, Server, pipeline
from tests.support.own import serving_own, write_csv
from tests.support.wire import indented

Node = dict[str, Any]

PERSON, CLINIC = f"{BASE_URL}/#person", f"{BASE_URL}/#clinic"
SCHEMA = "https://schema.org/"
HOSTILE = "</script><!--<script>alert(1)</script> & \u2028\u2029 \\u003c \"'"


def source(name: str) -> Any:
    return yaml.safe_load((SOURCES / name).read_text(encoding="utf-8"))


def hebrew(text: str) -> Node:
    return {"@value": text, "@language": "he"}


def hours(days: list[str], opens: str, closes: str) -> Node:
    return {
        "@type": "OpeningHoursSpecification",
        "dayOfWeek": [f"https://schema.org/{day}" for day in days],
        "opens": opens,
        "closes": closes,
    }


def closed(reason: str, first: str, last: str) -> Node:
    spec = {"@type": "OpeningHoursSpecification", "description": reason, "validFrom": first, "validThrough": last}
    return {**spec, "opens": "00:00", "closes": "00:00"}


PAGE_NODE = {
    "@type": "ProfilePage",
    "@id": f"{BASE_URL}/",
    "url": f"{BASE_URL}/",
    "name": "Dr. Noa Example",
    "inLanguage": "en",
    "workTranslation": {"@type": "ProfilePage", "@id": f"{BASE_URL}/he", "url": f"{BASE_URL}/he", "inLanguage": "he"},
    "mainEntity": {"@id": PERSON},
    "license": "https://creativecommons.org/licenses/by/4.0/",
    "creditText": "Dr. Noa Example, https://profile.example.org",
}


def person_node(services: list[Node]) -> Node:
    return {
        "@type": ["Person", "IndividualPhysician"],
        "@id": PERSON,
        "name": "Dr. Noa Example",
        "honorificSuffix": "MD, PhD",
        "jobTitle": [
            "Head of Musculoskeletal Ultrasound, Example Medical Center",
            "Senior Lecturer in Radiology, Example University",
        ],
        "medicalSpecialty": "Musculoskeletal radiology",
        "knowsLanguage": ["Hebrew", "English", "French"],
        "email": "noa@example.org",
        "url": f"{BASE_URL}/",
        "identifier": {"@type": "PropertyValue", "propertyID": "ORCID", "value": "0000-0000-5555-0000"},
        "sameAs": ["https://orcid.org/0000-0000-5555-0000", "https://medical-center.example.org/staff/noa-example"],
        "hasCredential": [
            {"@type": "EducationalOccupationalCredential", "name": name} for name in source("profile.yaml")["training"]
        ],
        "knowsAbout": [
            {
                "@type": "Thing",
                "name": area["name"],
                "alternateName": hebrew(area["nameHebrew"]),
                "description": area["description"],
            }
            for area in source("research.yaml")["areas"]
        ],
        "practicesAt": {"@id": CLINIC},
        "workLocation": {"@id": CLINIC},
        "availableService": [{"@id": f"{BASE_URL}/#service-{number}"} for number in range(1, len(services) + 1)],
    }


def clinic_node(services: list[Node]) -> Node:
    return {
        "@type": "MedicalClinic",
        "@id": CLINIC,
        "name": "Example Musculoskeletal Ultrasound Clinic",
        "alternateName": hebrew("מרפאה לדוגמה לאולטרסאונד שריר-שלד"),
        "address": "1 Example Street, Example City, Israel",
        "telephone": "+972-0-555-0100",
        "email": "clinic@example.org",
        "geo": {"@type": "GeoCoordinates", "latitude": 31.5, "longitude": 34.75},
        "hasMap": "https://www.openstreetmap.org/?mlat=31.5&mlon=34.75#map=17/31.5/34.75",
        "parentOrganization": {"@type": "Organization", "name": "Example Medical Center"},
        "openingHoursSpecification": [
            hours(["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday"], "08:30", "13:00"),
            hours(["Monday", "Wednesday"], "15:00", "19:00"),
            hours(["Friday"], "08:30", "12:00"),
        ],
        "specialOpeningHoursSpecification": [
            closed("Passover", "2027-04-21", "2027-04-28"),
            closed("Rosh Hashana", "2027-10-01", "2027-10-03"),
        ],
        "potentialAction": [
            {"@type": "ReserveAction", "name": "online", "target": "https://booking.example.org/"},
            {"@type": "ReserveAction", "name": "referral", "target": "https://booking.example.org/referral"},
        ],
        "availableService": [
            {
                "@type": "MedicalProcedure",
                "@id": f"{BASE_URL}/#service-{number}",
                "name": service["name"],
                "alternateName": hebrew(service["nameHebrew"]),
            }
            for number, service in enumerate(services, start=1)
        ],
    }


def with_person(article: Node) -> Node:
    """An article of the list, in which the author of that name is the person."""
    authors = [{"@type": "Person", "@id": PERSON, **one} if one["name"] == "N. Example" else one for one in article["author"]]
    return {**article, "author": authors}


def test_the_whole_graph(server: Server, services: list[Node]) -> None:
    """Every value, in this order; UTF-8 as it is."""
    articles = server.json("/api/publications?format=jsonld")["@graph"]
    nodes = [PAGE_NODE, person_node(services), clinic_node(services), *map(with_person, articles)]
    answer = server.get("/profile.jsonld")
    assert answer.headers["content-type"] == "application/ld+json"
    assert answer.content == indented({"@context": "https://schema.org", "@graph": nodes}) + b"\n"
    assert answer.text.count(f'"@id": "{PERSON}"') == 1 + 1 + len(articles)


def test_the_least(tmp_path: Path) -> None:
    """What the owner does not say is not said: no null, nothing empty."""

    def edit(sources: Path) -> None:
        least = {
            "profile.yaml": {"name": "Dr. Least", "specialty": "Radiology", "positions": ["Head"]},
            "clinic.yaml": {"name": "Least Clinic", "address": "1 Least Street", "phone": "none"},
            "research.yaml": {"areas": [{"name": "Nerves"}]},
        }
        for name, content in least.items():
            (sources / name).write_text(yaml.safe_dump(content, sort_keys=False), encoding="utf-8")
        write_csv(sources / "publications.csv", ["year", "journal", "authors", "title"], [])
        write_csv(sources / "services.csv", ["name"], [["Plain"]])

    with serving_own(tmp_path, edit) as running:
        assert running.json("/profile.jsonld") == {
            "@context": "https://schema.org",
            "@graph": [
                {**PAGE_NODE, "name": "Dr. Least"},
                {
                    "@type": ["Person", "IndividualPhysician"],
                    "@id": PERSON,
                    "name": "Dr. Least",
                    "jobTitle": ["Head"],
                    "medicalSpecialty": "Radiology",
                    "url": f"{BASE_URL}/",
                    "knowsAbout": [{"@type": "Thing", "name": "Nerves"}],
                    "practicesAt": {"@id": CLINIC},
                    "workLocation": {"@id": CLINIC},
                    "availableService": [{"@id": f"{BASE_URL}/#service-1"}],
                },
                {
                    "@type": "MedicalClinic",
                    "@id": CLINIC,
                    "name": "Least Clinic",
                    "address": "1 Least Street",
                    "telephone": "none",
                    "availableService": [{"@type": "MedicalProcedure", "@id": f"{BASE_URL}/#service-1", "name": "Plain"}],
                },
            ],
        }


# Inside a page


@pytest.fixture
def hostile(sources: Path, tmp_path: Path) -> Callable[[], Context]:
    """A profile whose every text would end a script element if it could."""

    def context() -> Context:
        for name, field in (("profile.yaml", "specialty"), ("clinic.yaml", "address"), ("site.yaml", "attribution")):
            values = yaml.safe_load((sources / name).read_text(encoding="utf-8"))
            (sources / name).write_text(yaml.safe_dump(values | {field: HOSTILE}, allow_unicode=True), encoding="utf-8")
        write_csv(sources / "publications.csv", ["year", "journal", "authors", "title"], [[2020, HOSTILE, "Example N", HOSTILE]])
        run = pipeline("build", "--sources", sources, "--database", tmp_path / "own.db")
        assert run.code == 0, run
        return Context(Service(Database(tmp_path / "own.db"), ENDPOINTS))

    return context


def test_it_cannot_leave_its_script_element(hostile: Callable[[], Context]) -> None:
    """HTML Living Standard, section 4.12.1.3; and it is the same JSON."""
    context = hostile()
    text = embedded(context)
    assert [sign for sign in "<>&\u2028\u2029" if sign in text] == []
    assert json.loads(text) == graph(context)
    assert graph(context)["@graph"][1]["medicalSpecialty"] == HOSTILE.strip()


def test_any_json_is_safe_and_the_same() -> None:
    value = {HOSTILE: [HOSTILE, "שלום", "\U0001f600", None, 1.5]}
    text = safe_in_html(json.dumps(value, ensure_ascii=False))
    assert [sign for sign in "<>&\u2028\u2029" if sign in text] == []
    assert json.loads(text) == value
    assert "שלום" in text


# Other programs


def test_pyld(server: Server, publications: list[Node], services: list[Node]) -> None:
    """A JSON-LD processor finds one person, who practises at the clinic and wrote the articles."""
    nodes = {node["@id"]: node for node in jsonld.flatten(server.json("/profile.jsonld"), None, {"documentLoader": offline})}
    assert nodes[PERSON]["@type"] == [f"{SCHEMA}Person", f"{SCHEMA}IndividualPhysician"]
    assert nodes[PERSON][f"{SCHEMA}practicesAt"] == [{"@id": CLINIC}]
    assert nodes[f"{BASE_URL}/"][f"{SCHEMA}mainEntity"] == [{"@id": PERSON}]
    articles = [node for node in nodes.values() if node.get("@type") == [f"{SCHEMA}ScholarlyArticle"]]
    assert len(articles) == len(publications)
    assert [node for node in articles if {"@id": PERSON} not in node[f"{SCHEMA}author"]] == []
    offered = nodes[CLINIC][f"{SCHEMA}availableService"]
    assert offered == nodes[PERSON][f"{SCHEMA}availableService"]
    assert [nodes[one["@id"]][f"{SCHEMA}alternateName"] for one in offered] == [
        [{"@value": service["nameHebrew"], "@language": "he"}] for service in services
    ]


def test_every_word_is_one_of_schema_org(server: Server) -> None:
    """The types, each with the properties that schema.org gives to it or to what it is a kind of."""
    thing = {"name", "alternateName", "description", "url", "sameAs", "identifier", "potentialAction"}
    work = thing | {"inLanguage", "workTranslation", "mainEntity", "license", "creditText", "isPartOf"}
    organization = thing | {"address", "telephone", "email", "parentOrganization", "hasCredential", "knowsAbout", "knowsLanguage"}
    place = {"geo", "hasMap", "openingHoursSpecification", "specialOpeningHoursSpecification"}
    terms = {
        "Thing": thing,
        "ProfilePage": work,
        "Person": thing | {"givenName", "familyName", "honorificSuffix", "jobTitle", "email", "workLocation"},
        "IndividualPhysician": organization | {"practicesAt", "availableService", "medicalSpecialty"},
        "Organization": organization,
        "MedicalClinic": organization | place | {"availableService", "medicalSpecialty"},
        "MedicalProcedure": thing,
        "PropertyValue": thing | {"propertyID", "value"},
        "EducationalOccupationalCredential": work,
        "GeoCoordinates": thing | {"latitude", "longitude"},
        "OpeningHoursSpecification": thing | {"dayOfWeek", "opens", "closes", "validFrom", "validThrough"},
        "ReserveAction": thing | {"target"},
        "ScholarlyArticle": work | {"headline", "author", "datePublished", "pagination"},
        "Periodical": work,
        "PublicationVolume": work | {"volumeNumber"},
        "PublicationIssue": work | {"issueNumber"},
    }
    unknown = []
    for node in nodes_of(server.json("/profile.jsonld")["@graph"]):
        types = node.get("@type", [])
        allowed = set().union(*(terms[kind] for kind in ([types] if isinstance(types, str) else types)))
        unknown += [(types, name) for name in node if not name.startswith("@") and name not in allowed]
    assert unknown == []


def nodes_of(value: Any) -> Iterator[Node]:
    """All objects at any depth."""
    for inside in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from nodes_of(inside)
    if isinstance(value, dict):
        yield value
