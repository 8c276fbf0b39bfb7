"""One edit of datapackage.yaml is enough: a new field, category or tag reaches the database and the whole API."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.conftest import BASE_URL
from tests.support.markup import text, texts
from tests.support.messages import edit, write
from tests.support.own import write_csv
from tests.support.site import Site, serving_edited

FIELD = """
        - {name: keywords, type: string, title: Keywords, description: Keywords of the publication.}
        - {name: shelf, type: string, title: Shelf, description: Shelf in the office., served: false}

  - name: services
"""
OWN_CATEGORIES = """
resources:
  - name: services
    schema:
      fields:
        - {name: category, constraints: {enum: [procedure, cardiology]}}
        - {name: tags, jsonSchema: {type: array, items: {type: string, enum: [urgent]}}}
"""


def change(sources: Path) -> None:
    edit(sources, "datapackage.yaml", "\n  - name: services\n", FIELD)
    edit(sources, "datapackage.yaml", "procedure, consultation]", "procedure, consultation, remote]")
    labels = "            consultation: {en:"
    edit(sources, "datapackage.yaml", labels, f"            remote: {{en: Remote}}\n{labels}")
    edit(sources, "datapackage.yaml", "prp-injection, joint-injection]", "prp-injection, joint-injection, telehealth]")
    header = ["title", "authors", "journal", "year", "keywords", "shelf"]
    write_csv(sources / "publications.csv", header, [["Title", "Levi R", "Journal", 2025, "nerve", "AB-1"]])
    edit(sources, "profile.yaml", "nameVariants:", "pubmedSearch: Example N[au]\nnameVariants:")
    write_csv(sources / "services.csv", ["name", "category", "tags"], [["Second opinion", "remote", "telehealth"]])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return serving_edited(tmp_path_factory.mktemp("changed"), change)


def parameter(site: Site, path: str, name: str) -> Any:
    """Return the JSON Schema of a parameter in the OpenAPI description."""
    parameters = site.json("/api/openapi.json")["paths"][path]["get"]["parameters"]
    return next(each["schema"] for each in parameters if each["name"] == name)


def test_a_new_field(site: Site) -> None:
    assert site.json("/api/publications?fields=year,keywords")["publications"] == [{"year": 2025, "keywords": "nerve"}]
    assert site.get("/api/publications?format=csv&fields=keywords").text == "keywords\r\nnerve\r\n"
    assert parameter(site, "/api/publications", "fields")["items"]["enum"][-2:] == ["keywords", "landingPage"]
    assert "keywords" in site.json("/api/openapi.json")["components"]["schemas"]["Publication"]["properties"]


def test_a_setting_that_is_not_served(site: Site) -> None:
    """It is checked and stored, but is no part of the API's objects, their description and the files of the Data Package."""
    schemas = site.json("/api/openapi.json")["components"]["schemas"]
    assert "pubmedSearch" not in site.json("/api/profile").keys() | schemas["Profile"]["properties"].keys()
    [publication] = site.json("/api/publications")["publications"]
    assert "shelf" not in publication.keys() | schemas["Publication"]["properties"].keys()
    [publications] = [each for each in site.json("/datapackage.json")["resources"] if each["name"] == "publications"]
    assert publications["schema"]["fields"][-1]["name"] == "keywords"


@pytest.mark.parametrize("query", ["category=remote", "category=telehealth", "tag=telehealth", "category=remote&tag=telehealth"])
def test_a_new_category_and_a_new_tag(site: Site, query: str) -> None:
    [service] = site.json(f"/api/services?{query}")["services"]
    assert service == {"name": "Second opinion", "category": "remote", "tags": ["telehealth"]}


def test_pages_show_their_labels(site: Site) -> None:
    """In the language of the page, or else the English one, or else the value."""
    sections = [site.page(path).get_element_by_id("services") for path in ("/", "/he")]
    assert [texts(section, ".//h3 | .//span[@class='tag']") for section in sections] == [["Remote", "telehealth"]] * 2
    [label] = sections[1].xpath(".//h3/*")
    assert (label.get("lang"), label.get("dir"), text(label)) == ("en", "ltr", "Remote")


def test_the_description_lists_them(site: Site) -> None:
    """The contract compares the index and the errors with it."""
    categories = parameter(site, "/api/services", "category")["enum"]
    assert (categories[5], categories[-1]) == ("remote", "telehealth")
    assert parameter(site, "/api/services", "tag")["enum"] == categories[6:]


def test_examples_are_of_the_owners_categories(tmp_path: Path) -> None:
    """In the index, in llms.txt and in the description."""

    def own(folder: Path) -> None:
        write(folder, "datapackage.yaml", OWN_CATEGORIES)
        write_csv(folder / "services.csv", ["name", "category"], [["Advice", ""], ["Echo", "cardiology"]])

    site = serving_edited(tmp_path, own)
    [example] = [each["example"] for each in site.json("/api")["endpoints"] if each["path"] == "/api/services"]
    assert example == "/api/services?category=cardiology"
    assert site.json(example) == {"services": [{"name": "Echo", "category": "cardiology"}]}
    assert f"({BASE_URL}{example})" in site.get("/llms.txt").text
    described = site.json("/api/openapi.json")["components"]["schemas"]["Service"]["properties"]
    assert (described["category"]["enum"], "examples" in described["category"]) == (["procedure", "cardiology"], False)
    assert (described["tags"]["items"]["enum"], "examples" in described["tags"]) == (["urgent"], False)
