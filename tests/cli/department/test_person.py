"""What the card of a person shows."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from lxml import html

from cli.department.pages import Pages, copy_templates
from cli.department.person import Person
from tests.support.department import example_department, person
from tests.support.languages import in_code
from tests.support.markup import texts

NOB_HILL = {"name": "Nob Hill Practice", "shortName": "Nob Hill", "address": "1 Hill Road", "phone": "+1-505-555-0110"}
LOS_LUNAS = {"name": "Los Lunas", "nameHebrew": "לוס לונאס"}


def at(*places: dict[str, Any]) -> Person:
    first, *others = places
    someone = person("Marcus Delgado")
    return replace(someone, documents=someone.documents | {"clinic": {**first, "locations": others}})


def shown_card(someone: Person, folder: Path, code: str = "") -> Any:
    """The card on the home page of a department that has only this person."""
    pages = Pages(example_department(folder), {someone.slug: someone}, folder, copy_templates(folder / "templates"))
    document = html.document_fromstring(pages.write(folder).files[f"{code}/index.html".lstrip("/")].read_text())
    [card] = document.xpath("//ul[@class='people']/li")
    return card


@pytest.mark.parametrize(
    ("answers", "lines", "takes_patients"),
    [
        (("yes", "no"), ["Nob Hill: Takes new patients", "Los Lunas: No new patients at present"], True),
        (("existing", "referral"), ["Nob Hill: Current patients only", "Los Lunas: With a referral"], True),
        (("existing", "no"), ["Nob Hill: Current patients only", "Los Lunas: No new patients at present"], False),
        (("", "soon"), ["Nob Hill", "Los Lunas"], False),
    ],
    ids=["at one", "with a referral", "at none", "unknown"],
)
def test_the_card_says_where_new_patients_are_welcome(
    answers: tuple[str, ...], lines: list[str], takes_patients: bool, tmp_path: Path
) -> None:
    places = [place | {"newPatients": answer} for place, answer in zip((NOB_HILL, LOS_LUNAS), answers, strict=True)]
    card = shown_card(at(*places), tmp_path)
    assert (texts(card, ".//p"), "data-patients" in card.attrib) == (["Neurology", *lines, "+1-505-555-0110"], takes_patients)


def test_the_card_has_places_in_the_language(tmp_path: Path) -> None:
    assert texts(shown_card(at(NOB_HILL, LOS_LUNAS), tmp_path, "he"), ".//p")[1:3] == ["Nob Hill", "לוס לונאס"]


@pytest.mark.parametrize(
    ("code", "written", "word"),
    [
        ("en", "Hebrew", "hebrew"),
        ("he", "Hebrew", "עברית"),
        ("he", "Hebrew", "hebrew"),
        ("en", "עברית", "hebrew"),
        ("he", "Plattdeutsch", "plattdeutsch"),
    ],
    ids=["written", "language of the page", "as written", "another first language", "unknown"],
)
def test_the_search_finds_spoken_languages(code: str, written: str, word: str) -> None:
    assert word in person("Anna Muster", languages=[written]).card(in_code(code))["words"].split()


def test_a_version_in_the_departments_first_language_is_shown() -> None:
    someone = person("Анна Пример", nameEnglish="Anna Primer", specialty="Кардиология", specialtyEnglish="Cardiology")
    card = someone.card(in_code("en"))
    assert (card["profile"]["name"], card["profile"]["specialty"], card["sort"]) == ("Anna Primer", "Cardiology", "primer anna")
