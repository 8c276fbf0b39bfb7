"""Messages for the owner: what fields cannot show in ``validation/test_fields.py``, hints and quotes."""

from __future__ import annotations

from typing import Any

import pytest

from pipeline.messages import message, quote, unknown_name, with_hint


@pytest.mark.parametrize(
    ("keyword", "value", "limit", "expected"),
    [
        ("type", {"a": 1}, "integer", "Expected a whole number, got lines of the form “name: value”."),
        ("enum", {"a": 1}, ["ab", "cd"], "Expected one of ab, cd; got lines of the form “name: value”."),
        ("enum", "thu", ["Tuesday", "Thursday"], '"thu" is not allowed. Did you mean "Thursday"?'),
        ("enum", "T", ["Tuesday", "Thursday"], '"T" is not allowed. Use one of: Tuesday, Thursday.'),
        ("minLength", "", 1, "The value is missing."),
        ("minItems", ["a"], 2, "Expected at least 2 entries, got 1."),
        ("maxItems", ["a", "b"], 1, "Expected at most 1 entries, got 2."),
    ],
)  # fmt: skip
def test_message(keyword: str, value: Any, limit: Any, expected: str) -> None:
    """Each is followed by the hint."""
    assert message(keyword, value, limit, {"hint": "Try 1."}) == f"{expected} Try 1."


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


def test_a_name_in_another_spelling_is_a_name_of_this_file() -> None:
    """Even if another file has a field for what it could mean elsewhere."""
    assert unknown_name("name", "Title", ["title", "name"]) == 'Unknown name "Title". Did you mean "title"?'
