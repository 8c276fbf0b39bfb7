"""Downloads: the data as a Data Package and as the database, and the images with the web app manifest."""

import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from io import BytesIO
from pathlib import Path

import frictionless
import pytest
from falcon.testing import TestClient
from PIL import Image

from api.application import create_app
from api.context import Application, PreviewState
from api.routes import ENDPOINTS
from bench.programs import free_port
from db.snapshot import Database
from pipeline.images.fonts import site_fonts
from tests.conftest import Server
from tests.support.site import Site, serving, serving_list
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
    preview = PreviewState(built="15:02:31")
    client = TestClient(create_app(Application(Database(example_database), ENDPOINTS, preview=preview)))
    shown = []
    for preview.problems in (["clinic.yaml"], ["cv.csv"], []):
        shown.append(re.findall("<li>(clinic.yaml|cv.csv)</li>", client.simulate_get(path).text))
    assert shown == [["clinic.yaml"], ["cv.csv"], []]
    assert ">Preview, built at 15:02:31.</p>" in client.simulate_get(path).text


def test_the_database_is_a_download(site: Site) -> None:
    headers = site.get("/profile.db").headers
    assert headers["content-type"] == "application/vnd.sqlite3"
    assert headers["content-disposition"] == 'attachment; filename="profile.db"'


def test_the_photo_has_the_address_that_the_profile_names(example_database: Path) -> None:
    """Below the public address that the operator set, in the larger size; the name has a hash of the content."""
    site = serving(example_database, "https://noa.example.org/me")
    address = site.json("/api/profile")["photo"]
    assert address.startswith("https://noa.example.org/me/images/photo-")
    response = site.get(address.removeprefix("https://noa.example.org/me"))
    assert response.headers["content-type"] == "image/jpeg"
    assert Image.open(BytesIO(response.content)).size == (640, 640)
    assert response.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_the_example_of_an_address_of_the_photo(site: Site) -> None:
    """Only host and digest differ from a real one."""
    [example] = site.json("/api/openapi.json")["components"]["schemas"]["Profile"]["properties"]["photo"]["examples"]
    addresses = (example, site.json("/api/profile")["photo"])
    assert [re.sub("^http.*?(?=/images)|[0-9a-f]{16}", "…", address) for address in addresses] == ["…/images/photo-…-640.jpg"] * 2


@pytest.mark.parametrize("name", ["card.png", "favicon.ico"])
def test_images_with_two_addresses(site: Site, name: str) -> None:
    assert site.get(f"/{name}").content == site.get(f"/images/{name}").content


def test_pages_load_the_fonts_of_the_database(site: Site) -> None:
    """The style sheet names the fonts of every script. The page loads those of its own script early."""
    fonts = dict(site_fonts({"Hebr"}))
    license_text = fonts.pop("OFL.txt")
    assert re.findall(r"url\((\S+\.woff2)\)", site.get("/assets/style.css").text) == [*fonts]
    early = site.page("/he").xpath("//link[@as='font']/@href")
    assert early == [f"/assets/{name}" for name in fonts if name.startswith(("Latn", "Hebr"))]
    response = site.get(early[0])
    assert response.content == fonts[early[0].removeprefix("/assets/")]
    names = ("content-type", "cache-control")
    assert [response.headers[name] for name in names] == ["font/woff2", "public, max-age=31536000, immutable"]
    assert site.get("/assets/OFL.txt").content == license_text


def test_without_fonts_pages_have_those_of_the_system(example_database: Path, tmp_path: Path) -> None:
    """As in a database that was made by hand."""
    database = Path(shutil.copy(example_database, tmp_path))
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("delete from fonts")
    site = serving(database)
    assert "@font-face" not in site.get("/assets/style.css").text
    assert site.page("/he").xpath("//link[@as='font']") == []


def test_manifest(site: Site) -> None:
    response = site.get("/manifest.webmanifest")
    assert response.headers["content-type"] == "application/manifest+json"
    assert response.json() == {
        "name": "Dr. Noa Example",
        "description": "Dr. Noa Example: Musculoskeletal radiology",
        "lang": "en",
        "start_url": "./",
        "display": "minimal-ui",
        "theme_color": "#0b6260",
        "background_color": "#fbfaf7",
        "icons": [
            {"src": "images/icon-192.png", "sizes": "192x192", "type": "image/png"},
            {"src": "images/icon-512.png", "sizes": "512x512", "type": "image/png"},
        ],
    }
