"""Hebrew text and regular expressions."""

from __future__ import annotations

from pipeline.rules.text import hebrew, regex


def test_hebrew_text_has_a_hebrew_letter() -> None:
    """One is enough: PRP stays PRP in Hebrew."""
    assert list(hebrew("הזרקת PRP")) == []
    for value in ("Knee", "Łódź"):
        assert list(hebrew(value)) == [f'Expected Hebrew text, got "{value}". Write it in Hebrew, or leave it empty.']


def test_regular_expressions() -> None:
    assert list(regex("^[a-z]+$")) == []
    for value in ("([01", "a{99999999999}", "(" * 5000):
        [message] = regex(value)
        assert message.endswith(" is not a valid regular expression.")
