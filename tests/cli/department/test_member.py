"""What the card of a person shows."""

from dataclasses import replace
from typing import Any

import pytest

from cli.department.member import Member
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


@pytest.mark.parametrize(("code", "written", "word"), [
    ("en", "Hebrew", "hebrew"), ("he", "Hebrew", "עברית"), ("he", "Hebrew", "hebrew"),
    ("en", "עברית", "hebrew"), ("he", "Plattdeutsch", "plattdeutsch"),
], ids=["written", "language of the page", "as written", "another first language", "unknown"])  # fmt: skip
def test_the_search_finds_spoken_languages(code: str, written: str, word: str) -> None:
    assert word in member("Anna Muster", languages=[written]).card(in_code(code))["words"].split()


def test_a_version_in_the_departments_first_language_is_shown() -> None:
    someone = member("Анна Пример", nameEnglish="Anna Primer", specialty="Кардиология", specialtyEnglish="Cardiology")
    card = someone.card(in_code("en"))
    assert (card["profile"]["name"], card["profile"]["specialty"], card["sort"]) == ("Anna Primer", "Cardiology", "primer anna")
