"""Where lines of a text can end, how it joins a list, and which way its numbers run."""

from collections.abc import Callable

import pytest

from api.page_language import PageLanguage
from api.pages.text_html import list_text, marked, unbroken, whole_name, whole_words
from tests.support.languages import in_code


@pytest.mark.parametrize("written", [marked, whole_words, unbroken])
def test_no_line_ends_before_french_punctuation(written: Callable[[str, PageLanguage], str]) -> None:
    assert written("La « clinique » : où ?", in_code("fr")) == "La «\u00a0clinique\u00a0»\u00a0: où\u00a0?"
    assert written("die »Praxis« am Markt ?", in_code("de")) == "die »Praxis« am Markt ?"


def test_a_french_title_on_another_page_keeps_its_spaces() -> None:
    assert unbroken("Grandir à l'est : une étude", in_code("en", "fr", "en")) == "Grandir à l'est\u00a0: une étude"


@pytest.mark.parametrize(
    ("items", "written"),
    [
        (["español", "inglés"], "español e inglés"),
        (["inglés", "catalán", "Italiano básico"], "inglés, catalán e Italiano básico"),
        (["inglés", "hindi"], "inglés e hindi"),
        (["agua", "hielo"], "agua y hielo"),
        (["inglés", "español"], "inglés y español"),
        (["inglés"], "inglés"),
        (["otorrinolaringología y imagen", "imagen"], "otorrinolaringología y imagen e imagen"),
        (["inglés", "señas y italiano"], "inglés y señas y italiano"),
        ([], ""),
    ],
)
def test_spanish_writes_e_before_the_sound_of_i(items: list[str], written: str) -> None:
    assert list_text(items, in_code("es")) == written
    assert list_text(items, in_code("es-MX")) == written


@pytest.mark.parametrize(
    "name",
    [
        "Gennaro Caracciolo di~Torchiarolo",
        "José Ortega y~Gasset de~la",
        "Jan van~der~Berg, MD",
        "Jan van~der~Berg Jr",
        "Ana de~la~Cruz Pérez",
        "Prof. Dr.~med. Friederike Brüggemann",
    ],
)
def test_no_line_ends_after_a_particle_of_a_name(name: str) -> None:
    assert whole_name(name.replace("~", " "), in_code("en")) == name.replace("~", "\u00a0")


def test_a_line_ends_at_a_hyphen_of_a_family_name_only_if_it_is_too_long_and_not_after_its_particles() -> None:
    written = whole_name(
        "María del Pilar Etxeberria-Goikoetxea de la Torre", in_code("es"), ["Etxeberria-Goikoetxea de la Torre M"]
    )
    family = "Etxeberria-Goikoetxea de\u00a0la\u00a0Torre"
    assert written == f'María del\u00a0Pilar <span class="word">{family}</span>'
    assert '<span class="word">שקד־אבולעפיה</span>' in whole_name("יעל שקד־אבולעפיה", in_code("en"))


def test_no_line_ends_inside_a_title_or_a_family_name_of_two_words() -> None:
    """Variants of the name say that it has two."""
    written = whole_name("Prof. Dr. med. Dr. h. c. Aoife Ní Bhriain", in_code("en"), ["Ní Bhriain A"])
    assert written == 'Prof. Dr.\u00a0med. Dr.\u00a0h.\u00a0c. Aoife <span class="word">Ní Bhriain</span>'


def test_no_line_ends_inside_a_number() -> None:
    assert marked("48 000 knees, 12 000 hips in 2021", in_code("en")) == "48\u00a0000 knees, 12\u00a0000 hips in 2021"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Principal investigator, 640 000 €", "Principal investigator, 640~000~€"),
        ("CHF 1'650 or € 500", "CHF~1'650 or €~500"),
        ("about 60 min or 2 h", "about 60~min or 2~h"),
        ("in 12 % of 30 minutes", "in 12~% of 30 minutes"),
        ("Rämistrasse 5, 8001 Zürich", "Rämistrasse 5, 8001~Zürich"),
        ("27 rue de l'Abbé, 69001 Lyon", "27 rue de l'Abbé, 69001~Lyon"),
        ("DEPIST 1", "DEPIST 1"),
        ("פרס של 900 ₪", "פרס של 900~₪"),
    ],
)
def test_no_line_ends_between_a_number_and_its_unit(text: str, written: str) -> None:
    language = in_code("he" if "פרס" in text else "en")
    assert marked(text, language).unescape().replace("\u00a0", "~") == written


def test_a_title_can_break_between_all_words() -> None:
    assert whole_words("Imaging of the median nerve", in_code("en")) == "Imaging of the median nerve"


@pytest.mark.parametrize(
    ("code", "text", "expected"),
    [
        ("he", "ה-MRI וגם CT, US 3 (2020), וטוב γ", "ה-MRI וגם CT, US 3 (2020), וטוב γ"),
        ("he", "בין 2020–2023", 'בין <bdi dir="ltr">2020–2023</bdi>'),
        ("he", "ב2020–2023", 'ב<bdi dir="ltr">2020–2023</bdi>'),
        ("ar", "الثلاثاء 16:00–18:00", 'الثلاثاء <bdi dir="ltr">16:00</bdi>–<bdi dir="ltr">18:00</bdi>'),
        ("ar", "هاتف 050-555-0100", 'هاتف <bdi dir="ltr">050-555-0100</bdi>'),
        ("ar", "2020–2023", "2020–2023"),
        ("he", "בעמאן (عمان) 2020–2023", 'בעמאן (عمان) <bdi dir="ltr">2020–2023</bdi>'),
        ("he", "טלפון 050 555 0100", 'טלפון <bdi dir="ltr">050 555 0100</bdi>'),
        ("he", "Rambam, טלפון +972", 'Rambam, טלפון <bdi dir="ltr">+972</bdi>'),
        ("en", "The clinic רמב״ם, 2020–2023", 'The clinic רמב״ם, <bdi dir="ltr">2020–2023</bdi>'),
        ("he", "בקע L4-5, C5–6-7 ו-IL-2/4", "בקע L4-5, C5–6-7 ו-IL-2/4"),
        ("en", "From 2020–2023", "From 2020–2023"),
    ],
)
def test_numbers_are_isolated_among_letters_from_right_to_left(code: str, text: str, expected: str) -> None:
    """They are read from left to right. Single words in another script are not marked."""
    assert marked(text, in_code(code)) == expected
