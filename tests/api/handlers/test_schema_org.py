"""The profile with the vocabulary of schema.org: the whole graph, and what pyld reads in it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import yaml
from pyld import jsonld

from api.context import in_language
from api.formats.json_ld import safe_in_html
from api.handlers.schema_org import career_of, graph
from api.markdown import plain_text
from tests.api.formats.test_served import offline
from tests.conftest import BASE_URL, SOURCES, Server
from tests.support.own import serving_own, write_csv
from tests.support.wire import indented

Node = dict[str, Any]

PERSON, CLINIC, SPORTS = (f"{BASE_URL}/#{name}" for name in ("person", "clinic", "clinic-2"))
SCHEMA = "https://schema.org/"
SITE: dict[str, Any] = {
    "license": {"url": "https://creativecommons.org/licenses/by/4.0/"},
    "attribution": "Dr. Noa Example, example.org",
}
SITE |= {"name": "Least API", "description": "A least profile."}
PROFILE = {"name": "Dr. Noa Example", "specialty": "Radiology", "positions": ["Head"]}


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


def person_node(services: list[Node], photo: str, career: Node) -> Node:
    profile = source("profile.yaml")
    return {
        "@type": ["Person", "IndividualPhysician"],
        "@id": PERSON,
        "name": "Dr. Noa Example",
        "alternateName": [hebrew(profile["nameHebrew"]), "Example N", "Example NB"],
        "image": photo,
        **described(profile, "bio"),
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
        **career,
        "knowsAbout": [
            {
                "@type": "Thing",
                "name": area["name"],
                "alternateName": hebrew(area["nameHebrew"]),
                **described(area, "description"),
            }
            for area in source("research.yaml")["areas"]
        ],
        "practicesAt": [{"@id": CLINIC}, {"@id": SPORTS}],
        "workLocation": [{"@id": CLINIC}, {"@id": SPORTS}],
        "availableService": [
            {
                "@type": "MedicalProcedure",
                "@id": f"{BASE_URL}/#service-{number}",
                "name": service["name"],
                "alternateName": hebrew(service["nameHebrew"]),
                **described(service, "description"),
            }
            for number, service in enumerate(services, start=1)
        ],
    }


def offered(services: list[Node], place: str) -> list[Node]:
    """Return the services of a place: those that name it, and those that name none."""
    return [
        {"@id": f"{BASE_URL}/#service-{number}"}
        for number, service in enumerate(services, start=1)
        if place in service.get("locations", [place])
    ]


def sports_node(services: list[Node]) -> Node:
    return {
        "@type": "MedicalClinic",
        "@id": SPORTS,
        "name": "Example Sports Medicine Center",
        "alternateName": hebrew("מרכז דוגמית לרפואת ספורט"),
        "address": "Floor 2, 5 Sample Boulevard, Sampleton, Israel",
        "telephone": "+972-0-555-0155",
        "geo": {"@type": "GeoCoordinates", "latitude": 31.25, "longitude": 34.5},
        "hasMap": "https://www.openstreetmap.org/?mlat=31.25&mlon=34.5#map=17/31.25/34.5",
        "openingHoursSpecification": [hours(["Tuesday", "Thursday"], "16:00", "20:00")],
        "potentialAction": [{"@type": "ReserveAction", "name": "Book online", "target": "https://booking.example.org/sports"}],
        "availableService": offered(services, "Example Sports Medicine Center"),
    }


def described(values: Node, field: str) -> Node:
    """Return a text in both languages without its marks, if there is one."""
    english, translation = (plain_text(values.get(name, "")) for name in (field, f"{field}Hebrew"))
    return {"description": [english, hebrew(translation)]} if english else {}


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
        "hasMap": "https://maps.example.org/example-musculoskeletal-ultrasound-clinic",
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
            {"@type": "ReserveAction", "name": "Book online", "target": "https://booking.example.org/"},
            {"@type": "ReserveAction", "name": "Book with a referral", "target": "https://booking.example.org/referral"},
        ],
        "availableService": offered(services, "Example Musculoskeletal Ultrasound Clinic"),
    }


def dataset_node(site: Node) -> Node:
    files = (
        ("/datapackage.json", "application/json"),
        ("/api/export.csv", "text/csv"),
        ("/profile.db", "application/vnd.sqlite3"),
    )
    return {
        "@type": "Dataset",
        "@id": f"{BASE_URL}/#data",
        "name": site["name"],
        "description": site["description"],
        "license": "https://creativecommons.org/licenses/by/4.0/",
        "creator": {"@id": PERSON},
        "distribution": [
            {"@type": "DataDownload", "encodingFormat": media_type, "contentUrl": BASE_URL + path} for path, media_type in files
        ],
    }


def with_person(article: Node) -> Node:
    """Return an article whose author N. Example is linked to the person."""
    authors = [{"@type": "Person", "@id": PERSON, **one} if one["name"] == "N. Example" else one for one in article["author"]]
    return {**article, "author": authors}


def test_graph_of_the_example(server: Server, services: list[Node]) -> None:
    articles = server.json("/api/publications?format=jsonld")["@graph"]
    data = dataset_node(source("site.yaml"))
    nodes = [
        PAGE_NODE,
        person_node(services, server.json("/api/profile")["photo"], career_of(server.json("/api/cv")["entries"])),
        clinic_node(services),
        sports_node(services),
        data,
        *map(with_person, articles),
    ]
    answer = server.get("/profile.jsonld")
    assert answer.headers["content-type"] == "application/ld+json"
    assert answer.content == indented({"@context": "https://schema.org", "@graph": nodes}) + b"\n"
    assert answer.text.count(f'"@id": "{PERSON}"') == 1 + 1 + 1 + len(articles)


def url(path: str, language: str = "en") -> str:
    return BASE_URL + in_language(path, language)


def least_graph(*authors: str, entries: Sequence[Node] = ()) -> list[Node]:
    """Return the nodes for required values only, with a publication for each list of authors."""
    document = graph(
        BASE_URL,
        url=url,
        site=SITE,
        profile=PROFILE,
        places=[{"name": "Least Clinic", "address": "1 Least Street", "phone": "none"}],
        services=[{"name": "Plain"}],
        research={"areas": [{"name": "Nerves"}]},
        entries=entries,
        publications=[{"title": "T", "authors": listed, "journal": "J", "year": 2020} for listed in authors],
    )
    assert document["@context"] == "https://schema.org"
    nodes: list[Node] = document["@graph"]
    return nodes


def test_what_is_unknown_is_left_out() -> None:
    procedure = {"@type": "MedicalProcedure", "@id": f"{BASE_URL}/#service-1", "name": "Plain"}
    assert least_graph() == [
        {**PAGE_NODE, "creditText": SITE["attribution"]},
        {
            "@type": ["Person", "IndividualPhysician"],
            "@id": PERSON,
            "name": "Dr. Noa Example",
            "jobTitle": ["Head"],
            "medicalSpecialty": "Radiology",
            "url": f"{BASE_URL}/",
            "knowsAbout": [{"@type": "Thing", "name": "Nerves"}],
            "practicesAt": [{"@id": CLINIC}],
            "workLocation": [{"@id": CLINIC}],
            "availableService": [procedure],
        },
        {
            "@type": "MedicalClinic",
            "@id": CLINIC,
            "name": "Least Clinic",
            "address": "1 Least Street",
            "telephone": "none",
            "availableService": [{"@id": procedure["@id"]}],
        },
        dataset_node(SITE),
    ]


def test_the_career() -> None:
    """Nothing is guessed from commas, and what has no end has none."""
    dates = {"startDate": "2018-04", "endDate": "now"}
    center, society = ({"@type": "Organization", "name": name} for name in ("Center, Unit", "Society"))
    entries = [
        {"section": "position", "title": "Head, part-time", "organization": "Center, Unit", **dates},
        {"section": "position", "title": "Physician"},
        {"section": "education", "title": "MD", "organization": "Society"},
        {"section": "certification", "title": "Licence"},
        {"section": "award", "title": "Prize", "organization": "Society", "startDate": "2019"},
        {"section": "membership", "title": "Fellow", "organization": "Society"},
        {"section": "membership", "title": "Center, Unit"},
        {"section": "grant", "title": "Nerves"},
    ]
    person = least_graph(entries=entries)[1]
    names = ("hasOccupation", "worksFor", "hasCredential", "alumniOf", "award", "memberOf")
    assert {name: person[name] for name in names} == {
        "hasOccupation": [
            {
                "@type": "Role",
                "hasOccupation": {"@type": "Occupation", "name": "Head, part-time"},
                "startDate": "2018-04",
            },
            {"@type": "Occupation", "name": "Physician"},
        ],
        "worksFor": [center],
        "hasCredential": [
            {"@type": "EducationalOccupationalCredential", "name": "MD", "recognizedBy": society},
            {"@type": "EducationalOccupationalCredential", "name": "Licence"},
        ],
        "alumniOf": [society],
        "award": ["Prize, Society, 2019"],
        "memberOf": [society, center],
    }


def test_without_hebrew_pages_there_is_no_translation() -> None:
    page, *_ = graph(
        BASE_URL,
        url=url,
        site=SITE,
        profile=PROFILE,
        places=[{"name": "Least Clinic", "address": "1 Least Street", "phone": "none"}],
        services=[],
        research={"areas": []},
        entries=(),
        publications=[],
        has_hebrew=False,
    )["@graph"]
    assert page == {
        **{name: PAGE_NODE[name] for name in PAGE_NODE if name != "workTranslation"},
        "creditText": SITE["attribution"],
    }


def test_only_an_unambiguous_author_is_linked_to_the_person() -> None:
    articles = least_graph("Example N, Levi R", "Levi R, Example NB, Example N", "Example N, EXAMPLE N", "Example L, Example N")[
        4:
    ]
    assert [[author.get("@id") for author in article["author"]] for article in articles] == [
        [PERSON, None],
        [None, None, PERSON],
        [None, None],
        [None, PERSON],
    ]


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


def test_every_property_belongs_to_its_type(server: Server) -> None:
    """Types with the properties that schema.org defines for them or for a parent type."""
    thing = {"name", "alternateName", "description", "image", "url", "sameAs", "identifier", "potentialAction"}
    work = thing | {"inLanguage", "workTranslation", "mainEntity", "license", "creditText", "isPartOf"}
    organization = thing | {
        "award",
        "memberOf",
        "address",
        "telephone",
        "email",
        "parentOrganization",
        "hasCredential",
        "knowsAbout",
        "knowsLanguage",
    }
    place = {"geo", "hasMap", "openingHoursSpecification", "specialOpeningHoursSpecification"}
    terms = {
        "Thing": thing,
        "ProfilePage": work,
        "Person": thing
        | {"givenName", "familyName", "honorificSuffix", "jobTitle", "email", "workLocation", "award", "memberOf"}
        | {"hasOccupation", "worksFor", "alumniOf", "hasCredential"},
        "Occupation": thing,
        "Role": thing | {"hasOccupation", "startDate", "endDate"},
        "IndividualPhysician": organization | {"practicesAt", "availableService", "medicalSpecialty"},
        "Organization": organization,
        "MedicalClinic": organization | place | {"availableService", "medicalSpecialty"},
        "MedicalProcedure": thing,
        "PropertyValue": thing | {"propertyID", "value"},
        "EducationalOccupationalCredential": work | {"recognizedBy"},
        "GeoCoordinates": thing | {"latitude", "longitude"},
        "OpeningHoursSpecification": thing | {"dayOfWeek", "opens", "closes", "validFrom", "validThrough"},
        "ReserveAction": thing | {"target"},
        "ScholarlyArticle": work | {"headline", "author", "datePublished", "pagination", "creativeWorkStatus", "correction"},
        "Chapter": work | {"headline", "author", "datePublished", "pagination"},
        "Book": work | {"editor", "publisher"},
        "Periodical": work,
        "PublicationVolume": work | {"volumeNumber"},
        "Dataset": work | {"creator", "distribution"},
        "DataDownload": work | {"encodingFormat", "contentUrl"},
        "PublicationIssue": work | {"issueNumber"},
    }
    unknown = []
    for node in nodes_of(server.json("/profile.jsonld")["@graph"]):
        types = node.get("@type", [])
        allowed = set().union(*(terms[kind] for kind in ([types] if isinstance(types, str) else types)))
        unknown += [(types, name) for name in node if not name.startswith("@") and name not in allowed]
    assert unknown == []


def nodes_of(value: Any) -> Iterator[Node]:
    """Yield the objects at every depth."""
    for inside in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from nodes_of(inside)
    if isinstance(value, dict):
        yield value
