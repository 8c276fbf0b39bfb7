"""Hebrew text, authors, dates made by spreadsheets, and regular expressions."""

from __future__ import annotations

import pytest

from pipeline.rules.text import authors, hebrew, not_a_date, regex


@pytest.mark.parametrize(
    "value",
    [
        "Example N, Levi R",
        "Levi R, et al",
        "WHO and UNICEF, Wu XY Jr, van der Berg A",
        "Centers for Disease Control and Prevention",
    ],
)
def test_authors_have_commas_between_them(value: str) -> None:
    assert list(authors(value)) == []


@pytest.mark.parametrize(
    "value",
    ["Example N; Levi R", "Example, N., Levi, R.", "Example N, Levi, R", "Example N and Levi R", "Example N, Levi R. & Wu X"],
)
def test_other_lists_of_authors(value: str) -> None:
    assert list(authors(value)) == [f'Expected commas between authors and nowhere else, got "{value}".']


def test_pages_that_a_spreadsheet_turned_into_a_date() -> None:
    for value in ("12-Mar", "Mar-12", "3/12/2025", "12-מרץ", "3 יוני", "12-ספט׳"):
        assert list(not_a_date(value)) == [
            f'"{value}" is a date that a spreadsheet made of two numbers. Type them again in a cell of the type Text.'
        ]
    assert [*not_a_date("3-12"), *not_a_date("e101"), *not_a_date("Mar-Apr"), *not_a_date("S1-S9")] == []
    assert [*not_a_date("12 Sup"), *not_a_date("Sup-1"), *not_a_date("5 חלק"), *not_a_date("1 Pt")] == []


def test_hebrew_text_has_a_hebrew_letter() -> None:
    """One is enough: PRP stays PRP in Hebrew."""
    assert list(hebrew("הזרקת PRP")) == []
    for value in ("Knee", "Łódź"):
        assert list(hebrew(value)) == [f'Expected Hebrew text, got "{value}". Write it in Hebrew, or leave it empty.']
    lost = "Its letters were lost when the file was saved: write them again, and save the file as UTF-8."
    assert list(hebrew("????? (PRP)")) == [f'Expected Hebrew text, got "????? (PRP)". {lost}']


def test_regular_expressions() -> None:
    assert list(regex("^[a-z]+$")) == []
    for value in ("([01", "a{99999999999}", "(" * 5000):
        [message] = regex(value)
        assert message.endswith(" is not a valid regular expression.")
