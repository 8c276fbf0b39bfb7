"""JSON Resume: the whole document, and the published schema."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft7Validator, FormatChecker

from api.handlers.resume import SCHEMA, resume
from tests.conftest import ROOT, Server

PUBLISHED = ROOT / "tests" / "node" / "node_modules" / "@jsonresume" / "schema" / "schema.json"
LEAST = {"name": "Noa Example", "specialty": "Radiology", "positions": ["Physician"]}
CLINIC = {"name": "Clinic", "address": "1 Example Street", "phone": "+972-0-555-0100"}
BASICS = {
    "name": "Noa Example",
    "label": "Radiology",
    "phone": "+972-0-555-0100",
    "url": "https://example.org",
    "location": {"address": "1 Example Street"},
}
META = {"canonical": "https://example.org/resume.json"}


def test_every_section() -> None:
    profile = {
        **LEAST,
        "orcid": "0000-0000-5555-0000",
        "email": "noa@example.org",
        "links": {
            "website": "https://example.org/",
            "orcid": "https://orcid.org/0000-0000-5555-0000",
            "lab": "https://lab.example",
        },
        "languages": ["Hebrew"],
        "bio": "A life.",
        "photo": "https://example.org/images/photo.jpg",
    }
    entry = {"organization": "Center, Unit", "place": "Town", "startDate": "2015-09", "endDate": "2018", "url": "https://e.org"}
    entries = [
        {"section": "position", "title": "Head, part-time", **entry, "note": "Team of 8"},
        {"section": "position", "title": "Physician", "startDate": "2018", "endDate": "now"},
        {"section": "education", "title": "MD", "endDate": "2008"},
        {"section": "certification", "title": "Licence", "startDate": "2008-01-02"},
        {"section": "award", "title": "Prize", "organization": "Society, Section 2", "startDate": "2019"},
        {"section": "grant", "title": "Nerves", "organization": "Fund", "startDate": "2019", "endDate": "now", "note": "PI"},
        {"section": "book", "title": "A Book", "organization": "Press", "startDate": "2022"},
        {"section": "service", "title": "Committee", "organization": "Ministry"},
        {"section": "Volunteering", "title": "Clinic"},
    ]
    publications = [
        {"title": "T", "authors": "Example N", "journal": "J", "year": 2021, "doi": "10.5555/a<b", "url": "https://j.example"},
        {"title": "U", "authors": "Example N", "journal": "J", "year": 1999, "notice": "retracted 2001"},
    ]
    document = resume(
        "https://example.org", META["canonical"], profile=profile, clinic=CLINIC, entries=entries, publications=publications
    )
    assert document == {
        "$schema": SCHEMA,
        "basics": {
            **BASICS,
            "image": "https://example.org/images/photo.jpg",
            "email": "noa@example.org",
            "summary": "A life.",
            "profiles": [
                {"network": "ORCID", "username": "0000-0000-5555-0000", "url": "https://orcid.org/0000-0000-5555-0000"},
                {"network": "lab", "url": "https://lab.example"},
            ],
        },
        "work": [
            {
                "position": "Head, part-time",
                "name": "Center, Unit",
                "location": "Town",
                "summary": "Team of 8",
                "startDate": "2015-09",
                "endDate": "2018",
                "url": "https://e.org",
            },
            {"position": "Physician", "startDate": "2018"},
        ],
        "volunteer": [{"position": "Committee", "organization": "Ministry"}],
        "education": [{"studyType": "MD", "endDate": "2008"}],
        "awards": [{"title": "Prize", "awarder": "Society, Section 2", "date": "2019"}],
        "certificates": [{"name": "Licence", "date": "2008-01-02"}],
        "publications": [
            {"name": "T", "publisher": "J", "releaseDate": "2021", "url": "https://doi.org/10.5555/a%3Cb"},
            {"name": "[Retracted] U", "publisher": "J", "releaseDate": "1999"},
            {"name": "A Book", "publisher": "Press", "releaseDate": "2022"},
        ],
        "languages": [{"language": "Hebrew"}],
        "projects": [
            {"name": "Nerves", "entity": "Fund", "description": "PI", "startDate": "2019", "type": "grant"},
            {"name": "Clinic", "type": "Volunteering"},
        ],
        "meta": META,
    }


def test_what_is_unknown_is_left_out() -> None:
    document = resume("https://example.org", META["canonical"], profile=LEAST, clinic=CLINIC, entries=(), publications=())
    assert document == {"$schema": SCHEMA, "basics": BASICS, "meta": META}


@pytest.mark.skipif(not PUBLISHED.is_file(), reason="npm ci --prefix tests/node")
def test_the_published_schema(server: Server) -> None:
    """The example has every section, and satisfies the schema of jsonresume.org with its formats."""
    schema = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    document = server.json("/resume.json")
    assert [error.message for error in Draft7Validator(schema, format_checker=FormatChecker()).iter_errors(document)] == []
    lists = {"work", "volunteer", "education", "awards", "certificates", "publications", "languages", "projects"}
    assert lists <= set(document) <= {"$schema", *schema["properties"]}
    assert len(document["publications"]) == 13 + 3
