"""Author lists and names in parts."""

from __future__ import annotations

import pytest

from db.names import COLLECTIVE, Person, is_cut_off, listed_as, names, owner_names, people


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
def test_person(name: str, person: Person) -> None:
    assert people(name) == [person]


def test_organization_is_not_a_person() -> None:
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
def test_names_of_a_list(authors: str, listed: list[str], cut_off: bool) -> None:
    assert names(authors) == listed
    assert is_cut_off(authors) == cut_off


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Dr. Noa Example", ["Example N"]),
        ("Prof. Noa B. Example, MD, PhD", ["Example N", "Example NB"]),
        ("A-M Cohen-Rabinowitz", ["Cohen-Rabinowitz A", "Cohen-Rabinowitz AM"]),
        ("Anna van der Berg", ["van der Berg A"]),
        ("ד״ר נועה בת דוגמה", ["דוגמה נ", "דוגמה נב"]),
        ("Example", ["Example"]),
        ("Dr.", ["Dr."]),
    ],
)
def test_names_in_author_lists(name: str, expected: list[str]) -> None:
    assert listed_as(name) == expected


@pytest.mark.parametrize(
    ("variants", "expected"),
    [
        (["Cohen A", "Cohen AB"], {"cohen a", "cohen ab"}),
        (["Cohen, Avi"], {"cohen, avi", "cohen a"}),
        (["A. B. Cohen"], {"a. b. cohen", "cohen a", "cohen ab"}),
        ([], {"example n"}),
    ],
)
def test_names_of_the_owner(variants: list[str], expected: set[str]) -> None:
    """Variants in any usual form, as a sync reads them; the name itself only without variants."""
    assert owner_names({"name": "Dr. Noa Example, MD", "nameVariants": variants}) == expected
