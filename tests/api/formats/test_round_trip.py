"""What is exported can be imported again without loss."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from api.formats.csv import COLUMNS
from api.formats.format import Publication
from api.formats.registry import EXPORTED, FORMATS
from db.identifiers import pmid_of
from tests.conftest import SOURCES
from tests.pipeline.importing.test_properties import imported, rows

Row = dict[str, str | int]
NAMES = [form.name for form in EXPORTED]


def cells(row: Publication) -> dict[str, str]:
    return {name: str(value) for name, value in row.items()}


def read_back(folder: Path, text: str) -> list[dict[str, str]]:
    """Import an export into an empty list and return its rows."""
    imported(folder, text)
    return rows(folder)


def as_other_programs_read(row: dict[str, str]) -> dict[str, str]:
    """Return a row as other formats hold it: DOI in lower case, a PubMed ID, no notice, no address that repeats the DOI."""
    cells = {name: cell for name, cell in row.items() if name != "notice" and (name != "pubmed" or pmid_of(cell))}
    if cells.get("url", "").startswith("https://doi.org/"):
        del cells["url"]
    return cells | ({"doi": cells["doi"].lower()} if "doi" in cells else {})


@pytest.mark.parametrize("name", NAMES)
def test_example(name: str, tmp_path: Path) -> None:
    """Every column of the specification, as far as a format has it."""
    text = (SOURCES / "publications.csv").read_text(encoding="utf-8")
    listed = [{field: row[field] for field in COLUMNS if row.get(field)} for row in csv.DictReader(text.splitlines())]
    expected = [row if name == "csv" else as_other_programs_read(row) for row in listed]
    assert read_back(tmp_path, FORMATS[name].document([row | {"year": int(row["year"])} for row in listed])) == expected


@pytest.mark.parametrize("name", NAMES)
def test_special_characters(name: str, tmp_path: Path) -> None:
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
    assert read_back(tmp_path, FORMATS[name].document([row])) == [cells(row)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["review", "case-report", "letter", "conference-paper", "chapter"])
def test_types(name: str, kind: str, tmp_path: Path) -> None:
    row: Row = {"title": "A nerve", "authors": "Levi R", "journal": "Journal of Example Radiology", "year": 2021, "type": kind}
    if kind == "chapter" and name != "csv":
        row |= {"editors": "Dugma YT, Example N", "publisher": "Levant Press"}
    assert read_back(tmp_path, FORMATS[name].document([row])) == [cells(row)]
