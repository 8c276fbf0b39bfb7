"""Decisions, Beyond the specification: numbers are finite and within 64 bits, written in their shortest JSON form."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.messages import edit, messages
from tests.support.site import Site, serving_edited

FIELDS = """
        - {name: score, type: number, title: Score, description: A number.}
        - {name: visits, type: integer, title: Visits, description: A whole number.}

  - name: services
"""
LARGEST = "999999999999999999"


def change(sources: Path) -> None:
    """Add two fields, of which the first publications have values, and write the latitude with a zero at its end."""
    edit(sources, "datapackage.yaml", "\n  - name: services\n", FIELDS)
    cells = iter(("31.50,007", f"-0.000001,-{LARGEST}", f"2.0,{LARGEST}", "0.10,0"))
    header, *rows = (sources / "publications.csv").read_text(encoding="utf-8").splitlines()
    lines = [f"{header},score,visits", *(f"{row},{next(cells, ',')}" for row in rows)]
    (sources / "publications.csv").write_text("\n".join([*lines, ""]), encoding="utf-8")
    clinic = sources / "clinic.yaml"
    text = clinic.read_text(encoding="utf-8")
    latitude = next(line for line in text.splitlines() if "latitude:" in line)
    clinic.write_text(text.replace(latitude, "  latitude: 31.50"), encoding="utf-8")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving_edited(tmp_path_factory.mktemp("numbers"), change) as running:
        yield running


def test_numbers_of_publications(site: Site) -> None:
    body = site.get("/api/publications?fields=score,visits&limit=4").text
    lines = [line.strip(" ,") for line in body.splitlines() if "score" in line or "visits" in line]
    assert lines == [
        '"score": 31.5', '"visits": 7', '"score": -1e-6', f'"visits": -{LARGEST}', '"score": 2', f'"visits": {LARGEST}',
        '"score": 0.1', '"visits": 0',
    ]  # fmt: skip


def test_numbers_inside_a_document(site: Site) -> None:
    assert '"latitude": 31.5,' in site.get("/api/clinic").text


@pytest.mark.parametrize("value", [f"1{LARGEST}", "9" * 400, "1e5", "NaN", "Infinity", "-.inf"])
def test_other_numbers_are_refused(folder: Path, value: str) -> None:
    """By the check, in a document as well as in a table."""
    clinic = (folder / "clinic.yaml").read_text(encoding="utf-8")
    latitude = next(line for line in clinic.splitlines() if "latitude:" in line)
    edit(folder, "clinic.yaml", latitude, f"  latitude: {value}")
    [message] = messages(folder)
    assert "latitude" in message
    assert "Expected a number" in message


def test_half_a_character_is_refused(folder: Path) -> None:
    """Neither UTF-8 nor JSON can hold a surrogate, which YAML can write as an escape."""
    edit(folder, "profile.yaml", "name: Dr. Noa Example", 'name: "Dr. Noa \\ud800 Example"')
    assert messages(folder)[0].endswith(
        "name: The text contains the invisible character U+D800. Delete it, or type the line again."
    )
