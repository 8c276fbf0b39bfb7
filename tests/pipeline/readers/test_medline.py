"""MEDLINE text: values for which PubMed has several tags."""

from __future__ import annotations

import pytest

from pipeline.references.comparison import agree
from tests.support.importing import references


@pytest.mark.parametrize(
    ("dates", "year"),
    [("DP  - 2020 Jan\nDEP - 20191203\n", "2020"), ("DEP - 20191203\nDP  - 2020 Jan\n", "2020"), ("DEP - 20191203\n", "2019")],
)
def test_the_year_is_that_of_the_issue(dates: str, year: str) -> None:
    """DP is the date of the issue. That of the electronic publication (DEP) counts only if there is no other."""
    [record] = references(f"PMID- 99000001\nTI  - Title\n{dates}SO  - J. 2020.\n")
    assert record.cells["year"] == year


TRANSLATED = 'The title is PubMed\'s translation; the original is "Brustschmerz".'


@pytest.mark.parametrize(
    ("titles", "expected", "notes"),
    [
        ("TI  - [Chest pain [acute]].\nTT  - Brustschmerz.\n", "Chest pain [acute]", (TRANSLATED,)),
        ("TI  - [Not Available].\nTT  - Brustschmerz.\n", "Brustschmerz", ()),
        ("TI  - [Chest pain].\n", "[Chest pain]", ()),
        ("TI  - Chest pain [a review].\nTT  - Brustschmerz.\n", "Chest pain [a review]", ()),
    ],
)
def test_titles_that_pubmed_has_translated(titles: str, expected: str, notes: tuple[str, ...]) -> None:
    [record] = references(f"PMID- 99000001\n{titles}SO  - J. 2020.\n")
    assert (record.cells["title"], record.notes) == (expected, notes)


@pytest.mark.parametrize(
    ("whole", "short", "expected"),
    [
        ("Hearts (Levant Cardiac Society)", "Hearts", "Hearts"),
        ("The Levant Medical Association journal : LMAJ", "Lev Med Assoc J", "The Levant Medical Association journal"),
        ("levRxiv : the preprint server", "levRxiv", "levRxiv"),
        # The abbreviation has it as well, or is of another name, or missing.
        ("Rheumatics (Haifa, Levant)", "Rheumatics (Haifa)", "Rheumatics (Haifa, Levant)"),
        ("Hearts (Levant Cardiac Society)", "Lev Cardiac Soc Hearts", "Hearts (Levant Cardiac Society)"),
        ("Hearts (Levant Cardiac Society)", "", "Hearts (Levant Cardiac Society)"),
        ("", "Lev Hearts", "Lev Hearts"),
    ],
)
def test_journals_without_what_library_catalogues_add(whole: str, short: str, expected: str) -> None:
    [record] = references(f"PMID- 99000001\nTI  - Title\nJT  - {whole}\nTA  - {short}\nSO  - J. 2020.\n")
    assert record.cells["journal"] == expected
    assert agree("journal", whole or short, expected)
