"""Export formats over HTTP; what is exported can be imported again without loss."""

from typing import Any

import pytest

from api.formats.export_formats import DOWNLOAD_FORMATS, EXPORT_FORMATS
from db.publication import Publication
from tests.conftest import Server
from tests.support.importing import read_back

MEDIA_TYPES = {
    "json": "application/json; charset=utf-8",
    "csv": "text/csv; charset=utf-8; header=present",
    "bibtex": "application/x-bibtex; charset=utf-8",
    "ris": "application/x-research-info-systems; charset=utf-8",
    "csl": "application/vnd.citationstyles.csl+json",
    "jsonld": "application/ld+json",
    "citation": "text/plain; charset=utf-8",
}
FILE_NAMES = {
    "csv": "publications.csv",
    "bibtex": "publications.bib",
    "ris": "publications.ris",
    "csl": "publications.csl.json",
    "jsonld": "publications.jsonld",
}
ONE = "/api/publications/10.5555%2Fmsk.2021.001"
KEY = "example2021sonography-2quh5q2i"
Rows = list[dict[str, Any]]


@pytest.mark.parametrize("name", MEDIA_TYPES)
def test_a_page_of_the_list_in_each_format(server: Server, name: str) -> None:
    default = server.get("/api/publications?limit=3&offset=3&journal=radiolog")
    response = server.get(f"/api/publications?limit=3&offset=3&journal=radiolog&format={name}")
    options = {"total": 5} if name == "json" else {}
    assert response.content == EXPORT_FORMATS[name].write_list(map(Publication, default.json()["publications"]), **options)
    assert response.headers["content-type"] == MEDIA_TYPES[name]
    inline = f'inline; filename="{FILE_NAMES[name]}"' if name in FILE_NAMES else None
    assert response.headers.get("content-disposition") == inline
    assert response.headers["x-total-count"] == default.headers["x-total-count"] == "5"
    assert response.headers["link"] == default.headers["link"].replace("limit=3", f"limit=3&format={name}")


@pytest.mark.parametrize("name", MEDIA_TYPES)
def test_a_publication_in_each_format(server: Server, name: str) -> None:
    """Saved under its citation key, by which it is found as well."""
    response = server.get(f"{ONE}?format={name}")
    assert response.content == EXPORT_FORMATS[name].write_single(Publication(server.json(ONE)))
    assert response.headers["content-type"] == MEDIA_TYPES[name]
    saved = f'inline; filename="{FILE_NAMES[name].replace("publications", KEY)}"' if name in FILE_NAMES else None
    assert response.headers.get("content-disposition") == saved
    assert server.get(f"/api/publications/{KEY}?format={name}").content == response.content


def test_the_address_of_the_page_in_csv(server: Server) -> None:
    """Only on request, in the order of the schema."""
    assert server.get("/api/publications?fields=landingPage,year&doi=10.5555/msk.2021.001&format=csv").text == (
        "year,landingPage\r\n2021,https://profile.example.org/publications/10.5555%2Fmsk.2021.001\r\n"
    )


def test_a_citation_in_a_chosen_style(server: Server) -> None:
    assert server.get(f"{ONE}?format=citation&style=apa").text == (
        "Example, N., & Levi, R. (2021). Sonography of the median nerve. Journal of Example Radiology, 12(3), 101–109. "
        "https://doi.org/10.5555/msk.2021.001\n"
    )


@pytest.mark.parametrize("form", DOWNLOAD_FORMATS, ids=lambda form: form.name)
def test_a_download_has_every_publication(server: Server, publications: Rows, form: Any) -> None:
    assert server.get(form.export_path).content == form.write_list(map(Publication, publications))


Row = dict[str, str]
NAMES = [form.name for form in DOWNLOAD_FORMATS]
LEAST: Row = {"title": "A nerve", "authors": "Levi R", "journal": "Journal of Example Radiology", "year": "2021"}
# Values with characters that LaTeX, RIS or CSV would read as markup, and forms that differ between formats.
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
    return EXPORT_FORMATS[name].write_list([Publication(row | {"year": int(row["year"])})]).decode()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("special", SPECIAL)
def test_special_values_come_back(name: str, special: str) -> None:
    assert read_back(exported(name, LEAST | SPECIAL[special])) == [LEAST | SPECIAL[special]]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["review", "case-report", "letter", "conference-paper", "chapter"])
def test_types_come_back(name: str, kind: str) -> None:
    row = LEAST | {"type": kind}
    if kind == "chapter" and name != "csv":
        row |= {"editors": "Dugma YT, Example N", "publisher": "Levant Press"}
    assert read_back(exported(name, row)) == [row]
