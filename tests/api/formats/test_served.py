"""Export formats over HTTP: pages, single publications, downloads."""

from typing import Any

import pytest

from api.formats.export_formats import EXPORTED, FORMATS
from tests.conftest import Server

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
def test_page(server: Server, name: str) -> None:
    default = server.get("/api/publications?limit=3&offset=3&journal=radiolog")
    response = server.get(f"/api/publications?limit=3&offset=3&journal=radiolog&format={name}")
    options = {"total": 5} if name == "json" else {}
    assert response.text == FORMATS[name].document(default.json()["publications"], **options)
    assert response.headers["content-type"] == MEDIA_TYPES[name]
    inline = f'inline; filename="{FILE_NAMES[name]}"' if name in FILE_NAMES else None
    assert response.headers.get("content-disposition") == inline
    assert response.headers["x-total-count"] == default.headers["x-total-count"] == "5"
    assert response.headers["link"] == default.headers["link"].replace("limit=3", f"limit=3&format={name}")


@pytest.mark.parametrize("name", MEDIA_TYPES)
def test_single_publication(server: Server, name: str) -> None:
    """Saved under its citation key, by which it is found as well."""
    response = server.get(f"{ONE}?format={name}")
    assert response.text == FORMATS[name].single(server.json(ONE))
    assert response.headers["content-type"] == MEDIA_TYPES[name]
    saved = f'inline; filename="{FILE_NAMES[name].replace("publications", KEY)}"' if name in FILE_NAMES else None
    assert response.headers.get("content-disposition") == saved
    assert server.get(f"/api/publications/{KEY}?format={name}").content == response.content


def test_the_address_of_the_page_in_csv(server: Server) -> None:
    """Only on request, in the order of the schema."""
    assert server.get("/api/publications?fields=landingPage,year&doi=10.5555/msk.2021.001&format=csv").text == (
        "year,landingPage\r\n2021,https://profile.example.org/publications/10.5555%2Fmsk.2021.001\r\n"
    )


def test_style(server: Server) -> None:
    assert server.get(f"{ONE}?format=citation&style=apa").text == (
        "Example, N., & Levi, R. (2021). Sonography of the median nerve. Journal of Example Radiology, 12(3), 101–109. "
        "https://doi.org/10.5555/msk.2021.001\n"
    )


@pytest.mark.parametrize("form", EXPORTED, ids=lambda form: form.name)
def test_download(server: Server, publications: Rows, form: Any) -> None:
    assert server.get(form.export_path).text == form.document(publications)
