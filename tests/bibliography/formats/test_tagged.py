"""RIS that programs write in their own way, and values for which PubMed has several tags in MEDLINE text."""

import pytest

from bibliography.comparison import cells_agree
from tests.support.importing import references

BROKEN = "The {} is broken into several lines; check that no word is split."


@pytest.mark.parametrize(
    ("lines", "cells", "note"),
    [
        # Citation.js breaks after 70 characters, wherever they end.
        ("TI  - Nerves in chronic dia\nlysis", {"title": "Nerves in chronic dia lysis"}, BROKEN.format("title")),
        ("TI  - Nerves in \n      dialysis", {"title": "Nerves in dialysis"}, BROKEN.format("title")),
        ("TI  - Nerves\n\n", {"title": "Nerves"}, None),
        ("TI  - Nerves\nT2  - Levant\nJournal", {"title": "Nerves", "journal": "Levant Journal"}, BROKEN.format("journal")),
        *(
            (f"TI  - Nerves\n{tag}  - {value}", {"title": "Nerves"}, f'Left out the {name} "{value}"; it is an address.')
            for tag, name, value in (
                ("T2", "journal", "https://www.example.org/journal"),
                ("T2", "journal", "www.example.org"),
                ("IS", "issue", "http://www.example.org/1"),
                ("VL", "volume", "HTTPS://example.org/1"),
                ("C7", "pages", "https://www.example.org/e1"),
            )
        ),
    ],
)
def test_values_of_several_lines_and_addresses_are_noted(lines: str, cells: dict[str, str], note: str | None) -> None:
    [reference] = references(f"TY  - JOUR\n{lines}\nN2  - An abstract\nof two lines\nER  - \n")
    assert reference.cells == cells
    assert reference.notes == ((note,) if note else ())


@pytest.mark.parametrize(
    ("dates", "year"),
    [("DP  - 2020 Jan\nDEP - 20191203\n", "2020"), ("DEP - 20191203\nDP  - 2020 Jan\n", "2020"), ("DEP - 20191203\n", "2019")],
)
def test_the_year_is_that_of_the_issue(dates: str, year: str) -> None:
    """DP is the date of the issue. That of the electronic publication (DEP) counts only if there is no other."""
    [record] = references(f"PMID- 99000001\nTI  - Title\n{dates}SO  - J. 2020.\n")
    assert record.cells["year"] == year


def test_names_in_capitals_from_pubmed() -> None:
    """The authors of articles from before 1966; a group stays as it is."""
    authors = "FAU - VAN THIEL, P H\nAU  - VAN THIEL PH\nFAU - Sokolova, Iu Ia\nAU  - Sokolova IuIa\nCN  - TROPICAL AB\n"
    [record] = references(f"PMID- 99000001\nTI  - Title\n{authors}SO  - J. 1964.\n")
    assert (record.cells["authors"], record.notes) == ("van Thiel PH, Sokolova IuIa, TROPICAL AB", ())


@pytest.mark.parametrize(
    "text",
    [
        "TY  - JOUR\nTI  - A nerve\nPY  - 1378\nER  - \n",
        "@article{a, title={A nerve}, year={1378}}",
        '[{"type": "article-journal", "title": "A nerve", "issued": {"date-parts": [[1378]]}}]',
        "title,authors,journal,year\nA nerve,,,1378\n",
    ],
    ids=["RIS", "BibTeX", "CSL-JSON", "CSV"],
)
def test_a_year_of_another_calendar_is_noted(text: str) -> None:
    [reference] = references(text)
    assert reference.cells == {"title": "A nerve", "year": "1378"}
    assert reference.notes == ('The year is not a Gregorian year; convert it: "1378".',)


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
    assert cells_agree("journal", whole or short, expected)


def test_ris_of_ovid() -> None:
    """A number is above each record, and ID is the PubMed ID; in Embase's records it is another."""
    record = "TY  - JOUR\nDB  - {}\nID  - 99000001\nT1  - A nerve\nN1  - Comment in: PMID: 99000002\nER  - \n"
    read = references(f"1. \n{record.format('Ovid MEDLINE(R)')}\n2. \n{record.format('Embase')}")
    assert [reference.cells["pubmed"][-9:] for reference in read] == ["99000001/", "99000002/"]


@pytest.mark.parametrize(("doi", "url"), [("", "https://www.example.org/1"), ("DO  - 10.5555/a\n", None)])
def test_no_other_link_is_needed_beside_a_doi(doi: str, url: str | None) -> None:
    [reference] = references(f"TY  - JOUR\nTI  - A nerve\n{doi}LK  - https://www.example.org/1\nER  - \n")
    assert reference.cells.get("url") == url
