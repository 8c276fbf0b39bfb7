"""The works that the owner has refused, the entries that cv.csv lacks, and the capitals of journals."""

from pathlib import Path

import pytest

from pipeline.career.missing import missing_entries
from pipeline.list.selection import NotMine
from pipeline.list.works import with_capitals
from pipeline.problems import Report

ENTRY = {"section": "position", "title": "Reader", "organization": "Neurology, Example University", "startDate": "2015-03"}


def test_a_row_without_an_identifier_is_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "not-mine.csv"
    path.write_text("doi,pmid,note\n,,a talk\nhttps://doi.org/10.5555/A,,\n", encoding="utf-8")
    report = Report()
    not_mine = NotMine.read(path, report)
    assert not_mine
    assert [str(problem) for problem in report] == [f"{path}, row 2: The row has neither a DOI nor a PubMed ID."]
    assert {"doi": "10.5555/a"} in not_mine
    assert {"title": "a talk"} not in not_mine


@pytest.mark.parametrize(
    ("change", "is_known"),
    [
        ({}, True),
        ({"title": "Head", "organization": "Example University", "startDate": "2015"}, True),
        ({"section": "training", "startDate": "2015-03-01"}, True),
        ({"startDate": ""}, True),
        ({"section": "training", "title": "Head"}, False),
        ({"organization": "Sample University"}, False),
        ({"startDate": "2016"}, False),
    ],
    ids=["the same", "another title", "another section", "no start", "both differ", "organization", "start"],
)
def test_a_row_is_an_entry_by_section_organization_and_dates(change: dict[str, str], is_known: bool) -> None:
    assert (missing_entries([ENTRY], [ENTRY | change]) == []) is is_known


def test_a_row_stands_for_one_entry() -> None:
    """Two grants of a year from one funder: that of the same title is known, whichever comes first."""
    first, second = ({"section": "grant", "title": title, "organization": "Fund", "startDate": "2018"} for title in ("A", "B"))
    assert missing_entries([first, second], [second]) == [first]


@pytest.mark.parametrize(
    ("spelling", "crossref", "expected"),
    [
        ("Levant journal", "Levant Journal", "Levant Journal"),
        ("The Levant journal of medicine", "Levant Journal of Medicine", "The Levant Journal of Medicine"),
        ("Levant journal", "LEVANT JOURNAL", "Levant journal"),
        ("Levant journal (Jerusalem)", "Levant Journal", "Levant journal (Jerusalem)"),
        ("The Levant", "Levantine", "The Levant"),
    ],
)
def test_the_capitals_of_a_journal_are_crossrefs(spelling: str, crossref: str, expected: str) -> None:
    assert with_capitals(spelling, crossref) == expected
