"""Hebrew text in the place of Hebrew."""

from __future__ import annotations

import pytest

from pipeline.rules.twins import hebrew


def test_hebrew_text_has_a_hebrew_letter(subtests: pytest.Subtests) -> None:
    """One is enough: PRP stays PRP in Hebrew."""
    assert list(hebrew("הזרקת PRP")) == []
    for value in ("Knee", "Łódź"):
        with subtests.test(value=value):
            assert list(hebrew(value)) == [f'Expected Hebrew text, got "{value}". Write it in Hebrew, or leave it empty.']
    lost = "Its letters were lost when the file was saved: write them again, and save the file as UTF-8."
    assert list(hebrew("????? (PRP)")) == [f'Expected Hebrew text, got "????? (PRP)". {lost}']
