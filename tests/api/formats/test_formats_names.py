"""Names taken apart for the export formats, and the citation keys that are made of them."""

from __future__ import annotations

import pytest

from api.formats.format import Publication
from api.formats.keys import citation_key
from db.names import COLLECTIVE, Person, is_cut_off, names, people
from tests.api.formats.test_formats import FULL, LEAST


@pytest.mark.parametrize(
    ("name", "person"),
    [
        ("Example N", Person("Example N", "Example", "N")),
        ("van der Berg RJK", Person("van der Berg RJK", "van der Berg", "RJK")),
        ("Levi R Jr", Person("Levi R Jr", "Levi", "R", "Jr")),
        ("Levi R II", Person("Levi R II", "Levi", "R", "II")),
        ("Levi II", Person("Levi II", "Levi", "II")),
        ("Żółw Ż", Person("Żółw Ż", "Żółw", "Ż")),
        ("Пример ИИ", Person("Пример ИИ", "Пример", "ИИ")),
        ("Levi Jr R", Person("Levi Jr R")),
        ("Levi", Person("Levi")),
        ("Ruth Levi", Person("Ruth Levi")),
        ("רות לוי", Person("רות לוי")),
        ("Study Group A", Person("Study Group A")),
        ("AT&T A", Person("AT&T A")),
        ("Example ABCDE", Person("Example ABCDE")),
    ],
)
def test_a_name_taken_apart(name: str, person: Person) -> None:
    assert people(name) == [person]


def test_no_collective_word_is_in_a_family_name() -> None:
    assert all(one.literal for one in people("Hospital A, Trialists B, The C"))
    assert COLLECTIVE.search("Example Study Group")


@pytest.mark.parametrize(
    ("authors", "listed", "cut_off"),
    [
        ("Example N", ["Example N"], False),
        ("Example N, Levi R, et al", ["Example N", "Levi R"], True),
        ("Example N, et al.", ["Example N"], True),
        ("Example N, , Levi R, ", ["Example N", "Levi R"], False),
        ("et al", ["et al"], False),
    ],
)
def test_the_names_of_a_list(authors: str, listed: list[str], cut_off: bool) -> None:
    assert names(authors) == listed
    assert is_cut_off(authors) == cut_off


@pytest.mark.parametrize(
    ("values", "key"),
    [
        ({}, "ref2019echographie"),
        ({"authors": "van der Łøß-Muñoz A"}, "vanderlossmunoz2019echographie"),
        ({"authors": "Example Study Group"}, "example2019echographie"),
        ({"authors": "3rd Group"}, "ref3rd2019echographie"),
        ({"title": "סונוגרפיה", "authors": "Levi R"}, "levi2019"),
    ],
)
def test_what_can_be_read_of_a_key(values: Publication, key: str) -> None:
    assert citation_key({**LEAST, **values}).rpartition("-")[0] == key


def test_a_key_lasts() -> None:
    """Documents cite by it: it depends on nothing but author, year, a word of the title, and the DOI if there is one."""
    assert citation_key(FULL) == citation_key({**FULL, "doi": FULL["doi"].lower(), "pages": "1", "journal": "J"})
    assert citation_key(LEAST) != citation_key({**LEAST, "pages": "1"})
    assert citation_key({**LEAST, "doi": "10.5555/msk.2021.001"}) == "ref2019echographie-2quh5q2i"
