"""Places of work in the sources: they have the fields of the clinic, and services name them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.messages import append, edit, messages, write

CLINIC = "name: Clinic\naddress: 1 Road\nphone: '+1 555 0100'\n"
ADVICE = "Without coordinates, maps and directions search for the address, and may find another place."


@pytest.fixture
def sources(folder: Path) -> Path:
    """The example with a least clinic and one service."""
    write(folder, "clinic.yaml", CLINIC + "coordinates: {latitude: 1, longitude: 2}\n")
    write(folder, "services.csv", "name,locations\nUltrasound,Clinic\n")
    return folder


def places(folder: Path) -> list[str]:
    """Return the messages about clinic and services, except missing Hebrew."""
    lines = [line for line in messages(folder) if "clinic.yaml" in line or "services.csv" in line]
    return [line for line in lines if "Hebrew pages" not in line]


def test_a_place_has_the_checks_of_the_clinic(sources: Path) -> None:
    append(sources, "clinic.yaml", "locations:\n  - name: Other\n    phone: 555\n    mapLink: x\n    locations: []\n")
    assert [line.removeprefix("sources/clinic.yaml, ") for line in places(sources) if "warning" not in line] == [
        "line 6, locations[1].address: The value is missing. Example: 1 Example Street, Example City.",
        'line 8, locations[1].mapLink: Expected a web address, got "x". Copy it from the browser, with https://. '
        "Example: https://maps.example.org/example-ultrasound-clinic.",
        'line 9, locations[1].locations: Unknown name "locations". README.md beside this file describes each one.',
    ]
    code = '"555" has no country code. Write + and the code in place of the first 0. Example: +44-20-7946-0000.'
    assert f"warning: sources/clinic.yaml, line 7, locations[1].phone: {code}" in places(sources)


def test_coordinates_are_advised(sources: Path) -> None:
    """For each place that has no link to a map."""
    place = "  - {name: %s, address: 2 Road, phone: '+1 555 0101'%s}\n"
    write(sources, "clinic.yaml", CLINIC + "locations:\n")
    append(sources, "clinic.yaml", place % ("A", "") + place % ("B", ", mapLink: https://example.net"))
    assert [line for line in places(sources) if ADVICE in line] == [
        f"warning: sources/clinic.yaml, coordinates: {ADVICE}",
        f"warning: sources/clinic.yaml, line 5, locations[1].coordinates: {ADVICE}",
    ]


def test_services_name_places_that_exist(sources: Path) -> None:
    append(sources, "services.csv", "Biopsy,Clinik;Clinic\n")
    line = 'sources/services.csv, row 3, locations: No place is called "Clinik". Did you mean "Clinic"?'
    assert places(sources) == [line]
    edit(sources, "clinic.yaml", "address: 1 Road", "address:")  # the places are not known
    assert len(places(sources)) == 1
    assert line not in places(sources)


def test_without_a_clinic_services_name_no_place(sources: Path) -> None:
    """The profile may lack the file."""
    (sources / "clinic.yaml").unlink()
    assert places(sources) == [
        'sources/services.csv, row 2, locations: No place is called "Clinic". The profile has no clinic.yaml.'
    ]
    edit(sources, "services.csv", "Ultrasound,Clinic", "Ultrasound,")
    assert places(sources) == []
