"""Rules that compare rows."""

from __future__ import annotations

from pipeline.problems import Finding
from pipeline.rules.rows import RowRule, repeated_title, unique, unique_doi


def findings(rule: RowRule, field: str, *values: str | None) -> list[Finding]:
    rows = [{} if value is None else {field: value} for value in values]
    return [finding for number, row in enumerate(rows, start=2) for finding in rule(number, row)]


def test_a_repeated_doi_names_the_first_row() -> None:
    """Also if its case differs (DOI Handbook, section 2.4), or a prefix is wrong with it."""
    found = findings(unique_doi(), "doi", "10.5555/a", None, None, "10.5555/b", "10.5555/A", "https://doi.org/10.5555/a")
    text = "is already used in row 2. Delete one of the two rows."
    dois = ("10.5555/A", "https://doi.org/10.5555/a")
    assert found == [Finding(("doi",), "unique", f'"{doi}" {text}', "error", doi) for doi in dois]


def test_a_repeated_title_is_a_warning() -> None:
    """Whatever its case, accents and punctuation; titles without letters are compared as they are."""
    found = findings(repeated_title(), "title", "Nerve: a study", "???", "NÉRVE, a study.", "!!!")
    text = '"NÉRVE, a study." is also the title of row 2. Is the publication entered twice?'
    assert found == [Finding(("title",), "repeated_title", text, "warning", "NÉRVE, a study.")]


def test_any_field_can_be_unique() -> None:
    found = findings(unique("shelf"), "shelf", "1", "2", "1", "1")
    text = '"1" is already used in row 2. Change one of the two.'
    assert found == [Finding(("shelf",), "unique", text, "error", "1")] * 2
