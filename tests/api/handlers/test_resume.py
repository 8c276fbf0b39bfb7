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
        "positions": ["Head of Ultrasound, Department of Radiology, Example Center", "Physician"],
        "orcid": "0000-0000-5555-0000",
        "email": "noa@example.org",
        "links": {
            "website": "https://example.org/",
            "orcid": "https://orcid.org/0000-0000-5555-0000",
            "lab": "https://lab.example",
        },
        "training": [
            "PhD, Example University: nerves, tendons",
            "MD, Faculty, University, 1994",
            "Fellowship, Example Center: Trauma, 1998–2000",
            "Residency in radiology",
        ],
        "languages": ["Hebrew"],
        "awards": ["Best Paper, Example Society, Section 2, 2023", "Medal, 2020", "Fellow", "1999", "Chair, Faculty, 2010-2014"],
        "bio": "A life.",
        "photo": "https://example.org/images/photo.jpg",
    }
    publications = [
        {"title": "T", "authors": "Example N", "journal": "J", "year": 2021, "doi": "10.5555/a<b", "url": "https://j.example"},
        {"title": "U", "authors": "Example N", "journal": "J", "year": 1999, "notice": "retracted 2001"},
    ]
    assert resume("https://example.org", META["canonical"], profile=profile, clinic=CLINIC, publications=publications) == {
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
            {"position": "Head of Ultrasound", "name": "Department of Radiology, Example Center"},
            {"position": "Physician"},
        ],
        "education": [
            {"studyType": "PhD", "institution": "Example University", "area": "nerves, tendons"},
            {"studyType": "MD", "institution": "Faculty, University", "endDate": "1994"},
            {
                "studyType": "Fellowship",
                "institution": "Example Center",
                "area": "Trauma",
                "startDate": "1998",
                "endDate": "2000",
            },
            {"studyType": "Residency in radiology"},
        ],
        "awards": [
            {"title": "Best Paper", "awarder": "Example Society, Section 2", "date": "2023"},
            {"title": "Medal", "date": "2020"},
            {"title": "Fellow"},
            {"title": "1999"},
            {"title": "Chair", "awarder": "Faculty", "date": "2014"},
        ],
        "publications": [
            {"name": "T", "publisher": "J", "releaseDate": "2021", "url": "https://doi.org/10.5555/a%3Cb"},
            {"name": "[Retracted] U", "publisher": "J", "releaseDate": "1999"},
        ],
        "languages": [{"language": "Hebrew"}],
        "meta": META,
    }


def test_what_is_unknown_is_left_out() -> None:
    document = resume("https://example.org", META["canonical"], profile=LEAST, clinic=CLINIC, publications=())
    assert document == {"$schema": SCHEMA, "basics": BASICS, "work": [{"position": "Physician"}], "meta": META}


@pytest.mark.skipif(not PUBLISHED.is_file(), reason="npm ci --prefix tests/node")
def test_the_published_schema(server: Server) -> None:
    """The example has every section, and satisfies the schema of jsonresume.org with its formats."""
    schema = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    document = server.json("/resume.json")
    assert [error.message for error in Draft7Validator(schema, format_checker=FormatChecker()).iter_errors(document)] == []
    sections = ("basics", "work", "education", "awards", "publications", "languages", "meta")
    assert set(sections) <= set(document) <= {"$schema", *schema["properties"]}
    assert len(document["publications"]) == 13
