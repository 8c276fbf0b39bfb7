"""The outcome of each record: what is written, what is left out, and the notes for the owner."""

from __future__ import annotations

import json

import pytest

from tests.support.importing import outcomes
from tests.support.services import Work

PUBMED = "https://pubmed.ncbi.nlm.nih.gov/"
GOOD = {"TY": "JOUR", "TI": "Ultrasound of the nerve", "AU": "Levi, R.", "T2": "Levant Journal", "PY": "2024"}


def ris(**tags: str) -> str:
    return "".join(f"{tag}  - {value}\n" for tag, value in (GOOD | tags).items()) + "ER  - \n"


def row(title: str = "Ultrasound of the nerve", year: str = "2024", doi: str = "", pubmed: str = "", pages: str = "") -> str:
    return f"{title},Levi R,Levant Journal,{year},,,{pages},{doi},{pubmed and PUBMED + pubmed},\n"


def test_records_that_share_a_number_with_a_third_are_one_row() -> None:
    found = outcomes(ris(DO="10.5555/a") + ris(TI="Another title", PM="99000001") + ris(TI="Both", DO="10.5555/a", PM="99000001"))
    assert [(outcome.status, [conflict.field for conflict in outcome.conflicts]) for outcome in found] == [
        ("same", []), ("same", ["title"]), ("new", []),
    ]  # fmt: skip


@pytest.mark.parametrize(("journal", "filled"), [("Levant Journal of Nerves", True), ("My Journal", False)])
def test_the_abbreviation_of_another_journal_is_not_filled(journal: str, *, filled: bool) -> None:
    rows = f"Ultrasound of the nerve,Levi R,{journal},2024,,,,10.5555/a,,\n"
    [outcome] = outcomes(ris(T2="The Levant Journal of Nerves", J2="Lev. J. Nerves", DO="10.5555/a"), rows=rows)
    assert outcome.cells == ({"abbreviation": "Lev J Nerves"} if filled else {})


def test_a_type_that_the_list_does_not_have_is_left_out_and_not_compared() -> None:
    exports = ris(TY="BOOK", PB="Levant Press", DO="10.5555/a"), ris(TY="RPRT", DO="10.5555/a")
    entry = {"section": "book", "title": "Ultrasound of the nerve", "organization": "Levant Press"}
    entry |= {"startDate": "2024", "url": "https://doi.org/10.5555/a", "note": "Levi R"}
    found = outcomes(*exports, rows=row(doi="10.5555/a"))
    assert [(outcome.status, outcome.cells, outcome.notes, outcome.entry) for outcome in found] == [
        ("left out", {}, ["Left out: books."], entry),
        ("left out", {}, ["Left out: reports."], {}),
    ]


@pytest.mark.parametrize(
    ("journal", "status", "notes"),
    [
        ("Nature Communications", "new", ["The DOI 10.1101/123456 is a preprint's; replace it with the paper's."]),
        ("medRxiv", "left out", ["Left out: preprints.", "Its journal or DOI belongs to a preprint server."]),
    ],
)
def test_the_doi_of_a_preprint(journal: str, status: str, notes: list[str]) -> None:
    [outcome] = outcomes(ris(T2=journal, DO="10.1101/123456"))
    assert (outcome.status, outcome.notes) == (status, notes)


@pytest.mark.parametrize("kind", ["journal-article", "preprint"])
def test_an_orcid_group_that_joins_a_preprint_and_its_paper_is_the_paper(kind: str) -> None:
    preferred = {"journal-title": None, "display-index": "9"}
    preprint = Work("A preprint", "10.1101/2020.01.01.20000001", "99000001", year=2021, kind=kind, orcid=preferred).as_summary(1)
    paper = Work("A paper", "10.5555/paper", "99000002", year=2021).as_summary(2)
    row = "A paper,Levi R,Levant Journal,2021,,,,10.5555/paper,,\n"
    [outcome] = outcomes(json.dumps({"group": [{"work-summary": [preprint, paper]}]}), rows=row)
    assert (outcome.status, outcome.title) == ("filled", "A paper")
    assert outcome.cells == {"pubmed": f"{PUBMED}99000002/"}


def test_a_value_that_no_cell_can_hold_is_left_out_before_any_rule_reads_it() -> None:
    [outcome] = outcomes(ris(AU="Levi, R" + " a" * 120_000))
    note = "Left out authors: it has 120,006 characters, and a cell at most 100,000."
    assert (outcome.status, outcome.notes[0], outcome.notes[-1]) == ("left out", "It has no authors.", note)
