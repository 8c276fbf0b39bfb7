"""Names with initials or capitalized words that elsewhere belong to organizations are persons in every format."""

from __future__ import annotations

import json

import pytest

from api.formats import bibtex, citations, csl, json_ld

NAMES = [
    ("Gofrit ON", "Gofrit", "O. N."),
    ("Unal OF", "Unal", "O. F."),
    ("Bar-On YM", "Bar-On", "Y. M."),
    ("Nguyen The A", "Nguyen The", "A."),
]


@pytest.mark.parametrize(("name", "family", "given"), NAMES)
def test_a_person_in_bibtex(name: str, family: str, given: str) -> None:
    assert bibtex.author(name) == f"{family}, {given}"


@pytest.mark.parametrize(("name", "family", "given"), NAMES)
def test_a_person_in_csl(name: str, family: str, given: str) -> None:
    assert json.loads(csl.author(name)) == {"family": family, "given": given}


@pytest.mark.parametrize(("name", "family", "given"), NAMES)
def test_a_person_in_json_ld(name: str, family: str, given: str) -> None:
    full_name = f"{given} {family}"
    assert json_ld.author(name) == {"@type": "Person", "name": full_name, "familyName": family, "givenName": given}


@pytest.mark.parametrize(("name", "family", "given"), NAMES)
def test_a_person_in_a_citation(name: str, family: str, given: str) -> None:
    publication = {"title": "A title", "authors": name, "journal": "J", "year": 2020}
    assert citations.citation(publication, "apa").startswith(f"{family}, {given} (2020). A title.")
