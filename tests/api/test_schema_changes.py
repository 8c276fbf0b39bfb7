"""One edit of datapackage.yaml is enough: a new field, category or tag reaches the database and the whole API."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bench.synthetic import write_csv
from tests.conftest import BASE_URL
from tests.support.checking import example_sources
from tests.support.markup import text, texts
from tests.support.messages import append, edit, write
from tests.support.site import Site, serving_edited

FIELD = """
        - {name: keywords, type: string, title: Keywords, description: Keywords of the publication.}
        - {name: shelf, type: string, title: Shelf, description: Shelf in the office., served: false}

  - name: services
"""
DOOR = "\n        - {name: door, type: string, title: Door, description: Code of the door., served: false}\n"
# Settings, and the owner's name for a file, each with a text that nothing else has.
PRIVATE = {
    "publications.shelf": "private-AB-1",
    "clinic.door": "private-4711",
    "profile.pubmedSearch": "private[au]",
    "profile.photoFocus": "37% 43%",
    "profile.photo": "private.png",
}
OWN_TAGS = """
resources:
  - name: services
    schema:
      fields:
        - {name: tags, jsonSchema: {type: array, items: {type: string, enum: [urgent]}}}
"""


def change(sources: Path) -> None:
    edit(sources, "datapackage.yaml", "\n  - name: services\n", FIELD)
    edit(sources, "datapackage.yaml", "\n  - name: research\n", f"{DOOR}\n  - name: research\n")
    edit(sources, "datapackage.yaml", "prp-injection, joint-injection]", "prp-injection, joint-injection, telehealth]")
    header = ["title", "authors", "journal", "year", "keywords", "shelf"]
    write_csv(
        sources / "publications.csv", header, [["Title", "Levi R", "Journal", 2025, "nerve", PRIVATE["publications.shelf"]]]
    )
    (sources / "portrait.png").rename(sources / PRIVATE["profile.photo"])
    edit(sources, "profile.yaml", "portrait.png", PRIVATE["profile.photo"])
    settings = [f"{name}: {PRIVATE[f'profile.{name}']}\n" for name in ("pubmedSearch", "photoFocus")]
    edit(sources, "profile.yaml", "nameVariants:", f"{''.join(settings)}nameVariants:")
    append(sources, "clinic.yaml", f"door: {PRIVATE['clinic.door']}\n")
    services = [["Screening", "Low vision", "", ""], ["Second opinion", "Remote", "telehealth", "מרחוק"]]
    rows = [["Advice", "", "", ""], *services, ["Injection", "injection", "", ""], ["Lenses", "Low vision", "", "ראייה ירודה"]]
    write_csv(sources / "services.csv", ["name", "category", "tags", "categoryHebrew"], rows)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return serving_edited(tmp_path_factory.mktemp("changed"), change)


def parameter(site: Site, path: str, name: str) -> Any:
    parameters = site.json("/api/openapi.json")["paths"][path]["get"]["parameters"]
    return next(each["schema"] for each in parameters if each["name"] == name)


def test_a_new_field(site: Site) -> None:
    [part] = site.json("/api/publications?fields=keywords")["publications"]
    assert (part["year"], part["keywords"], "doi" in part) == (2025, "nerve", False)
    assert site.get("/api/publications?format=csv&fields=keywords").text == "keywords\r\nnerve\r\n"
    assert parameter(site, "/api/publications", "fields")["items"]["enum"][-4:] == [
        "keywords",
        "authorship",
        "authorList",
        "landingPage",
    ]
    assert "keywords" in site.json("/api/openapi.json")["components"]["schemas"]["Publication"]["properties"]


def test_a_setting_that_is_not_served(site: Site) -> None:
    """It is checked, but is no part of the API's objects, their description and the files of the Data Package."""
    schemas = site.json("/api/openapi.json")["components"]["schemas"]
    assert "pubmedSearch" not in site.json("/api/profile").keys() | schemas["Profile"]["properties"].keys()
    [publication] = site.json("/api/publications")["publications"]
    assert "shelf" not in publication.keys() | schemas["Publication"]["properties"].keys()
    [publications] = [each for each in site.json("/datapackage.json")["resources"] if each["name"] == "publications"]
    assert publications["schema"]["fields"][-1]["name"] == "keywords"


def test_settings_and_the_name_of_the_photo_are_in_no_table(site: Site, tmp_path: Path) -> None:
    """Nor anywhere else in the file, which everyone can download."""
    database = tmp_path / "profile.db"
    database.write_bytes(content := site.get("/profile.db").content)
    with closing(sqlite3.connect(database)) as connection:
        tables = [name for (name,) in connection.execute("select name from sqlite_schema where type = 'table'")]
        cells = [cell for table in tables for row in connection.execute(f'select * from "{table}"') for cell in row]  # noqa: S608
    assert len(cells) > 1000
    texts = [content, *(cell if isinstance(cell, bytes) else str(cell).encode() for cell in cells)]
    assert [field for field, text in PRIVATE.items() if any(text.encode() in each for each in texts)] == []
    settings = {
        f"{each.name}.{field.name}" for each in example_sources().values() for field in each.fields if field not in each.published
    }
    assert settings == {"clinic.order", *PRIVATE} - {"publications.shelf", "clinic.door", "profile.photo"}


@pytest.mark.parametrize("query", ["category=Remote", "category=telehealth", "tag=telehealth", "category=Remote&tag=telehealth"])
def test_a_new_category_and_a_new_tag(site: Site, query: str) -> None:
    [service] = site.json(f"/api/services?{query}")["services"]
    assert service == {"name": "Second opinion", "category": "Remote", "tags": ["telehealth"], "categoryHebrew": "מרחוק"}


def test_headings_are_in_the_order_of_their_first_rows(site: Site) -> None:
    """Ours as well as the owner's."""
    headings = {path: texts(site.page(path).get_element_by_id("services"), ".//h3") for path in ("/", "/he")}
    assert headings == {
        "/": ["Low vision", "Remote", "Injections", "Other services"],
        "/he": ["ראייה ירודה", "מרחוק", "הזרקות", "שירותים נוספים"],
    }
    [tag] = site.page("/").get_element_by_id("services").xpath(".//span[@class='note']")
    assert text(tag) == "telehealth"


def test_the_description_lists_them(site: Site) -> None:
    """The contract compares the index and the errors with it."""
    categories = parameter(site, "/api/services", "category")["enum"]
    assert (categories[5:7], categories[-1]) == (["Low vision", "Remote"], "telehealth")
    assert parameter(site, "/api/services", "tag")["enum"] == categories[7:]


def test_examples_are_of_the_owners_categories(tmp_path: Path) -> None:
    def own(folder: Path) -> None:
        write(folder, "datapackage.yaml", OWN_TAGS)
        write_csv(folder / "services.csv", ["name", "category"], [["Advice", ""], ["Echo", "Heart"]])

    site = serving_edited(tmp_path, own)
    [example] = [each["example"] for each in site.json("/api")["endpoints"] if each["path"] == "/api/services"]
    assert example == "/api/services?category=Heart"
    assert site.json(example) == {"services": [{"name": "Echo", "category": "Heart"}]}
    assert f"({BASE_URL}{example})" in site.get("/llms.txt").text
    described = site.json("/api/openapi.json")["components"]["schemas"]["Service"]["properties"]
    assert (described["tags"]["items"]["enum"], "examples" in described["tags"]) == (["urgent"], False)
