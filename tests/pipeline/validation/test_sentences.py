"""Each way in which a value can fail its schema has its sentence."""

from __future__ import annotations

from typing import Any

import pytest

from pipeline.messages import SENTENCES, sentence

SAID: dict[str, list[tuple[Any, Any, str]]] = {
    "type": [
        ("x", "integer", '"x" is not a whole number. Try 1.'),
        (None, "string", "The value is missing. Try 1."),
        ([1], "string", "Here stands a list instead of a text. Try 1."),
        ({"a": 1}, "array", "Here stands a group of lines “name: value” instead of a list. Try 1."),
        ("x", "duration", '"x" is not of the type duration. Try 1.'),
    ],
    "required": [(None, True, "The value is missing. Try 1.")],
    "enum": [
        ("c", ["a", "b"], '"c" is not allowed here. Write one of: a, b.'),
        ({"a": 1}, ["a", "b"], "Write one of: a, b."),
    ],
    "minimum": [(1, 2, '"1" is less than 2. Try 1.')],
    "maximum": [(3, 2, '"3" is more than 2. Try 1.')],
    "minLength": [
        ("ab", 3, '"ab" is shorter than 3 characters. Try 1.'),
        (["a"], 2, "The list needs 2 or more entries. Try 1."),
        ("", 1, "The value is missing. Try 1."),
    ],
    "maxLength": [
        ("abc", 2, '"abc" is longer than 2 characters. Try 1.'),
        (["a", "b"], 1, "The list may have 1 entries at most. Try 1."),
    ],
    "minItems": [(["a"], 2, "The list needs 2 or more entries. Try 1."), ([], 1, "The value is missing. Try 1.")],
    "maxItems": [(["a", "b"], 1, "The list may have 1 entries at most. Try 1.")],
    "uniqueItems": [(["a", "a"], True, 'An entry stands twice in "a, a". Keep one.')],
    "unique": [("a", True, '"a" stands in another row already.')],
    "pattern": [("a", "b", '"a" does not have the right form. Try 1.')],
}


def test_no_sentence_is_untested() -> None:
    assert set(SAID) == set(SENTENCES)


@pytest.mark.parametrize(
    ("keyword", "value", "limit", "said"), [(keyword, *case) for keyword, cases in SAID.items() for case in cases]
)
def test_sentence(keyword: str, value: Any, limit: Any, said: str) -> None:
    assert sentence(keyword, value, limit, {"hint": "Try 1."}) == said


def test_a_keyword_without_a_sentence_still_says_what_failed() -> None:
    assert sentence("multipleOf", 3, 2, {}) == '"3" does not fit the rule multipleOf (2).'
