"""Citation keys, by which documents cite publications."""

from typing import Any

import pytest

from db.publication.key import make_key

LEAST: dict[str, Any] = {"title": "=Échographie", "authors": "רות לוי", "journal": "Annales Fictives", "year": 2019}
WITH_DOI = LEAST | {"doi": "10.5555/MSK.2021.001"}


@pytest.mark.parametrize(
    ("fields", "readable"),
    [
        ({}, "ref2019echographie"),
        ({"authors": "van der Łøß-Muñoz A, Levi R"}, "vanderlossmunoz2019echographie"),
        ({"authors": "Example Study Group"}, "example2019echographie"),
        ({"authors": "3rd Group"}, "ref3rd2019echographie"),
        ({"title": "סונוגרפיה", "authors": "Levi R"}, "levi2019"),
    ],
)
def test_readable_part(fields: dict[str, Any], readable: str) -> None:
    """[key]"""
    assert make_key(LEAST | fields).rpartition("-")[0] == readable


def test_key_with_a_doi_does_not_change() -> None:
    """[keys-stay] Documents already cite by it."""
    assert make_key(WITH_DOI) == "ref2019echographie-2quh5q2i"
    assert make_key(WITH_DOI | {"doi": "10.5555/msk.2021.001", "pages": "1", "journal": "J"}) == make_key(WITH_DOI)


def test_publications_without_a_doi_have_different_keys() -> None:
    keys = {make_key(LEAST | fields) for fields in ({}, {"pages": "1"}, {"issue": "1"}, {"journal": "J"})}
    assert len(keys) == 4
