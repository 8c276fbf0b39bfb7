"""Record types, abbreviations of journals, and preprints, recognized by their server."""

import json

import pytest

from bibliography.record_types import is_preprint
from tests.support.importing import planned, references

SERVERS = "PsyArXiv SocArXiv EarthArXiv EdArXiv EcoEvoRxiv Authorea SSRN bioRxiv MEDRXIV ChemRxiv TechRxiv Preprints"


@pytest.mark.parametrize(
    ("journal", "doi", "expected"),
    [
        *((server, "", True) for server in SERVERS.split()),
        ("SciELO Preprints", "", True),
        ("JMIR Preprints", "", True),
        ("Research Square", "", True),
        ("SSRN Electronic Journal", "", True),
        ("", "10.31234/osf.io/abcde", True),
        ("", "10.1101/2020.01.02.20012345", True),
        ("", "10.1101/123456", True),
        ("", "10.64898/2026.01.02.123456", True),
        # A paper in a journal may have its preprint's DOI; a note says so.
        ("Levant Journal", "10.1101/2020.01.02.20012345", False),
        ("Preprints in Medicine", "", False),
        ("", "10.1101/gr.123456.120", False),
        ("", "10.2196/12345", False),
        ("Research Squared", "", False),
    ],
)
def test_a_preprint(journal: str, doi: str, *, expected: bool) -> None:
    assert is_preprint(journal, doi) is expected


MEDLINE = "PMID- 1\nTI  - A nerve\nPT  - Journal Article\n{}SO  - x\n"
BOOK = {"type": "chapter", "journal": "Nerves of the Arm", "editors": "Dugma YT", "publisher": "Levant Press"}


@pytest.mark.parametrize(
    ("export", "expected"),
    [
        (MEDLINE.format("PT  - Review\nPT  - Case Reports\n"), {"type": "case-report"}),
        (MEDLINE.format("PT  - Letter\nPT  - Comment\n"), {"type": "letter"}),
        (MEDLINE.format("PT  - Systematic Review\n"), {"type": "review"}),
        (MEDLINE.format("PT  - Clinical Trial\n"), {}),
        (MEDLINE.format("BTI - Nerves of the Arm\nED  - Dugma YT\nPB  - Levant Press\n"), BOOK),
        ("TY  - JOUR\nTI  - A nerve\nM3  - Case Reports; Review\nER  - \n", {"type": "case-report"}),
        ("TY  - JOUR\nTI  - A nerve\nM3  - Conference paper\nER  - \n", {"type": "conference-paper"}),
        ("TY  - CPAPER\nTI  - A nerve\nER  - \n", {"type": "conference-paper"}),
        ("TY  - CHAP\nTI  - A nerve\nT2  - Nerves of the Arm\nA2  - Dugma, Y. T.\nPB  - Levant Press\nER  - \n", BOOK),
        ("TY  - JOUR\nTI  - A nerve\nA2  - Dugma, Y. T.\nPB  - Levant Press\nER  - \n", {}),
        ("@article{a, title={A nerve}, type={Review}, publisher={Levant Press}}", {"type": "review"}),
        (
            "@incollection{a, title={A nerve}, booktitle={Nerves of the Arm}, editor={Dugma, Y. T.}, publisher={Levant Press}}",
            BOOK,
        ),
        ('[{"type": "article-journal", "title": "A nerve", "genre": "letter"}]', {"type": "letter"}),
        (
            '[{"type": "book-chapter", "title": ["A nerve"], "container-title": ["Advances in Nerves", "Nerves of the Arm"],'
            ' "editor": [{"family": "Dugma", "given": "Y. T."}], "publisher": "Levant Press"}]',
            BOOK,
        ),
        ("%0 Journal Article\n%T A nerve\n%9 Review\n", {"type": "review"}),
        ("%0 Book Section\n%T A nerve\n%B Nerves of the Arm\n%E Dugma, Y. T.\n%I Levant Press\n", BOOK),
    ],
)
def test_the_type_that_an_export_names(export: str, expected: dict[str, str]) -> None:
    """A letter that reports a case is a letter, and a case report with a review a case report. A chapter names its book."""
    [reference] = references(export)
    assert reference.cells.items() - {"title": "A nerve"}.items() - {("pubmed", "https://pubmed.ncbi.nlm.nih.gov/1/")} == (
        expected.items()
    )


@pytest.mark.parametrize(
    ("journal", "abbreviation", "expected"),
    [
        ("Journal of the American College of Radiology", "J. Am. Coll. Radiol.", "J Am Coll Radiol"),
        ("Deutsches Ärzteblatt international", "Dtsch Arztebl Int", "Dtsch Arztebl Int"),
        ("The Journal of Urology", "Journal of Urology", None),
        ("Radiology", "Radiology", None),
        ("Radiology", "J Urol", None),
        ("", "J Urol", None),
    ],
)
def test_the_abbreviation_of_a_journal(journal: str, abbreviation: str, expected: str | None) -> None:
    """Some databases repeat the name, or have another's."""
    work = {"type": "journal-article", "title": ["A"], "container-title": [journal], "short-container-title": [abbreviation]}
    [reference] = references(json.dumps([work]))
    assert reference.cells.get("abbreviation") == expected


PREPRINT = "Its journal or DOI belongs to a preprint server."
READ = "Read as an article, because it has a journal and {}; its type is {}."


@pytest.mark.parametrize(
    ("export", "record_type", "notes"),
    [
        ("@misc{a, title={A}, booktitle={J}, pages={5}}", "articles", [READ.format("pages", "@misc")]),
        ("TY  - ELEC\nTI  - A\nT2  - J\nVL  - 3\nSP  - 5\nER  - \n", "articles", [READ.format("pages and volume", "ELEC")]),
        ("TY  - GEN\nTI  - A\nT2  - J\nVL  - 3\nER  - \n", "articles", [READ.format("volume", "GEN")]),
        ("TY  - GEN\nTI  - A\nT2  - J\nER  - \n", "other record types", []),
        ("TY  - GEN\nTI  - A\nM3  - Preprint\nER  - \n", "preprints", []),
        ("TY  - UNPB\nTI  - A\nDO  - 10.1101/2026.01.02.26000001\nER  - \n", "preprints", [PREPRINT]),
        ("TY  - UNPB\nTI  - A\nER  - \n", "unpublished manuscripts", []),
        ("@misc{a, title={A}, doi={10.64898/2026.01.02.26000001}, publisher={medRxiv}}", "preprints", [PREPRINT]),
        ("@misc{a, title={A}, doi={10.5281/zenodo.1}}", "other record types", []),
        ("@unpublished{a, title={A}, doi={10.1101/2026.01.02.26000001}}", "preprints", [PREPRINT]),
        ("@online{a, title={A}, doi={10.48550/arXiv.2601.00001}}", "preprints", [PREPRINT]),
        ("@techreport{a, title={A}, doi={10.1101/19000265}}", "preprints", [PREPRINT]),
        ("TY  - BOOK\nTI  - A\nT2  - J\nVL  - 3\nER  - \n", "books", []),
        ("TY  - JOUR\nTI  - Erratum for A\nER  - \n", "notices of retractions and corrections", []),
        ("TY  - JOUR\nTI  - A (vol 33, pg 717, 2019)\nER  - \n", "notices of retractions and corrections", []),
        ("TY  - JOUR\nTI  - Correction of scoliosis (vol 3)\nER  - \n", "articles", []),
    ],
)
def test_records_whose_type_says_little(export: str, record_type: str, notes: list[str]) -> None:
    [reference] = references(export)
    assert (reference.record_type, [*reference.notes]) == (record_type, notes)


def test_the_reason_names_a_type_that_says_little() -> None:
    [record] = planned("TY  - ELEC\nTI  - A nerve\nER  - \n")
    assert [*record.notes] == ["Left out: web pages (ELEC)."]
