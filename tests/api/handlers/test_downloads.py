"""Downloads: made once per snapshot of the data; and the data for data tools, as a Data Package and as the database."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import frictionless
import pytest
from falcon.testing import TestClient

from api.application import create_app
from api.context import Application, Context
from api.endpoints import ENDPOINTS
from api.formats.registry import FORMATS
from api.handlers.downloads import export, once
from api.http.response import Representation, etag_of
from db.publication import Publication
from db.snapshot import Database
from tests.conftest import Server
from tests.support.site import Site, client_of, serving_list
from tests.support.waiting import free_port
from tests.support.wire import PAGES


def context_of(database: Database, *, markdown: bool = False) -> Context:
    return Context(Application(database, ()), database.snapshot(), markdown=markdown)


def test_a_download_is_made_once(example_database: Path) -> None:
    """Concurrent requests share its bytes."""
    database, calls = Database(example_database), list[int]()

    def document(publications: list[Publication]) -> str:
        calls.append(len(publications))
        return ""

    handler = export(replace(FORMATS["csv"], document=document))
    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(lambda _: handler(context_of(database)), range(8)))
    assert calls == [13]
    assert {id(answer.body) for answer in answers} == {id(answers[0].body)}


def test_what_is_made_once_has_both_media_types(example_database: Path) -> None:
    """A page as HTML and as Markdown."""
    database = Database(example_database)
    handler = once(lambda context: Representation(b"Markdown" if context.markdown else b"HTML"))
    answers = [handler(context_of(database, markdown=markdown)).body for markdown in (False, True, False)]
    assert answers == [b"HTML", b"Markdown", b"HTML"]


def test_frictionless_reads_the_data_from_its_address(example_database: Path, serve: Callable[..., Server]) -> None:
    """Every resource, with the types of the schema, and without errors."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    serve(example_database, port=port, PROFILE_BASE_URL=address)
    package = frictionless.Package(f"{address}/datapackage.json")
    assert package.validate().valid, package.validate().flatten(["title", "note"])
    names = [resource.name for resource in package.resources]
    assert names == ["profile", "clinic", "research", "publications", "services", "cv"]
    publications = package.get_table_resource("publications").read_rows()
    assert len(publications) == 13
    assert (publications[0]["year"], publications[0]["featured"], publications[0]["notice"]) == (2025, True, None)
    services = package.get_table_resource("services").read_rows()
    assert [row["tags"] for row in services if row["name"].startswith("Consultation on nerve")] == [["nerve-ultrasound"]]


def test_tables_are_not_guarded_for_spreadsheets(tmp_path: Path) -> None:
    """Values are as they are; /api/export.csv keeps its guard."""
    site = serving_list(tmp_path, ["title", "authors", "journal", "year"], [["=1+1", "Levi R", "Journal", 2021]])
    assert "\r\n=1+1,Levi R,Journal,2021," in site.get("/api/data/publications.csv").text
    assert "\r\n'=1+1,Levi R,Journal,2021," in site.get("/api/export.csv").text


def test_the_database_is_hashed_once(example_database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache does not keep a large one."""
    hashed = list[bytes]()

    def etag(body: bytes) -> str:
        hashed.append(body)
        return etag_of(body)

    for module in ("api.handlers.downloads", "api.http.response"):
        monkeypatch.setattr(f"{module}.etag_of", etag)
    client, content = client_of(example_database, cache_bytes=0), example_database.read_bytes()
    etags = {client.simulate_get("/profile.db").headers["etag"] for _ in range(3)}
    assert (etags, hashed) == ({etag_of(content)}, [content])


@pytest.mark.parametrize("path", PAGES)
def test_a_page_of_a_preview_shows_the_last_build(example_database: Path, path: str) -> None:
    """Its problems, and no more once they are solved; the snapshot is the same."""
    problems = list[str]()
    client = TestClient(create_app(Application(Database(example_database), ENDPOINTS, problems=problems)))
    shown = []
    for problems[:] in (["clinic.yaml"], ["cv.csv"], []):
        shown.append(re.findall("<li>(clinic.yaml|cv.csv)</li>", client.simulate_get(path).text))
    assert shown == [["clinic.yaml"], ["cv.csv"], []]


def test_the_database_is_a_download(site: Site) -> None:
    headers = site.get("/profile.db").headers
    assert headers["content-type"] == "application/vnd.sqlite3"
    assert headers["content-disposition"] == 'attachment; filename="profile.db"'
