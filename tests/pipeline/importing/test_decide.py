"""The outcome of each record: what is written, what is left out, and the notes for the owner."""

from __future__ import annotations

import json

import pytest

from tests.support.importing import outcomes

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
    found = outcomes(
        ris(TY="BOOK", PB="Levant Press", DO="10.5555/a") + ris(TY="RPRT", DO="10.5555/a"), rows=row(doi="10.5555/a")
    )
    assert [(outcome.status, outcome.cells, outcome.notes) for outcome in found] == [
        ("left out", {}, ["Left out: books."]),
        ("left out", {}, ["Left out: reports."]),
    ]
    assert [outcome.entry for outcome in found] == [
        {
            "section": "book",
            "title": "Ultrasound of the nerve",
            "organization": "Levant Press",
            "startDate": "2024",
            "url": "https://doi.org/10.5555/a",
            "note": "Levi R",
        },
        {},
    ]


def test_a_paper_in_a_journal_with_the_doi_of_its_preprint_is_an_article() -> None:
    [paper] = outcomes(ris(T2="Nature Communications", DO="10.21203/rs.3.rs-1/v1", VL="12", SP="7"))
    assert paper.status == "new"
    assert paper.notes == ["The DOI 10.21203/rs.3.rs-1/v1 is a preprint's; replace it with the paper's."]


def test_a_preprint_is_left_out_with_the_reason() -> None:
    [preprint] = outcomes(ris(T2="medRxiv", DO="10.1101/2020.01.01.20000001"))
    assert (preprint.status, preprint.notes) == (
        "left out",
        ["Left out: preprints.", "Its journal or DOI belongs to a preprint server."],
    )


def summary(title: str, journal: str | None, kind: str = "JOURNAL_ARTICLE", index: str = "0", **ids: str) -> dict[str, object]:
    return {
        "put-code": 1,
        "display-index": index,
        "type": kind,
        "title": {"title": {"value": title}},
        "journal-title": {"value": journal} if journal else None,
        "publication-date": {"year": {"value": "2021"}},
        "external-ids": {
            "external-id": [
                {"external-id-type": name, "external-id-value": value, "external-id-relationship": "SELF"}
                for name, value in ids.items()
            ]
        },
    }


@pytest.mark.parametrize("kind", ["JOURNAL_ARTICLE", "PREPRINT"])
def test_an_orcid_group_that_joins_a_preprint_and_its_paper_is_the_paper(kind: str) -> None:
    preprint = summary("A preprint", None, kind, "9", doi="10.1101/2020.01.01.20000001", pmid="99000001")
    paper = summary("A paper", "Levant Journal", doi="10.5555/paper", pmid="99000002")
    row = "A paper,Levi R,Levant Journal,2021,,,,10.5555/paper,,\n"
    [outcome] = outcomes(json.dumps({"group": [{"work-summary": [preprint, paper]}]}), rows=row)
    assert (outcome.status, outcome.title) == ("filled", "A paper")
    assert outcome.cells == {"pubmed": "https://pubmed.ncbi.nlm.nih.gov/99000002/"}


def test_a_value_that_no_cell_can_hold_is_left_out_before_any_rule_reads_it() -> None:
    [outcome] = outcomes(ris(TI="Ultrasound " * 10_000))
    note = "Left out title: it has 109,999 characters, and a cell at most 2,000."
    assert (outcome.status, outcome.notes) == ("left out", ["It has no title.", note])
    [outcome] = outcomes(ris(AU="Levi, R" + " a" * 120_000))
    note = "Left out authors: it has 120,006 characters, and a cell at most 100,000."
    assert (outcome.status, outcome.notes[0], outcome.notes[-1]) == ("left out", "It has no authors.", note)
