"""Downloads: made once per snapshot of the data; and the data for data tools, as a Data Package and as the database."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import frictionless

from api.context import Context, Service
from api.data.snapshot import Database
from api.formats.format import Publication
from api.formats.registry import FORMATS
from api.handlers.downloads import export, once
from api.http.response import Representation
from tests.conftest import Server
from tests.support.site import Site, serving_list
from tests.support.waiting import free_port


def context_of(database: Database, *, markdown: bool = False) -> Context:
    return Context(Service(database, ()), database.snapshot(), markdown=markdown)


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


def test_the_database_is_a_download(site: Site) -> None:
    headers = site.get("/profile.db").headers
    assert headers["content-type"] == "application/vnd.sqlite3"
    assert headers["content-disposition"] == 'attachment; filename="profile.db"'
