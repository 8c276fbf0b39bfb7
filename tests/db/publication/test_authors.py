"""Author lists and names in parts."""

from typing import Any

import pytest

from db.publication.author import Author, is_cut_off, parse_authors, split_authors, split_titles
from db.publication.owner import Owner, family_and_given


@pytest.mark.parametrize(
    ("name", "person"),
    [
        ("van der Berg RJK", Author("van der Berg RJK", "van der Berg", "RJK")),
        ("Levi R Jr", Author("Levi R Jr", "Levi", "R", "Jr")),
        ("Levi II", Author("Levi II", "Levi", "II")),
        ("Пример ИИ", Author("Пример ИИ", "Пример", "ИИ")),
        ("Levi Jr R", Author("Levi Jr R")),
        ("Ruth Levi", Author("Ruth Levi")),
        ("רות לוי", Author("רות לוי")),
        ("Study Group A", Author("Study Group A")),
        ("Bar-On YM", Author("Bar-On YM", "Bar-On", "YM")),
        ("Nguyen The A", Author("Nguyen The A", "Nguyen The", "A")),
        ("Institute of Examples A", Author("Institute of Examples A")),
        ("AT&T A", Author("AT&T A")),
    ],
)
def test_person(name: str, person: Author) -> None:
    assert parse_authors(name) == [person]


@pytest.mark.parametrize(
    ("authors", "listed", "cut_off"),
    [
        ("Example N, Levi R, et al", ["Example N", "Levi R"], True),
        ("Example N, et al.", ["Example N"], True),
        ("Example N, , Levi R, ", ["Example N", "Levi R"], False),
        ("et al", ["et al"], False),
    ],
)
def test_names_of_a_list(authors: str, listed: list[str], cut_off: bool) -> None:
    assert split_authors(authors) == listed
    assert is_cut_off(authors) == cut_off


@pytest.mark.parametrize(("titles", "name"), [
    ("Univ.-Prof. Dr. med. habil. Dr. h. c.", "Anna Maria von der Heide"), ("Prof. Dr. med.", "Jörg Weißgerber"),
    ("apl. Prof. Dr. rer. nat.", "Jörg Weißgerber"), ("Prof. Dr. h.c. mult.", "Jörg Weißgerber"),
    ("Dr. med. et Dr. phil.", "Jörg Weißgerber"), ("Dr.med.univ.", "Jörg Weißgerber"), ("Dr med dent", "Jörg Weißgerber"),
    ("Dr.-Ing.", "Jörg Weißgerber"), ("Dipl.-Psych.", "Jörg Weißgerber"), ("Priv.-Doz. Dr. med. vet.", "Jörg Weißgerber"),
    ("PD Dr.", "Jörg Weißgerber"), ("PD", "Anna Weber"), ("", "PD James"), ("", "P.D. James"), ("", "M.S. Levi"),
    ("Prof.in Dr.in", "Anna Weber"), ("Pr", "Jean Dupont"), ("Dre", "Anne Dupont"), ("Dra.", "Ana López"),
    ("Dott.", "Luca Rossi"), ("Dott.ssa", "Anna Rossi"), ("lek.", "Anna Nowak"), ("", "Lek Nowak"), ("MUDr.", "Jan Novák"),
    ("lic. phil.", "Anna Weber"), ("", "Lic Chen"), ("M.Sc.", "Anna Weber"), ("Licda.", "Ana López"), ("mgr", "Anna Nowak"),
    ("Проф.", "Иван Иванов"), ("Д-р мед. наук", "Иван Иванов"), ("к.м.н.", "Иван Иванов"), ("д.м.н.", "Иван Иванов"),
    ("د.", "أحمد علي"), ("أ.د.", "أحمد علي"), ("أ. د.", "أحمد علي"), ("البروفيسور", "أحمد علي"),
    ("البروفيسورة الدكتورة", "ليلى علي"), ("פרופ׳", "רינה לוי"), ("ד״ר", "רינה לוי"),
    ("Dr.", "Example"), ("DR", "NOA EXAMPLE"), ("Dr.", "van der Berg"), ("", "van der Berg"), ("", "Dr."),
])  # fmt: skip
def test_titles_before_a_name(titles: str, name: str) -> None:
    assert split_titles(f"{titles} {name}") == (titles.split(), name.split())


@pytest.mark.parametrize(
    ("name", "variants", "family", "given"),
    [
        ("Univ.-Prof. Dr. med. habil. Dr. h. c. Anna Maria von der Heide", (), ["von", "der", "Heide"], ["Anna", "Maria"]),
        ("Dr. Noa Example", (), ["Example"], ["Noa"]),
        ("Prof. Noa B. Example, MD, PhD", (), ["Example"], ["Noa", "B."]),
        ("Anna van der Berg", (), ["van", "der", "Berg"], ["Anna"]),
        ("anna van der berg", (), ["berg"], ["anna", "van", "der"]),
        ("Ana García López", ["Garcia Lopez A"], ["García", "López"], ["Ana"]),
        (
            "Prof. Gennaro Caracciolo di Torchiarolo",
            ["Caracciolo di Torchiarolo G"],
            ["Caracciolo", "di", "Torchiarolo"],
            ["Gennaro"],
        ),
        ("דוד בן גוריון", ["בן גוריון, דוד"], ["בן", "גוריון"], ["דוד"]),
        ("Example", (), ["Example"], []),
    ],
)
def test_family_and_given_names(name: str, variants: list[str], family: list[str], given: list[str]) -> None:
    assert family_and_given(name, variants) == (family, given)


OWNER = {"name": "Dr. Noa Example, MD"}
VARIANTS = OWNER | {"nameVariants": ["Example N", "Example NB"]}
HEBREW = {"name": "Rina Levi", "nameHebrew": "ד״ר רינה לוי"}


@pytest.mark.parametrize(
    ("profile", "author"),
    [
        (OWNER, "Example N"),
        (OWNER, "Example N Jr"),
        (OWNER, "Noa Example"),
        (OWNER, "Dr. N. Example"),
        (VARIANTS, "Example NB"),
        (VARIANTS, "Example NBD"),
        ({"name": "Prof. Ofer Gofrit"}, "Gofrit ON"),
        ({"name": "Johan van der Berg"}, "van der Berg J"),
        ({"name": "Prof. Dr. med. Jörg Weißgerber"}, "Weißgerber J"),
        ({"name": "Jörg Weißgerber"}, "Prof. Dr. med. J. Weissgerber"),
        ({"name": "Ana García López", "nameVariants": ["Garcia Lopez A"]}, "García López A"),
        ({"name": "Noa Bar-On"}, "Bar On N"),
        ({"name": "Noa Bat-El Example"}, "Example NB"),
        ({"name": "A-M Cohen-Rabinowitz"}, "Cohen-Rabinowitz AM"),
        ({"name": "Øyvind Sørensen"}, "Sorensen O"),
        ({"name": "John Smith Jr.", "nameVariants": ["Smith J Jr"]}, "Smith J Jr"),
        ({"name": "Avi Levi", "nameVariants": ["Cohen, Avi"]}, "Cohen A"),
        ({"name": "Avi Levi", "nameVariants": ["A. B. Cohen"]}, "Cohen AB"),
        ({"name": "Noa Example", "nameVariants": ["Example NZ", "Example NB"]}, "Example NZ"),
        ({"name": "Madonna"}, "Madonna"),
        (HEBREW, "רינה לוי"),
        (HEBREW, "לוי רינה"),
        (HEBREW, "ד״ר רינה לוי"),
        (HEBREW, "לוי ר"),
        ({"name": "Rina Levi", "nameHebrew": "לוי רינה"}, "רינה לוי"),
        ({"name": "Rina Levi", "nameVariants": ["לוי, רינה"]}, "רינה לוי"),
        ({"name": "בת־שבע לוי"}, "לוי בש"),
    ],
)
def test_an_author_is_the_owner(profile: dict[str, Any], author: str) -> None:
    assert Owner(profile).positions_in(["Sample T", author]) == [1]


@pytest.mark.parametrize(
    ("profile", "author"),
    [
        (OWNER, "Example L"),
        (OWNER, "Sample N"),
        (OWNER, "Example"),
        (OWNER, "Nina Example"),
        (OWNER, "Example N Study Group"),
        (VARIANTS, "Example NZ"),
        ({"name": "Noa van der Bergen"}, "Berg N"),
        ({"name": "Johan van der Berg"}, "Berg J"),
        ({"name": "Dr. Example"}, "Example N"),
        ({"name": "David Moshe"}, "David M"),
        ({"name": ", MD"}, "Example N"),
        ({}, "Example N"),
        (HEBREW, "רינת לוי"),
    ],
)
def test_an_author_is_not_the_owner(profile: dict[str, Any], author: str) -> None:
    assert Owner(profile).positions_in([author]) == []


@pytest.mark.parametrize(
    ("authors", "positions"),
    [
        (["Cohen A", "Cohen AB"], [0]),
        (["Cohen AB", "Cohen AC"], [0, 1]),
        (["Cohen AB", "Cohen ABC"], [0]),
        (["Avi Cohen", "Cohen A"], [0, 1]),
        ([], []),
    ],
)
def test_of_several_authors_the_owner_has_the_fewest_unknown_initials(authors: list[str], positions: list[int]) -> None:
    assert Owner({"name": "Avi Cohen"}).positions_in(authors) == positions


@pytest.mark.parametrize(
    ("author", "expected"), [("Example NZ", True), ("Nina Example", False), ("Example Z", False), ("Nina Z", False)]
)
def test_an_author_with_the_first_initial_may_be_the_owner(author: str, expected: bool) -> None:
    assert Owner(VARIANTS).could_match(author) is expected


@pytest.mark.parametrize(
    ("name", "author", "expected"),
    [
        ("Carolina Okonkwo-Reyes", "Okonkwo C", True),
        ("Carolina Okonkwo-Reyes", "Reyes Okonkwo C", True),
        ("Carolina Okonkwo-Reyes", "Reyes D", False),
        ("نجوى بشارات صفوري", "بشارات صفوري ن", True),
        ("Carolina Okonkwo-Reyes", "Cortez Reyes", False),
        ("Carolina van der Berg", "Van C", False),
        ("Carolina Okonkwo", "Okonkwo Study Group C", False),
    ],
)
def test_an_author_with_a_part_of_the_family_name_may_be_the_owner(name: str, author: str, expected: bool) -> None:
    assert Owner({"name": name}).could_match(author) is expected
