"""Authors, pages, DOIs and notices; ORCID iDs."""

from __future__ import annotations

import pytest

from pipeline.rules.bibliography import authors, doi, not_a_date, notice, orcid


@pytest.mark.parametrize(
    "value", ["10.5555/a", "10.1000.10/123", "10.5555/(SICI)1:2<1::AID-X>2.0.CO;2", "10.5555/é", "10.5555/a?b#c%20"]
)
def test_any_printable_characters_may_follow_the_prefix(value: str) -> None:
    """DOI Handbook, section 2.2."""
    assert list(doi(value)) == []


@pytest.mark.parametrize("value", ["10.5555", "11.5555/a", "10.5555/", "10.5555/a b", "DOI 10.5555/a", "10.5555/a\u200bb"])
def test_not_a_doi(value: str) -> None:
    shown = value.replace("\u200b", "\ufffd")
    assert list(doi(value)) == [f'Expected a DOI, got "{shown}". A DOI begins with "10.", a number and a slash.']


@pytest.mark.parametrize("prefix", ["DOI: ", "HTTP://DX.DOI.ORG/", "doi.org/"])
def test_a_doi_with_a_prefix_is_shown_without(prefix: str) -> None:
    assert list(doi(f"{prefix}10.5555/a")) == [f'Expected the DOI alone, got "{prefix}10.5555/a". Write 10.5555/a.']


@pytest.mark.parametrize("value", ["0000-0000-5555-0000", "0000-0002-1694-233X"])
def test_orcid(value: str) -> None:
    """X is the check digit 10 (ISO 7064)."""
    assert list(orcid(value)) == []


@pytest.mark.parametrize("value", ["0000-0000-5555-0001", "0000-0000-5555-000X", "0000-0002-1694-2330"])
def test_the_check_digit_finds_a_mistyped_orcid(value: str) -> None:
    reason = "the last digit does not match the others, so one digit is mistyped."
    assert list(orcid(value)) == [f'"{value}" is not an ORCID iD: {reason}']


@pytest.mark.parametrize("value", ["https://orcid.org/0000-0000-5555-0000", "0000000055550000", "0000-0002-1694-233x"])
def test_the_form_of_an_orcid(value: str) -> None:
    assert list(orcid(value)) == [f'Expected an ORCID iD, got "{value}".']


@pytest.mark.parametrize(
    "value", ["retracted 2024-05-01", "corrected doi:10.5555/a", "expression of concern 2024-05, doi:10.5555/a,b"]
)
def test_a_notice_has_a_date_or_a_doi(value: str) -> None:
    assert list(notice(value)) == []


@pytest.mark.parametrize("value", ["retracted", "retracted 2024-02-30", "withdrawn 2024-05-01", "corrected 10.5555/a"])
def test_not_a_notice(value: str) -> None:
    assert list(notice(value)) == [
        f'Expected retracted, corrected or expression of concern, then a date, a DOI or both, got "{value}". '
        "Write it like retracted 2024-05-01, doi:10.5555/msk.2024.001."
    ]


@pytest.mark.parametrize("value", ["Levi R, et al", "WHO and UNICEF, Wu XY Jr, van der Berg A"])
def test_authors_have_commas_between_them(value: str) -> None:
    assert list(authors(value)) == []


@pytest.mark.parametrize("value", ["Example N; Levi R", "Example, N., Levi, R.", "Example N and Levi R", "Levi R. & Wu X"])
def test_other_lists_of_authors(value: str) -> None:
    assert list(authors(value)) == [f'Expected commas between authors and nowhere else, got "{value}".']


@pytest.mark.parametrize("value", ["12-Mar", "Mar-12", "3/12/2025", "12-מרץ", "12-ספט׳"])
def test_pages_that_a_spreadsheet_turned_into_a_date(value: str) -> None:
    assert list(not_a_date(value)) == [
        f'"{value}" is a date that a spreadsheet made of two numbers. Type them again in a cell of the type Text.'
    ]


@pytest.mark.parametrize("value", ["3-12", "e101", "S1-S9", "12 Sup", "5 חלק"])
def test_pages_that_are_none(value: str) -> None:
    assert list(not_a_date(value)) == []
