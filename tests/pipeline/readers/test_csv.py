"""CSV that spreadsheet programs or people have changed, or Google Scholar has cut."""

from __future__ import annotations

import pytest

from tests.support.importing import references

PUBMED = "PMID,Title,Authors,Citation,First Author,Journal/Book,Publication Year,Create Date,PMCID,NIHMS ID,DOI"
SCOPUS = "Authors,Author full names,Title,Year,Source title,Volume,Issue,Art. No.,Page start,Page end,DOI,Link,Document Type"
SCHOLAR = "Authors,Title,Publication,Volume,Number,Pages,Year,Publisher"
LIST = "title,authors,journal,year,volume,issue,pages,doi"
CELLS = {
    "title": "A nerve",
    "authors": "Levi R",
    "journal": "Levant Journal",
    "year": "2020",
    "volume": "3",
    "issue": "1",
    "pages": "5-9",
}
DOI = {"doi": "10.5555/nerve"}
ROWS = {
    PUBMED: (
        "99000001,A nerve.,Levi R.,Levant J. 2020 Mar;3(1):5-9. doi: x.,Levi R,Levant Journal,2020,2020/03/01,,,10.5555/nerve",
        {**CELLS, **DOI, "pubmed": "https://pubmed.ncbi.nlm.nih.gov/99000001/"},
    ),
    SCOPUS: ('Levi R.,"Levi, Rina (1)",A nerve,2020,Levant Journal,3,1,,5,9,10.5555/nerve,,Article', {**CELLS, **DOI}),
    SCHOLAR: ('"Levi, Rina",A nerve,Levant Journal,3,1,5-9,2020,Example', CELLS),
    LIST: ("A nerve,Levi R,Levant Journal,2020,3,1,5-9,10.5555/nerve", {**CELLS, **DOI}),
}


@pytest.mark.parametrize("header", [*ROWS, *map(str.upper, ROWS), *map(str.lower, ROWS), *map(str.title, ROWS)])
def test_the_names_of_columns_in_any_case(header: str) -> None:
    row, cells = next(ROWS[name] for name in ROWS if name.lower() == header.lower())
    [reference] = references(f"{header}\n{row}\n")
    assert reference.cells == cells


@pytest.mark.parametrize(
    ("title", "cells", "note"),
    [
        (
            "REMOVED: A nerve",
            {"title": "REMOVED: A nerve"},
            'The title says that it was retracted, which belongs in the column notice: "REMOVED: A nerve".',
        ),
        ("word " * 401, {}, "Left out title: it has 2,004 characters, and a cell at most 2,000."),
    ],
    ids=["removed", "long"],
)
def test_a_doubtful_title_of_a_list(title: str, cells: dict[str, str], note: str) -> None:
    [reference] = references(f"title,authors,journal,year\n{title},Levi R,Levant Journal,2020\n")
    assert reference.cells == {**cells, "authors": "Levi R", "journal": "Levant Journal", "year": "2020"}
    assert reference.notes == (note,)


def scholar_row(count: int) -> str:
    names = "".join(f"Levi, {letter}; " for letter in "ABCDEFGHIJK"[:count])
    return f'"{names}",Title of {count},J,1,,,2020,\n'


def test_lists_of_ten_authors_of_google_scholar_end_in_et_al_with_one_note_for_the_file() -> None:
    read = references(f"{SCHOLAR}\n{''.join(map(scholar_row, (9, 10, 10, 11)))}")
    note = "Google Scholar's CSV names at most 10 authors, so lists of 10 in this file end in et al."
    assert [(reference.cells["authors"].partition("Levi H, ")[2], reference.notes) for reference in read] == [
        ("Levi I", ()),
        ("Levi I, Levi J, et al", (note,)),
        ("Levi I, Levi J, et al", ()),
        ("Levi I, Levi J, Levi K", ()),
    ]
