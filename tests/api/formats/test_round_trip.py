"""What is exported can be imported again without loss."""

from __future__ import annotations

import csv
from pathlib import Path
from tempfile import TemporaryDirectory

import ftfy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.formats.csv import COLUMNS
from api.formats.format import Publication
from api.formats.registry import EXPORTED, FORMATS
from db.identifiers import pmid_of
from tests.conftest import SOURCES
from tests.pipeline.importing.test_properties import PAGES, imported, rows

Row = dict[str, str | int]
NAMES = [form.name for form in EXPORTED]

# Characters that are special in LaTeX, RIS and CSV, and letters of several scripts. An import removes HTML from titles.
CHARACTERS = "abcXYZ éüßøłŻ αβΩ שלום 019 ,:;()[]'’`\"?!/+=*%$#_{}~^\\>|@-–“”"
WORDS = st.sampled_from(["R&D", "TNF-α", "--", "''", "@article{x,", "$x^2$", r"\alpha", "ER  - ", "p<0.05", "1–2"])
# The import refuses formulas and text that looks wrongly decoded, and in CSV an initial apostrophe may hide a formula.
TITLES = (
    st.lists(st.one_of(st.text(CHARACTERS, min_size=1, max_size=12), WORDS), min_size=1, max_size=5)
    .map(lambda words: " ".join(" ".join(words).split()))
    .filter(lambda text: bool(text) and text[0] not in "'=+@" and ";'" not in text and ftfy.fix_encoding(text) == text)
)
FAMILIES = st.sampled_from(
    ["Example", "Sørensen", "van der Muster", "Żółw", "O’Specimen", "Ejemplo-Ruiz", "de la Muestra", "St. Sample", "Пример", "Eu"]
)
INITIALS = st.text("ABGIJMNÉŻП", min_size=1, max_size=4)
SUFFIXES = st.sampled_from(["", "", "", " Jr", " Sr", " II", " III", " 2nd", " 3rd"])
PERSONS = st.tuples(FAMILIES, INITIALS, SUFFIXES).map(lambda parts: f"{parts[0]} {parts[1]}{parts[2]}")
OTHERS = st.sampled_from(
    [
        "Example Study Group",
        "Trialists of Examples and Samples",
        "AT&T {Example} Group",
        "Ruth Levi",
        "רות לוי",
        "例 山",
        "Group 1",
    ]
)
AUTHORS = st.tuples(
    st.lists(st.one_of(PERSONS, PERSONS, OTHERS), min_size=1, max_size=5), st.sampled_from(["", "", ", et al"])
).map(lambda parts: ", ".join(parts[0]) + parts[1])
DOIS = (
    "10.5555/{}",
    "10.5555/(sici)1234-5678(2014)12:3<101::aid-ex{}>2.0.co;2",
    "10.5555/a_b--{}{{x",
    "10.5555/b~{}}}x",
    "10.5555/@x(1)\\{}",
)
PUBMED = "https://pubmed.ncbi.nlm.nih.gov/9800000{}/"
URLS = ("https://journals.example.org/msk/{}", "https://journals.example.org/~levi/a_b(1)%20x?y=z#{}")


@st.composite
def publications(draw: st.DrawFn, number: int) -> Row:
    """Draw a publication that a number in its title and identifiers makes unique."""
    row: Row = {
        "title": f"{draw(TITLES)} {number}",
        "authors": draw(AUTHORS),
        "journal": draw(st.sampled_from(["Journal of Example Radiology", "Revista Ejemplar & Más", "{J}_1 100%"])),
        "year": draw(st.integers(1850, 2026)),
    }
    optional = {
        "volume": st.sampled_from(["1", "23", "35 Suppl 1", "{1}", "A&B"]),
        "issue": st.sampled_from(["2", "1-2", "Pt 3", "3_4"]),
        "pages": st.one_of(PAGES, st.sampled_from(["101-101", "S12-S15, S20", "e1-e9", "12, 15", "188-97"])),
        "doi": st.sampled_from(DOIS).map(lambda text: text.format(number)),
        "pubmed": st.just(PUBMED.format(number)),
        "url": st.sampled_from(URLS).map(lambda text: text.format(number)),
    }
    for name, values in optional.items():
        if draw(st.booleans()):
            row[name] = draw(values)
    return row


LISTS = st.integers(1, 5).flatmap(lambda count: st.tuples(*(publications(number) for number in range(count))))


def cells(row: Publication) -> dict[str, str]:
    return {name: str(value) for name, value in row.items()}


def read_back(text: str) -> list[dict[str, str]]:
    """Import an export into an empty list and return its rows."""
    with TemporaryDirectory() as temporary:
        imported(Path(temporary), text)
        return rows(Path(temporary))


def as_other_programs_read(row: dict[str, str]) -> dict[str, str]:
    """Return a row as other formats hold it: DOI in lower case, a PubMed ID, no notice, no address that repeats the DOI."""
    cells = {name: cell for name, cell in row.items() if name != "notice" and (name != "pubmed" or pmid_of(cell))}
    if cells.get("url", "").startswith("https://doi.org/"):
        del cells["url"]
    return cells | ({"doi": cells["doi"].lower()} if "doi" in cells else {})


@pytest.mark.parametrize("name", NAMES)
def test_example(name: str) -> None:
    """Every column of the specification, as far as a format has it."""
    text = (SOURCES / "publications.csv").read_text(encoding="utf-8")
    listed = [{field: row[field] for field in COLUMNS if row.get(field)} for row in csv.DictReader(text.splitlines())]
    expected = [row if name == "csv" else as_other_programs_read(row) for row in listed]
    assert read_back(FORMATS[name].document([row | {"year": int(row["year"])} for row in listed])) == expected


@pytest.mark.parametrize("name", NAMES)
def test_special_characters(name: str) -> None:
    """Text that LaTeX, RIS or CSV would read as markup."""
    row: Row = {
        "title": "A {b} \\c $x^2$ 50% p<0.05 R&D @article{e, ER - f -- ''g''",
        "authors": "van der Muster AB Jr, AT&T {Example} Group, רות לוי, et al",
        "journal": "J & K #1_",
        "year": 2021,
        "pages": "S12-S15, S20",
        "doi": "10.5555/(sici)1234-5678(2014)12:3<101::aid-ex1>2.0.co;2{x",
        "pubmed": "https://pubmed.ncbi.nlm.nih.gov/1/",
        "url": "https://journals.example.org/1",
    }
    assert read_back(FORMATS[name].document([row])) == [cells(row)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["review", "case-report", "letter", "conference-paper", "chapter"])
def test_types(name: str, kind: str) -> None:
    row: Row = {"title": "A nerve", "authors": "Levi R", "journal": "Journal of Example Radiology", "year": 2021, "type": kind}
    if kind == "chapter" and name != "csv":
        row |= {"editors": "Dugma YT, Example N", "publisher": "Levant Press"}
    assert read_back(FORMATS[name].document([row])) == [cells(row)]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@given(listed=LISTS)
def test_any_list(name: str, listed: tuple[Row, ...]) -> None:
    """Every cell, in the order of the service: latest year first; in RIS and BibTeX with the last page in full."""
    whole = {"188-97": "188-197", "101-9": "101-109"} if name in ("ris", "bibtex") else {}
    written = [row | {"pages": whole.get(str(row["pages"]), row["pages"])} if "pages" in row else row for row in listed]
    expected = sorted(map(cells, written), key=lambda row: -int(row["year"]))
    assert read_back(FORMATS[name].document(listed)) == expected
