"""Hebrew text in the place of Hebrew."""

from __future__ import annotations

import pytest

from pipeline.rules.twins import hebrew

LOST = "Its letters were lost when the file was saved: write them again, and save the file as UTF-8."


@pytest.mark.parametrize(
    ("value", "fix"), [("Łódź", "Write it in Hebrew, or leave it empty."), ("????? (PRP)", LOST)], ids=["Latin", "lost letters"]
)
def test_hebrew_text_has_a_hebrew_letter(value: str, fix: str) -> None:
    """One is enough: PRP stays PRP in Hebrew."""
    assert list(hebrew("הזרקת PRP")) == []
    assert list(hebrew(value)) == [f'Expected Hebrew text, got "{value}". {fix}']
