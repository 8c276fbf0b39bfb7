"""The profile as schema.org and as JSON Resume: whole documents, and what pyld reads in the example's."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator, FormatChecker
from pyld import jsonld

from api.formats.json_ld import safe_in_html
from api.pages.place import is_long
from bench.synthetic import write_csv
from tests.conftest import BASE_URL, ROOT, Server
from tests.support.messages import append, write_clinic
from tests.support.site import serving, serving_edited, serving_list

Node = dict[str, Any]
EXPECTED = Path(__file__).with_name("expected")
PERSON, CLINIC, SPORTS, REHABILITATION = (f"{BASE_URL}/#{name}" for name in ("person", "clinic", "clinic-2", "clinic-3"))
SCHEMA = "https://schema.org/"


@pytest.mark.parametrize("name", ["small", "least"])
def test_every_byte(request: pytest.FixtureRequest, name: str) -> None:
    """What is unknown is left out. Nothing is guessed from commas, and only an unambiguous author is linked to the person."""
    answer = request.getfixturevalue(name).get("/profile.jsonld")
    assert answer.headers["content-type"] == "application/ld+json"
    assert answer.text == (EXPECTED / f"{name}.jsonld").read_text(encoding="utf-8")


def test_latest_fifty_publications(tmp_path: Path) -> None:
    header, rows = ["year", "journal", "authors", "title"], [[2020, "J", "Levi R", f"Title {number}"] for number in range(60)]
    articles = serving_list(tmp_path, header, rows).json("/profile.jsonld")["@graph"][6:]
    assert [article["name"] for article in articles] == [f"Title {number}" for number in range(50)]


def test_the_setting_replaces_the_base_address(example_database: Path) -> None:
    text = serving(example_database, "https://e.example.org/noa").get("/profile.jsonld").text
    # The owner's credit and link.
    assert re.findall(r'".*profile\.example\.org.*"', text) == [
        '"creditText": "Dr. Noa Example, https://profile.example.org"',
        '"https://profile.example.org/"',
    ]


@pytest.mark.parametrize(
    ("notices", "checked", "expected"),
    [
        (["corrected 2025-07"], "", "2025-07"),
        (["corrected 2025-07", "retracted 2024-05-01"], "", "2025-07"),
        (["corrected 2025-07"], "2025-07-15", "2025-07-15"),
        (["corrected 2025-07"], "2025-06-30", "2025-07"),
    ],
    ids=["a month", "before it a day", "hours checked in the month", "hours checked before"],
)
def test_the_page_was_modified_on_the_newest_date_as_it_was_written(
    tmp_path: Path, notices: list[str], checked: str, expected: str
) -> None:
    def change(folder: Path) -> None:
        rows = [[f"Title {number}", "Levi R", "J", 2020, notice] for number, notice in enumerate(notices)]
        write_csv(folder / "publications.csv", ["title", "authors", "journal", "year", "notice"], rows)
        clinic = "name: Clinic\naddress: 1 Road\nphone: '+1 555 0100'\n"
        hours = f"hours: {{timezone: UTC, weekly: [], checked: {checked}}}\n" if checked else ""
        write_clinic(folder, clinic + hours)

    assert serving_edited(tmp_path, change).json("/profile.jsonld")["@graph"][0]["dateModified"] == expected


def test_json_cannot_leave_a_script_element() -> None:
    """HTML Living Standard, section 4.12.1.3."""
    value = ["</script><!--<script>alert(1)</script> & \u2028\u2029 \\u003c \"'", "שלום", "\U0001f600", None, 1.5]
    text = safe_in_html(json.dumps(value, ensure_ascii=False).encode())
    assert [char for char in "<>&\u2028\u2029" if char in text] == []
    assert json.loads(text) == value
    assert "שלום" in text


def offline(address: str, options: Any) -> Any:
    """A context for schema.org, so nothing is requested. One of its terms is a link."""
    context = {"@vocab": SCHEMA, "id": "@id", "type": "@type", "url": {"@type": "@id"}}
    return {"contextUrl": None, "documentUrl": address, "contentType": "application/ld+json", "document": {"@context": context}}


def test_a_profession_makes_a_person_of_a_physician(tmp_path: Path) -> None:
    """The terms of schema.org that only physicians have are left out; the services stay in the document."""
    lines = "profession: Clinical psychologist\nprofessionHebrew: פסיכולוגית קלינית\n"
    site = serving_edited(tmp_path, lambda folder: append(folder, "profile.yaml", lines))
    nodes = {node["@id"]: node for node in site.json("/profile.jsonld")["@graph"] if "@id" in node}
    person = nodes[PERSON]
    assert person["@type"] == "Person"
    assert person["hasOccupation"][0] == {
        "@type": "Occupation",
        "name": "Clinical psychologist",
        "alternateName": {"@value": "פסיכולוגית קלינית", "@language": "he"},
        "description": ["Musculoskeletal radiology", {"@value": "רדיולוגיה של מערכת השריר והשלד", "@language": "he"}],
    }
    assert {"medicalSpecialty", "practicesAt", "availableService"} & person.keys() == set()
    assert {service["@id"] for service in nodes[CLINIC]["availableService"]} <= nodes.keys()


def test_pyld(server: Server, publications: list[Node]) -> None:
    """One person, who practises at the clinic and wrote the articles."""
    nodes = {node["@id"]: node for node in jsonld.flatten(server.json("/profile.jsonld"), None, {"documentLoader": offline})}
    assert nodes[PERSON]["@type"] == [f"{SCHEMA}Person", f"{SCHEMA}IndividualPhysician"]
    assert nodes[PERSON][f"{SCHEMA}practicesAt"] == [{"@id": place} for place in (CLINIC, SPORTS, REHABILITATION)]
    assert nodes[f"{BASE_URL}/"][f"{SCHEMA}mainEntity"] == [{"@id": PERSON}]
    articles = [node for node in nodes.values() if node.get("@type") in ([f"{SCHEMA}ScholarlyArticle"], [f"{SCHEMA}Chapter"])]
    assert len(articles) == len(publications)
    assert [article for article in articles if {"@id": PERSON} not in article[f"{SCHEMA}author"]] == []


@pytest.mark.parametrize(
    ("last", "expected"),
    [("2026-11-01", False), ("2026-11-02", True), (None, True)],
    ids=["31 days later", "32 days later", "until further notice"],
)
def test_long_closures(last: str | None, expected: bool) -> None:
    """The others are special opening hours."""
    assert is_long({"from": "2026-10-01", **({"to": last} if last else {})}) is expected


PUBLISHED = ROOT / "tests" / "node" / "node_modules" / "@jsonresume" / "schema" / "schema.json"


@pytest.mark.parametrize("name", ["small", "least"])
def test_every_section(request: pytest.FixtureRequest, name: str) -> None:
    """[resume] What is unknown is left out, and so is an end that is still to come."""
    document = request.getfixturevalue(name).json("/resume.json")
    assert document == json.loads((EXPECTED / f"{name}-resume.json").read_text(encoding="utf-8"))


@pytest.mark.skipif(not PUBLISHED.is_file(), reason="npm ci --prefix tests/node")
def test_the_published_schema(server: Server) -> None:
    """The example, which has every section, satisfies the schema of jsonresume.org with its formats."""
    schema = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    document = server.json("/resume.json")
    assert [error.message for error in Draft7Validator(schema, format_checker=FormatChecker()).iter_errors(document)] == []
    assert document.keys() <= {"$schema", *schema["properties"]}
    assert document["basics"]["image"] == server.json("/api/profile")["photo"]
