"""The words of the pages: one file for each language, with the same phrases and placeholders."""

import re
from pathlib import Path
from typing import Any

import orjson
import pytest
from babel import Locale

import api.pages.localization
from tests.support.languages import in_code

FILES = sorted((Path(api.pages.localization.__file__).parent / "phrases").glob("*.json"))


def phrases(path: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = orjson.loads(path.read_bytes())
    return loaded


def placeholders(phrase: str | dict[str, str]) -> set[str]:
    """Return the placeholders of a phrase; of one with a number, those of the form that every language has."""
    return set(re.findall(r"\{(\w*)\}", phrase if isinstance(phrase, str) else phrase["other"]))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_language_has_every_phrase(path: Path) -> None:
    english, translated = phrases(FILES[0].with_name("en.json")), phrases(path)
    assert list(translated) == list(english)
    assert {key: placeholders(phrase) for key, phrase in translated.items()} == {
        key: placeholders(phrase) for key, phrase in english.items()
    }
    assert [key for key in english if isinstance(translated[key], str) != isinstance(english[key], str)] == []
    assert "%" not in str(translated)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_plural_forms_are_those_of_the_language(path: Path) -> None:
    """A form that the language lacks would never be used."""
    forms = {form for phrase in phrases(path).values() if isinstance(phrase, dict) for form in phrase}
    assert forms - {"other"} <= set(Locale.parse(path.stem).plural_form.tags)


@pytest.mark.parametrize(
    ("language", "number", "text"),
    [
        ("en", 1, "1 publication"),
        ("en", 2, "2 publications"),
        ("he", 1, "פרסום אחד"),
        ("he", 2, "שני פרסומים"),
        ("he", 13, "13 פרסומים"),
    ],
)
def test_a_phrase_with_a_number(language: str, number: int, text: str) -> None:
    assert in_code(language).count("publications_found", number) == text
