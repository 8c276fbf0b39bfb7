"""Rules that compare rows."""

from __future__ import annotations

from pipeline.problems import Finding
from pipeline.rules.rows import RowRule, repeated_title, unique


def findings(rule: RowRule, field: str, *values: str) -> list[Finding]:
    return [finding for number, value in enumerate(values, start=2) for finding in rule(number, {field: value})]


def test_a_repeated_title_is_a_warning() -> None:
    """Whatever its case, accents and punctuation; titles without letters are compared as they are."""
    found = findings(repeated_title(), "title", "Nerve: a study", "???", "NÉRVE, a study.", "!!!")
    text = '"NÉRVE, a study." is also the title of row 2. Is the publication entered twice?'
    assert found == [Finding(("title",), "repeated_title", text, "warning", "NÉRVE, a study.")]


def test_any_field_can_be_unique() -> None:
    found = findings(unique("shelf"), "shelf", "1", "2", "1", "1")
    text = '"1" is already used in row 2. Change one of the two.'
    assert found == [Finding(("shelf",), "unique", text, "error", "1")] * 2
