"""What the card of a person shows."""

from dataclasses import replace
from typing import Any

import pytest

from cli.department.member import Member, spoken_languages
from db.languages import languages_for
from tests.support.department import member
from tests.support.languages import in_code

NOB_HILL = {"name": "Nob Hill Practice", "shortName": "Nob Hill", "address": "1 Hill Road", "phone": "+1-505-555-0110"}
LOS_LUNAS = {"name": "Los Lunas", "nameHebrew": "לוס לונאס"}


def at(*places: dict[str, Any]) -> Member:
    first, *others = places
    someone = member("Marcus Delgado")
    return replace(someone, documents=someone.documents | {"clinic": {**first, "locations": others}})


@pytest.mark.parametrize(("answers", "lines", "takes_patients"), [
    (("no", "yes"), ["New patients: Los Lunas"], True),
    (("yes", "yes"), ["New patients: Nob Hill, Los Lunas"], True),
    (("referral", "yes"), ["New patients: Los Lunas", "With a referral: Nob Hill"], True),
    (("existing", "no"), ["Current patients only"], False), ((None, "no"), ["No new patients at present"], False),
    ((None, None), [], False),
], ids=["at one", "at both", "with a referral", "existing only", "none", "unknown"])  # fmt: skip
def test_the_card_says_where_new_patients_are_welcome(
    answers: tuple[str | None, ...], lines: list[str], takes_patients: bool
) -> None:
    places = [
        place | ({"newPatients": answer} if answer else {}) for place, answer in zip((NOB_HILL, LOS_LUNAS), answers, strict=True)
    ]
    card = at(*places).card(in_code("en"))
    assert (card["patients"], card["takes_patients"]) == (lines, takes_patients)


def test_the_card_has_places_in_the_language_and_a_telephone() -> None:
    card = at(NOB_HILL, LOS_LUNAS).card(in_code("he"))
    assert (card["places"], card["phone"]) == (["Nob Hill", "לוס לונאס"], "+1-505-555-0110")


@pytest.mark.parametrize(("code", "names"), [
    ("en", ["German", "English", "Plattdeutsch"]), ("he", ["גרמנית", "אנגלית", "Plattdeutsch"]),
    ("de", ["Deutsch", "Englisch", "Plattdeutsch"]), ("fr", ["allemand", "anglais", "Plattdeutsch"]),
])  # fmt: skip
def test_languages_have_their_names_in_the_language_of_the_page(code: str, names: list[str]) -> None:
    """Whatever the person's first language is, which no public document says."""
    [language] = languages_for([code])
    assert spoken_languages({"languages": ["Deutsch", "Englisch", "Plattdeutsch"]}, language) == names


def test_a_version_of_the_languages_is_the_owners_own() -> None:
    profile = {"languages": ["Deutsch"], "languagesEnglish": ["German (native)"]}
    assert spoken_languages(profile, languages_for(["en"])[0]) == ["German (native)"]


def test_a_version_in_the_departments_first_language_is_shown() -> None:
    card = member("Анна Пример", nameEnglish="Anna Primer", specialty="Кардиология", specialtyEnglish="Cardiology").card(
        in_code("en")
    )
    assert (card["name"], card["specialty"], card["sort"]) == ("Anna Primer", "Cardiology", "primer anna")
