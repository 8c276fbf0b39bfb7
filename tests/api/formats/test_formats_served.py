"""Every format as the service hands it out: a page, one publication, the whole list; and what other programs read in it."""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

import feedparser
import pytest
import rispy
from bibtexparser.entrypoint import parse_string
from pyld import jsonld

from api.formats.registry import EXPORTED, FORMATS
from db.names import names
from tests.conftest import BASE_URL, ROOT, Server, pipeline
from tests.support.wire import ask, refused

MEDIA_TYPES = {
    "csv": "text/csv; charset=utf-8; header=present",
    "bibtex": "application/x-bibtex; charset=utf-8",
    "ris": "application/x-research-info-systems; charset=utf-8",
    "csl": "application/vnd.citationstyles.csl+json",
    "jsonld": "application/ld+json",
}
EXPORTS = {"csv": "csv", "bibtex": "bib", "ris": "ris", "csl": "csl.json"}
NODE = ROOT / "tests" / "node"
Rows = list[dict[str, Any]]


def text(form: str, publications: Rows) -> bytes:
    return "".join(FORMATS[form].document(publications)).encode()


@pytest.mark.parametrize("form", MEDIA_TYPES)
def test_a_page(server: Server, publications: Rows, form: str) -> None:
    """The same publications, total and links as in JSON."""
    as_json = server.get("/api/publications?limit=3&offset=3&journal=radiolog")
    answer = server.get(f"/api/publications?limit=3&offset=3&journal=radiolog&format={form}")
    assert answer.content == text(form, as_json.json()["publications"])
    assert answer.headers["content-type"] == MEDIA_TYPES[form]
    assert answer.headers["content-disposition"] == f'inline; filename="{FORMATS[form].file_name}"'
    assert answer.headers["x-total-count"] == as_json.headers["x-total-count"] == "5"
    assert answer.headers["link"] == as_json.headers["link"].replace("limit=3", f"limit=3&format={form}")


def test_json_by_name_is_json(server: Server) -> None:
    assert server.get("/api/publications?format=json").content == server.get("/api/publications").content
    path = "/api/publications/10.5555%2Fmsk.2021.001"
    assert server.get(f"{path}?format=json").content == server.get(path).content


@pytest.mark.parametrize("form", MEDIA_TYPES)
def test_no_publications(server: Server, form: str) -> None:
    answer = server.get(f"/api/publications?year=1900&format={form}")
    assert (answer.status_code, answer.content) == (200, text(form, []))


@pytest.mark.parametrize("form", MEDIA_TYPES)
def test_one_publication(server: Server, publications: Rows, form: str) -> None:
    """Each that has a DOI."""
    for row in publications:
        if "doi" in row:
            answer = server.get(f"/api/publications/{quote(row['doi'], safe='')}?format={form}")
            assert answer.content == FORMATS[form].single(row).encode()
            assert answer.headers["content-type"] == MEDIA_TYPES[form]


def test_what_the_doi_does_not_take(server: Server) -> None:
    """A wrong format is refused; what is no parameter here is ignored, as before there were formats."""
    path = "/api/publications/10.5555%2Fmsk.2021.001"
    assert "bibtex" in refused(ask(server, f"{path}?format=marc"), 400, "invalid_parameter")
    refused(ask(server, f"{path}?style=apa"), 400, "invalid_parameter")
    refused(ask(server, f"{path}?format=ris&format=ris"), 400, "invalid_parameter")
    assert ask(server, f"{path}?limit=x&_=1").body == ask(server, path).body


@pytest.mark.parametrize("accept", ["application/x-bibtex", "application/vnd.citationstyles.csl+json", "text/x-bibliography"])
def test_accept_stays_ignored(server: Server, accept: str) -> None:
    for path in ("/api/publications", "/api/publications/10.5555%2Fmsk.2021.001"):
        answer = server.get(path, headers={"Accept": accept})
        assert answer.headers["content-type"] == "application/json; charset=utf-8"
        assert answer.headers["vary"] == "Accept-Encoding"


def test_columns_of_a_csv(server: Server) -> None:
    answer = server.get("/api/publications?format=csv&fields=doi,year&year_to=2016")
    assert answer.text == "year,doi\r\n2016,\r\n2014,10.5555/(SICI)1234-5678(2014)12:3<101::AID-EX1>2.0.CO;2\r\n"


@pytest.mark.parametrize(("form", "extension"), EXPORTS.items())
def test_the_whole_list_as_a_download(server: Server, publications: Rows, form: str, extension: str) -> None:
    """Made when the database was built, the same bytes as the whole list in that format, with validators."""
    path = f"/api/export.{extension}"
    answer = server.get(path)
    assert answer.content == text(form, publications) == server.get(f"/api/publications?format={form}").content
    assert answer.headers["content-type"] == MEDIA_TYPES[form]
    assert answer.headers["content-disposition"] == f'attachment; filename="publications.{extension}"'
    again = server.get(path, headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert server.client.head(path).headers["content-length"] == str(len(answer.content))


def test_every_exported_format_has_its_address() -> None:
    assert {form.name: form.file_name.removeprefix("publications.") for form in EXPORTED} == EXPORTS


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        (
            "vancouver",
            "Example N, Levi R. Sonography of the median nerve. Journal of Example Radiology. 2021;12(3):101–9. "
            "doi:10.5555/msk.2021.001",
        ),
        (
            "apa",
            "Example, N., & Levi, R. (2021). Sonography of the median nerve. Journal of Example Radiology, 12(3), 101–109. "
            "https://doi.org/10.5555/msk.2021.001",
        ),
        (
            "ama",
            "Example N, Levi R. Sonography of the median nerve. Journal of Example Radiology. 2021;12(3):101-109. "
            "doi:10.5555/msk.2021.001",
        ),
    ],
)  # fmt: skip
def test_citations(server: Server, publications: Rows, style: str, expected: str) -> None:
    """One line each, for a DOI and for a page."""
    answer = server.get(f"/api/publications/10.5555%2Fmsk.2021.001?format=citation&style={style}")
    assert answer.text == f"{expected}\n"
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    page = server.get(f"/api/publications?format=citation&style={style}")
    assert len(page.text.splitlines()) == 13
    assert page.text.splitlines()[6] == expected
    assert page.headers["x-total-count"] == "13"
    assert server.get("/api/publications?format=citation&limit=0").content == b""


def test_vancouver_is_the_style_unless_another_is_named(server: Server) -> None:
    query = "/api/publications?format=citation"
    assert server.get(query).content == server.get(f"{query}&style=vancouver").content != server.get(f"{query}&style=ama").content


# other programs


def served(server: Server, form: str) -> str:
    return server.get(f"/api/export.{EXPORTS[form]}").content.decode()


def test_bibtexparser(server: Server, publications: Rows) -> None:
    library = parse_string(served(server, "bibtex"))
    assert library.failed_blocks == []
    found = [(int(entry["year"]), entry.get("doi"), entry.entry_type) for entry in library.entries]
    assert [(year, doi and doi.value, kind) for year, doi, kind in found] == [
        (row["year"], row.get("doi"), "article") for row in publications
    ]
    assert len({entry.key for entry in library.entries}) == 13


def test_rispy(server: Server, publications: Rows) -> None:
    records = rispy.loads(served(server, "ris"))
    assert [(record["title"], int(record["year"]), record["secondary_title"], record.get("doi")) for record in records] == [
        (row["title"], row["year"], row["journal"], row.get("doi")) for row in publications
    ]


@pytest.mark.skipif(not shutil.which("node") or not (NODE / "node_modules").is_dir(), reason="npm ci --prefix tests/node")
@pytest.mark.parametrize("form", ["bibtex", "ris", "csl"])
def test_citation_js(server: Server, publications: Rows, form: str) -> None:
    """Title, authors, year, journal, volume, issue, pages and DOI of every record."""
    done = subprocess.run(
        ["node", "read.mjs", form], input=served(server, form), capture_output=True, text=True, cwd=NODE, check=True
    )
    fields = {"container-title": "journal", "volume": "volume", "issue": "issue", "DOI": "doi"}
    for record, row in zip(json.loads(done.stdout), publications, strict=True):
        assert {ours: str(record[theirs]) for theirs, ours in fields.items() if theirs in record} == {
            name: row[name] for name in fields.values() if name in row
        }
        assert record["title"].replace("“", '"').replace("”", '"') == row["title"]
        assert int(record["issued"]["date-parts"][0][0]) == row["year"]
        assert [person.get("family") or person["literal"] for person in record["author"]] == [
            name.rpartition(" ")[0] for name in names(row["authors"])
        ]
        assert record.get("page") == row.get("pages")


def test_frictionless(server: Server, publications: Rows, tmp_path: Path) -> None:
    """The CSV is a table that its validator takes, also against the schema that the sources are held to."""
    (tmp_path / "publications.csv").write_text(served(server, "csv"), encoding="utf-8", newline="")
    command = [str(Path(sys.executable).with_name("frictionless")), "validate", "publications.csv", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    [task] = json.loads(done.stdout)["tasks"]
    assert (done.returncode, task["valid"], task["stats"]["rows"]) == (0, True, 13)
    read = csv.DictReader(io.StringIO(served(server, "csv"), newline=""))
    assert [{name: cell for name, cell in row.items() if cell} for row in read] == [
        {name: str(value) for name, value in row.items()} for row in publications
    ]


def test_feedparser(server: Server, publications: Rows) -> None:
    answer = server.get("/feed.atom")
    assert answer.headers["content-type"] == "application/atom+xml; charset=utf-8"
    feed = feedparser.parse(answer.content)
    assert (feed.bozo, feed.version) == (False, "atom10")
    assert [entry.title for entry in feed.entries] == [row["title"] for row in publications]
    assert len({entry.id for entry in feed.entries}) == 13
    assert {link.rel: link.href for link in feed.feed.links} == {
        "self": f"{BASE_URL}/feed.atom",
        "alternate": f"{BASE_URL}/api/publications",
    }
    again = server.get("/feed.atom", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def offline(address: str, options: Any) -> Any:
    """What schema.org says of the terms that are used here, as far as it matters: all are its own, some are links."""
    assert address in ("https://schema.org", "https://schema.org/"), address
    links = {name: {"@type": "@id"} for name in ("url", "sameAs")}
    context = {"@vocab": "https://schema.org/", "id": "@id", "type": "@type", **links}
    return {"contextUrl": None, "documentUrl": address, "contentType": "application/ld+json", "document": {"@context": context}}


def test_pyld(server: Server, publications: Rows) -> None:
    """A JSON-LD processor finds an article for each publication, whole and alone."""
    document = server.json("/api/publications?format=jsonld")
    nodes = jsonld.expand(document, {"documentLoader": offline})
    articles = [node for node in nodes if node["@type"] == ["https://schema.org/ScholarlyArticle"]]
    assert [node["https://schema.org/headline"] for node in articles] == [[{"@value": row["title"]}] for row in publications]
    assert [len(node["https://schema.org/author"]) for node in articles] == [len(names(row["authors"])) for row in publications]
    assert [node.get("@id") for node in articles if "@id" in node] == [
        f"https://doi.org/{quote(row['doi'], safe='/:;()')}" for row in publications if "doi" in row
    ]
    [alone] = jsonld.expand(server.json("/api/publications/10.5555%2Fmsk.2021.001?format=jsonld"), {"documentLoader": offline})
    assert alone in articles


@pytest.mark.parametrize("form", EXPORTS)
def test_what_is_exported_can_be_imported(server: Server, publications: Rows, tmp_path: Path, form: str) -> None:
    """Into an empty list: the same rows; and once more: nothing to change."""
    export, target = tmp_path / "export", tmp_path / "list.csv"
    export.write_bytes(served(server, form).encode())
    target.write_text("title,authors,journal,year,volume,issue,pages,doi,pubmed,url\n", encoding="utf-8")
    assert pipeline("import", export, "--output", target, "--write").code == 0
    with target.open(encoding="utf-8", newline="") as file:
        rows = [{name: cell for name, cell in row.items() if cell} for row in csv.DictReader(file)]
    expected = [{name: str(value) for name, value in row.items()} for row in publications]
    for row in expected:
        if form != "csv" and "doi" in row:
            row["doi"] = row["doi"].lower()
    assert rows == expected
    before = target.read_bytes()
    assert pipeline("import", export, "--output", target, "--write").code == 0
    assert target.read_bytes() == before
