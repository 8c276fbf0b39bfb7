"""Downloads: the data for data tools, as a Data Package and as the database."""

import re
from collections.abc import Callable
from pathlib import Path

import frictionless
import pytest
from falcon.testing import TestClient

from api.application import create_app
from api.context import Application
from api.endpoints import ENDPOINTS
from db.snapshot import Database
from tests.conftest import Server
from tests.support.site import Site, serving_list
from tests.support.waiting import free_port
from tests.support.wire import PAGES


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
