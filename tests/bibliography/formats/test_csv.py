"""CSV that spreadsheet programs or people have changed, or Google Scholar has cut."""

from collections.abc import Callable

import pytest

from bibliography.reference import FailedRecord, Reference
from pipeline.wording import quote
from tests.support.importing import read_back, records, references

PUBMED = "PMID,Title,Authors,Citation,First Author,Journal/Book,Publication Year,Create Date,PMCID,NIHMS ID,DOI"
SCOPUS = "Authors,Title,Year,Source title"
SCHOLAR = "Authors,Title,Publication,Volume,Number,Pages,Year,Publisher"


@pytest.mark.parametrize("header", [PUBMED.upper(), PUBMED.lower(), PUBMED.title()])
def test_the_names_of_columns_in_any_case(header: str) -> None:
    row = "99000001,A nerve.,Levi R.,Levant J. 2020 Mar;3(1):5-9. doi: x.,Levi R,Levant Journal,2020,,,,10.5555/nerve"
    [reference] = references(f"{header}\n{row}\n")
    assert reference.cells == {
        "title": "A nerve",
        "authors": "Levi R",
        "journal": "Levant Journal",
        "year": "2020",
        "volume": "3",
        "issue": "1",
        "pages": "5-9",
        "doi": "10.5555/nerve",
        "pubmed": "https://pubmed.ncbi.nlm.nih.gov/99000001/",
    }


@pytest.mark.parametrize("spelling", [str, str.lower, str.upper])
def test_the_fields_of_a_list_in_any_case(spelling: Callable[[str], str]) -> None:
    row = {
        "title": "A nerve",
        "authors": "Levi R",
        "journal": "J",
        "year": "2020",
        "fullText": "https://repository.example.org/nerve.pdf",
        "summaryHebrew": "עצב",
    }
    assert read_back(f"{spelling(','.join(row))}\n{','.join(row.values())}\n") == [row]


@pytest.mark.parametrize("separator", [";", "\t"])
def test_columns_that_a_spreadsheet_separated_otherwise(separator: str) -> None:
    """Excel separates by semicolons where the decimal separator is a comma."""
    row = '99000001,A nerve.,"Levi R; Dugma Y.","J. 2020 Mar;3(1):5-9.",Levi R,J,2020,,,,'
    header, cells = PUBMED.replace(",", separator), row.replace(",", separator)
    read = records(f"\ufeff{header}\n{cells}\nA{separator}B\n")
    assert [type(record) for record in read] == [Reference, FailedRecord]
    [reference] = references(f"{header}\n{cells}\n")
    assert reference.cells == {
        "title": "A nerve",
        "authors": "Levi R, Dugma Y",
        "journal": "J",
        "year": "2020",
        "volume": "3",
        "issue": "1",
        "pages": "5-9",
        "pubmed": "https://pubmed.ncbi.nlm.nih.gov/99000001/",
    }


def test_names_in_capitals_from_pubmed() -> None:
    [reference] = references(f'{PUBMED}\n99000001,A nerve.,"VAN THIEL PH, Levi R, ENCODE.",J. 1964 Mar;3(1):5-9.,V,J,1964,,,,\n')
    assert (reference.cells["authors"], reference.notes) == ("van Thiel PH, Levi R, ENCODE", ())


def test_doubtful_values_of_a_list_are_noted() -> None:
    """Its empty rows are no records."""
    text = f"title,authors,journal,year\n\n,,,\nREMOVED: A nerve,Levi R,{'word ' * 401},2020\n\n"
    [reference] = references(text)
    assert [(each.location.record, each.location.line) for each in records(text)] == [(1, 4)]
    assert reference.cells == {"title": "REMOVED: A nerve", "authors": "Levi R", "year": "2020"}
    assert reference.notes == (
        "Left out journal: it has 2,004 characters, and a cell at most 2,000.",
        'The title says that it was retracted, which belongs in the column notice: "REMOVED: A nerve".',
    )


@pytest.mark.parametrize("separator", [", ", "; "])
def test_scopus_separates_authors_by_semicolons_since_2020(separator: str) -> None:
    [reference] = references(f'{SCOPUS}\n"Levi R.{separator}WHO",A nerve,2019,J\n')
    assert reference.cells == {"title": "A nerve", "authors": "Levi R, WHO", "journal": "J", "year": "2019"}


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


@pytest.mark.parametrize(
    ("written", "authors", "notes"),
    [
        ("Smith, John; Doe, Jane A.", "Smith J, Doe JA", ()),
        ("John Smith and Jane Doe", "Smith J, Doe J", ()),
        ("J. Smith, B. Doe", "Smith J, Doe B", ()),
        ("Levi R, Martin J-P, St. John R", "Levi R, Martin J-P, St. John R", ()),
        ("Levi R, Nerves Without Borders, et al", "Levi R, Nerves Without Borders, et al", ("Nerves Without Borders",)),
        ("ENCODE, Heart & Stroke Study Group", "ENCODE, Heart & Stroke Study Group", ()),
        ("Levi R, Society of Nerves and Muscles, Dugma Y", "Levi R, Society of Nerves and Muscles, Dugma Y", ()),
        ("Levi R, Dugma Y, and Sample K", "Levi R, Dugma Y, Sample K", ()),
        ("Levi R, Dugma Y & Sample K", "Levi R, Dugma Y, Sample K", ()),
        ("Levi, R. G., Dugma, Y., & Sample, K.", "Levi RG, Dugma Y, Sample K", ()),
        ("LEVI R, Dugma Y", "LEVI R, Dugma Y", ()),
        ("John Smith, Jane Doe", "John Smith, Jane Doe", ("John Smith", "Jane Doe")),
    ],
)
def test_authors_of_a_list_that_a_person_wrote(written: str, authors: str, notes: tuple[str, ...]) -> None:
    """What has the form of the list stays as it is."""
    [reference] = references(f'title,authors,journal,year,doi\nA nerve,"{written}",J,2020,https://doi.org/10.5555/N\n')
    assert (reference.cells["authors"], reference.cells["doi"]) == (authors, "10.5555/n")
    assert reference.notes == tuple(f"No initials: {' and '.join(map(quote, notes))}." for _ in notes[:1])
