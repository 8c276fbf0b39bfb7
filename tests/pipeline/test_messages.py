"""The message for each way in which a value can break its schema."""

from __future__ import annotations

from typing import Any

import pytest

from pipeline.messages import MESSAGES, message, quote, suggestion, unknown, with_hint

CASES: dict[str, list[tuple[Any, Any, str]]] = {
    "type": [
        ("x", "integer", 'Expected a whole number, got "x". Try 1.'),
        (None, "string", "The value is missing. Try 1."),
        ([1], "string", "Expected text, got a list. Try 1."),
        (
            {"a": 1},
            "string",
            "Expected text, got lines of the form “name: value”. Put text that contains a colon in quotes. Try 1.",
        ),
        ({"a": 1}, "array", "Expected a list, got lines of the form “name: value”. Try 1."),
        ("x", "duration", 'Expected duration, got "x". Try 1.'),
    ],
    "required": [(None, True, "The value is missing. Try 1.")],
    "enum": [
        ("z", ["ab", "cd"], '"z" is not allowed. Use one of: ab, cd. Try 1.'),
        ("Fri", ["Thursday", "Friday"], '"Fri" is not allowed. Did you mean "Friday"? Try 1.'),
        ({"a": 1}, ["ab", "cd"], "Expected one of ab, cd; got lines of the form “name: value”. Try 1."),
    ],
    "minimum": [(1, 2, 'Expected at least 2, got "1". Try 1.')],
    "maximum": [(3, 2, 'Expected at most 2, got "3". Try 1.')],
    "minLength": [
        ("ab", 3, 'Expected at least 3 characters, got "ab". Try 1.'),
        ("", 1, "The value is missing. Try 1."),
    ],
    "maxLength": [("abc", 2, 'Expected at most 2 characters, got "abc". Try 1.')],
    "minItems": [
        (["a"], 2, "Expected at least 2 entries, got 1. Try 1."),
        ([], 1, "The value is missing. Try 1."),
    ],
    "maxItems": [(["a", "b"], 1, "Expected at most 1 entries, got 2. Try 1.")],
    "uniqueItems": [(["a", "b", "a"], True, 'The list has "a" more than once. Remove the repetition.')],
    "pattern": [("a", "b", '"a" is not in the expected form. Try 1.')],
}


def test_every_message_is_tested() -> None:
    assert set(CASES) == set(MESSAGES)


@pytest.mark.parametrize("keyword", CASES)
def test_message(keyword: str) -> None:
    for value, limit, expected in CASES[keyword]:
        assert message(keyword, value, limit, {"hint": "Try 1."}) == expected


def test_a_keyword_without_a_message_is_named() -> None:
    assert message("multipleOf", 3, 2, {}) == '"3" breaks the rule multipleOf (2).'


def test_a_hint_goes_before_an_example() -> None:
    assert with_hint("Wrong.", {"hint": "Try 1.", "example": 2}) == "Wrong. Try 1."
    assert with_hint("Wrong.", {"example": 2}) == "Wrong. Example: 2."
    assert with_hint("Wrong.", {"example": [2]}) == "Wrong."


def test_an_invisible_character_is_explained() -> None:
    assert message("type", "\u200e2021", "integer", {}) == (
        'Expected a whole number, got "\ufffd2021". The \ufffd is an invisible character: type the value again.'
    )


def test_quoted_values_are_short_and_printable() -> None:
    """A terminal gets no control character or mark of direction."""
    assert quote("a\n b\u202ec") == '"a b\ufffdc"'
    assert quote("x" * 61) == f'"{"x" * 60}…"'
    assert quote(True) == '"true"'


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("thu", 'Did you mean "Thursday"?'),
        ("Fryday", 'Did you mean "Friday"?'),
        ("T", "Use: Tuesday, Thursday, Friday."),
        ("", "Use: Tuesday, Thursday, Friday."),
    ],
)
def test_suggestions_know_abbreviations_and_misspellings(name: str, expected: str) -> None:
    assert suggestion(name, ["Tuesday", "Thursday", "Friday"], "Use:") == expected


@pytest.mark.parametrize(
    ("name", "allowed", "sentence"),
    [
        ("Title", ["title", "authors"], 'Did you mean "title"?'),
        ("book-links", ["bookLinks"], 'Did you mean "bookLinks"?'),
        ("title", ["name", "specialty"], "Write it under positions in profile.yaml."),
    ],
)
def test_a_name_in_another_spelling_is_a_name_of_this_file(name: str, allowed: list[str], sentence: str) -> None:
    """Even if another file has a field for what it could mean elsewhere."""
    assert unknown("name", name, allowed) == f'Unknown name "{name}". {sentence}'
