"""Two more sites: a small profile with a value in every field that documents about a person use, and the least."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.own import write_csv
from tests.support.site import Site, serving_edited

SMALL: dict[str, Any] = {
    "profile": {
        "name": "Prof. Dr. Noa B. van der Example, MD",
        "nameVariants": ["Example N", "van der Example NB"],
        "specialty": "Radiology",
        "positions": ["Head, Ultrasound", "Lecturer"],
        "credentials": "MD, PhD",
        "bio": "A *life*.",
        "languages": ["Hebrew"],
        "email": "noa@example.org",
        "orcid": "0000-0000-5555-0000",
        "links": {
            "website": "https://profile.example.org/",
            "orcid": "https://orcid.org/0000-0000-5555-0000",
            "lab": "https://lab.example.org",
        },
        "nameHebrew": "ד״ר נועה דוגמה",
        "positionsHebrew": ["ראש היחידה", "מרצה"],
        "credentialsHebrew": "דוקטור לרפואה",
        "bioHebrew": "חיים.",
    },
    "clinic": {
        "name": "Clinic; West",
        "nameHebrew": "מרפאה",
        "parent": "Center",
        "parentHebrew": "מרכז",
        "address": '1 "Long" Street, Example City',
        "addressHebrew": "רחוב הדוגמה 1, עיר הדוגמה",
        "phone": "+972-0-555-0100",
        "email": "clinic@example.org",
        "coordinates": {"latitude": 31.5, "longitude": -34.75},
        "bookingLinks": {"Online": "https://booking.example.org/"},
        "hours": {
            "timezone": "Asia/Jerusalem",
            "weekly": [{"days": ["Sunday", "Monday"], "opens": "08:30", "closes": "13:00"}],
            "closures": [{"from": "2027-04-21", "to": "2027-04-28", "reason": "Passover"}],
        },
        "locations": [
            {"name": "Branch", "address": "2 Road", "phone": "+972-0-555-0155", "mapLink": "https://maps.example.org/b"}
        ],
    },
    "research": {"areas": [{"name": "Nerves", "nameHebrew": "עצבים", "description": "Small ones."}]},
}
ENTRIES = [
    ["position", "Head, part-time", "Center, Unit", "Town", "2015-09", "2018", "https://e.example.org", "Team of 8"],
    ["position", "Physician", "Center, Unit", "", "2018", "now", "", ""],
    ["education", "MD", "University", "", "", "2008", "", ""],
    ["certification", "Licence", "", "", "2008-01-02", "", "", ""],
    ["award", "Prize", "Society, Section 2", "", "2019", "", "", ""],
    ["grant", "Nerves", "Fund", "", "2019", "now", "", "PI"],
    ["membership", "Fellow", "Society", "", "", "", "", ""],
    ["membership", "Center", "", "", "", "", "", ""],
    ["book", "A Book", "Press", "", "2022", "", "", ""],
    ["service", "Committee", "Ministry", "", "", "", "", ""],
    ["Volunteering", "Tours", "", "", "", "", "", ""],
]
SERVICES = [["Ultrasound", "אולטרסאונד", "With *care*.", ""], ["Injection", "", "", "Branch"]]
PUBLICATIONS = [
    ["T", "van der Example NB, Levi R", "J", 2021, "10.5555/a<b", "https://j.example.org", ""],
    ["U", "Example N, EXAMPLE N", "J", 1999, "", "", "retracted 2001"],
]


def write_documents(folder: Path, documents: dict[str, Any]) -> None:
    for name, values in documents.items():
        (folder / f"{name}.yaml").write_text(yaml.safe_dump(values, allow_unicode=True, sort_keys=False), encoding="utf-8")


def write_small(folder: Path) -> None:
    write_documents(folder, SMALL)
    header = ["section", "title", "organization", "place", "startDate", "endDate", "url", "note"]
    write_csv(folder / "cv.csv", header, ENTRIES)
    write_csv(folder / "services.csv", ["name", "nameHebrew", "description", "locations"], SERVICES)
    write_csv(folder / "publications.csv", ["title", "authors", "journal", "year", "doi", "url", "notice"], PUBLICATIONS)


def write_least(folder: Path) -> None:
    """Write required values only, with one service."""
    clinic = {"name": "Clinic", "address": "1 Example Street", "phone": "+972-0-555-0100"}
    profile = {"name": "Noa Example", "specialty": "Radiology", "positions": ["Physician"]}
    write_documents(folder, {"profile": profile, "clinic": clinic, "research": {"areas": [{"name": "Nerves"}]}})
    (folder / "cv.csv").unlink()
    write_csv(folder / "services.csv", ["name"], [["Plain"]])
    write_csv(folder / "publications.csv", ["title", "authors", "journal", "year"], [])


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return serving_edited(tmp_path_factory.mktemp("small"), write_small)


@pytest.fixture(scope="session")
def least(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return serving_edited(tmp_path_factory.mktemp("least"), write_least)
