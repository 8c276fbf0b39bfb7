"""What is exported can be imported again without loss."""

import pytest

from api.formats.export_formats import EXPORTED, FORMATS
from tests.support.importing import read_back

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


def exported(name: str, row: Row) -> str:
    return FORMATS[name].document([row | {"year": int(row["year"])}])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("special", SPECIAL)
def test_special_values(name: str, special: str) -> None:
    assert read_back(exported(name, LEAST | SPECIAL[special])) == [LEAST | SPECIAL[special]]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["review", "case-report", "letter", "conference-paper", "chapter"])
def test_types(name: str, kind: str) -> None:
    row = LEAST | {"type": kind}
    if kind == "chapter" and name != "csv":
        row |= {"editors": "Dugma YT, Example N", "publisher": "Levant Press"}
    assert read_back(exported(name, row)) == [row]
