"""What is exported can be imported again without loss."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given

from api.formats.registry import EXPORTED, FORMATS
from tests.pipeline.importing.test_properties import LISTS, rows
from tests.support.importing import import_into

Row = dict[str, str]
NAMES = [form.name for form in EXPORTED]
LEAST: Row = {"title": "A nerve", "authors": "Levi R", "journal": "Journal of Example Radiology", "year": "2021"}
# Values with characters that LaTeX, RIS or CSV would read as markup, and forms of which each format has its own.
SPECIAL: dict[str, Row] = {
    "markup": {"title": "A {b} \\c $x^2$ 50% p<0.05 R&D @article{e, ER - f -- ''g'' 1–2 ~ ^ | “α”"},
    "locators": {"journal": "{J} & K #1_ 100%", "volume": "35 Suppl {1}", "issue": "Pt 3_4", "pages": "S12-S15, S20"},
    "one page": {"pages": "101-101"},
    "addresses": {
        "doi": "10.5555/(sici)1234-5678(2014)12:3<101::aid-ex1>2.0.co;2{x",
        "pubmed": "https://pubmed.ncbi.nlm.nih.gov/1/",
        "url": "https://journals.example.org/~levi/a_b(1)%20x?y=z#1",
    },
    "hyphens in a DOI": {"doi": "10.5555/a_b--1"},
    "a brace in a DOI": {"doi": "10.5555/b~1}x"},
    "an at sign in a DOI": {"doi": "10.5555/@x(1)\\1"},
    "persons": {"authors": "van der Muster AB Jr, O’Specimen G III, St. Sample J 2nd, Ejemplo-Ruiz ŻÉ, Пример П"},
    "organizations": {"authors": "AT&T {Example} Group, Trialists of Examples and Samples, רות לוי, 例 山, Group 1, et al"},
}


def read_back(name: str, *listed: Row) -> list[Row]:
    """Export publications, import them into an empty list, and return its rows."""
    with TemporaryDirectory() as temporary:
        path = Path(temporary, "publications.csv")
        import_into(path, FORMATS[name].document([row | {"year": int(row["year"])} for row in listed]))
        return rows(path)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("special", SPECIAL)
def test_special_values(name: str, special: str) -> None:
    assert read_back(name, LEAST | SPECIAL[special]) == [LEAST | SPECIAL[special]]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["review", "case-report", "letter", "conference-paper", "chapter"])
def test_types(name: str, kind: str) -> None:
    row = LEAST | {"type": kind}
    if kind == "chapter" and name != "csv":
        row |= {"editors": "Dugma YT, Example N", "publisher": "Levant Press"}
    assert read_back(name, row) == [row]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@given(listed=LISTS)
def test_any_list(name: str, listed: tuple[Row, ...]) -> None:
    """Every cell, in the order of the service: latest year first; in RIS and BibTeX with the last page in full."""
    whole = {"101-9": "101-109"} if name in ("ris", "bibtex") else {}
    expected = [row | {"pages": whole.get(row["pages"], row["pages"])} if "pages" in row else row for row in listed]
    assert read_back(name, *listed) == sorted(expected, key=lambda row: -int(row["year"]))
