"""The outcome of each record: what is written, what is left out, and the notes for the owner."""

from __future__ import annotations

import json

import pytest

from tests.support.importing import outcomes

GOOD = {"TY": "JOUR", "TI": "Ultrasound of the nerve", "AU": "Levi, R.", "T2": "Levant Journal", "PY": "2024"}


def ris(**tags: str) -> str:
    return "".join(f"{tag}  - {value}\n" for tag, value in (GOOD | tags).items()) + "ER  - \n"


def test_the_nlm_number_is_never_an_issue() -> None:
    note = 'Left out the issue "7805975"; it seems to be the journal\'s NLM number.'
    [new] = outcomes(ris(IS="7805975", VL="12"))
    assert (new.status, new.cells.get("volume"), new.cells.get("issue"), new.notes) == ("new", "12", None, [note])
    [present] = outcomes(ris(IS="7805975"), rows="Ultrasound of the nerve,Levi R,Levant Journal,2024,,,,,,\n")
    assert (present.status, present.cells, present.notes) == ("present", {}, [note])


@pytest.mark.parametrize("issue", ["12", "10123", "202403", "20240312", "Suppl 1"])
def test_other_numbers_are_issues(issue: str) -> None:
    [outcome] = outcomes(ris(IS=issue))
    assert (outcome.cells["issue"], outcome.notes) == (issue, [])


def test_a_doubtful_record_is_imported_with_a_note() -> None:
    [outcome] = outcomes(ris(TI="Ultrasound of ...", T2="Accepted in Biometrics"))
    assert (outcome.status, outcome.cells["title"]) == ("new", "Ultrasound of ...")
    assert outcome.notes == [
        'The title seems to be cut off: "Ultrasound of ...".',
        'The journal is not the name of a journal: "Accepted in Biometrics".',
    ]


def test_a_generic_record_of_ris_with_doi_volume_and_pages_is_an_article() -> None:
    [article, other] = outcomes(ris(TY="GEN", DO="10.5555/a", VL="1", SP="7") + ris(TY="GEN", TI="Another", VL="1", SP="7"))
    assert (article.status, other.status) == ("new", "left out")


def test_records_that_share_a_number_with_a_third_are_one_row() -> None:
    found = outcomes(ris(DO="10.5555/a") + ris(TI="Another title", PM="99000001") + ris(TI="Both", DO="10.5555/a", PM="99000001"))
    assert [outcome.status for outcome in found] == ["duplicate", "conflict", "new"]


def test_the_same_title_in_another_year_is_a_note() -> None:
    [outcome] = outcomes(ris(), rows="Ultrasound of the nerve,Levi R,Levant Journal,2023,,,,,,\n")
    assert (outcome.status, outcome.notes) == ("new", ["Row 2 has the same title, and the year 2023."])


def test_the_same_authors_under_two_tags_count_once() -> None:
    [book] = outcomes(ris(TY="BOOK", A1="Levi, R."), all_types=True)
    assert book.cells["authors"] == "Levi R"
    nbib = (
        "PMID- 1\nBTI - A book\nTI  - A chapter\nAU  - Levi R\nFAU - Levi, R\nAU  - Levi R\nFAU - Levi, R\nTA  - B\nDP  - 2020\n"
    )
    [chapter] = outcomes(nbib, all_types=True)
    assert chapter.cells["authors"] == "Levi R"
    [article] = outcomes("@article{a, title={A}, author={Wang, Y and Wang, Y}, journal={J}, year=2020}")
    assert article.cells["authors"] == "Wang Y, Wang Y"


def test_a_chapter_and_the_book_whose_doi_it_has_are_two_records() -> None:
    chapters = [ris(TY="CHAP", TI=f"Chapter {number} of the atlas", T2="Atlas", DO="10.5555/atlas") for number in (1, 2)]
    export = chapters[0] + ris(TY="BOOK", TI="Atlas of nerves", DO="10.5555/atlas") + chapters[1]
    found = outcomes(export, all_types=True)
    assert [(one.status, one.cells.get("doi")) for one in found] == [("new", None), ("new", "10.5555/atlas"), ("new", None)]
    for chapter in (found[0], found[2]):
        [note] = chapter.notes
        assert note.endswith('/export, line 8, "Atlas of nerves".')
        assert note.startswith("Left out the DOI, which is that of ")


def test_a_paper_in_a_journal_with_the_doi_of_its_preprint_is_an_article() -> None:
    [paper] = outcomes(ris(T2="Nature Communications", DO="10.21203/rs.3.rs-1/v1", VL="12", SP="7"))
    assert paper.status == "new"
    assert paper.notes == ["The DOI 10.21203/rs.3.rs-1/v1 is that of a preprint; replace it by that of the paper."]


def test_a_preprint_is_left_out_with_the_reason() -> None:
    [preprint] = outcomes(ris(T2="medRxiv", DO="10.1101/2020.01.01.20000001"))
    assert (preprint.status, preprint.notes) == (
        "left out",
        ["It is a preprint; --all-types imports it too.", "Its journal or DOI is that of a preprint server."],
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
