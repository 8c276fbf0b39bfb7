"""Export formats over HTTP: pages, single publications, downloads, and what Citation.js reads."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any

import pytest

from api.formats.registry import EXPORTED, FORMATS
from db.names import names
from tests.conftest import ROOT, Server

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
NODE = ROOT / "tests" / "node"
ONE = "/api/publications/10.5555%2Fmsk.2021.001"
KEY = "example2021sonography-2quh5q2i"
Rows = list[dict[str, Any]]


@pytest.mark.parametrize("name", MEDIA_TYPES)
def test_page(server: Server, name: str) -> None:
    """The same publications, total and links as in JSON."""
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


@pytest.mark.skipif(not shutil.which("node") or not (NODE / "node_modules").is_dir(), reason="npm ci --prefix tests/node")
@pytest.mark.parametrize("name", ["bibtex", "ris", "csl"])
def test_citation_js(publications: Rows, name: str) -> None:
    """Title, authors, year, journal, volume, issue, pages and DOI of every record."""
    text = FORMATS[name].document(publications)
    done = subprocess.run(["node", "read.mjs", name], input=text, capture_output=True, text=True, cwd=NODE, check=True)
    located = {"container-title": "journal", "volume": "volume", "issue": "issue"}
    for record, row in zip(json.loads(done.stdout), publications, strict=True):
        # Of papers and chapters in RIS, Citation.js reads no T2 and no IS.
        is_article = name != "ris" or row.get("type") not in ("conference-paper", "chapter")
        fields = {**(located if is_article else {}), "DOI": "doi"}
        assert {ours: str(record[theirs]) for theirs, ours in fields.items() if theirs in record} == {
            name: row[name] for name in fields.values() if name in row
        }
        assert record["title"].replace("“", '"').replace("”", '"') == row["title"]
        assert int(record["issued"]["date-parts"][0][0]) == row["year"]
        assert [person.get("family") or person["literal"] for person in record["author"]] == [
            name.rpartition(" ")[0] for name in names(row["authors"])
        ]
        assert record.get("page") == row.get("pages")
