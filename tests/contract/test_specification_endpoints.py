"""The specification's table of endpoints and its details 1 to 9."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

import pytest

from tests.conftest import CATEGORIES, TAGS, Server
from tests.support.listing import wrapped
from tests.support.wire import JSON_API, ask, indented

# Path, query parameters, component of the answer.
TABLE = [
    ("/api", [], "Index"),
    ("/api/profile", [], "Profile"),
    ("/api/publications", ["year", "journal", "limit"], "PublicationList"),
    ("/api/publications/{doi}", [], "Publication"),
    ("/api/clinic", [], "Clinic"),
    ("/api/services", ["category", "tag"], "ServiceList"),
    ("/api/research", [], "Research"),
    ("/api/status", [], "Status"),
    ("/api/openapi.json", [], "Description"),
]


def described(server: Server, path: str) -> dict[str, Any]:
    operation: dict[str, Any] = server.json("/api/openapi.json")["paths"][path]["get"]
    return operation


@pytest.mark.parametrize(("path", "parameters", "component"), TABLE)
def test_row_of_the_table_is_described(server: Server, path: str, parameters: list[str], component: str) -> None:
    """Endpoints: each row's method, query parameters and response. Added parameters follow them."""
    operation = described(server, path)
    query = [parameter["name"] for parameter in operation.get("parameters", []) if parameter["in"] == "query"]
    assert query[: len(parameters)] == parameters
    content = operation["responses"]["200"]["content"]
    assert content["application/json; charset=utf-8"] == {"schema": {"$ref": f"#/components/schemas/{component}"}}


def test_row_of_the_csv_is_described(server: Server) -> None:
    """Endpoints: GET /api/export.csv takes no parameters and answers CSV."""
    operation = described(server, "/api/export.csv")
    assert "parameters" not in operation
    assert list(operation["responses"]["200"]["content"]) == ["text/csv; charset=utf-8; header=present"]


@pytest.mark.parametrize("path", JSON_API)
def test_json_is_pretty_printed_utf_8(server: Server, path: str) -> None:
    """Endpoints: application/json; charset=utf-8, UTF-8, pretty-printed with a 2-space indent."""
    answer = ask(server, path)
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/json; charset=utf-8"
    assert answer.body == indented(answer.json())


# Details 2: /api/publications


@pytest.mark.parametrize("year", [2025, 2024, 2023, 2022, 2021, 2020, 2019, 2018, 2017, 2016, 2015, 2014, 1800])
def test_year_keeps_publications_of_that_year(server: Server, publications: list[dict[str, Any]], year: int) -> None:
    """Details 2: year keeps publications of that publication year."""
    kept = [row for row in publications if row["year"] == year]
    assert server.json(f"/api/publications?year={year}") == wrapped(kept, len(kept))


@pytest.mark.parametrize("limit", [1, 2, 5, 12, 13, 14, 50, 1000])
def test_limit_is_the_maximum_number_of_results(server: Server, publications: list[dict[str, Any]], limit: int) -> None:
    """Details 2: limit is the maximum number of results."""
    kept = publications[:limit]
    assert server.json(f"/api/publications?limit={limit}") == wrapped(kept, 13)


def test_filters_hold_together(server: Server, publications: list[dict[str, Any]]) -> None:
    """Details 2: year, journal and limit combine."""
    kept = [row for row in publications if row["year"] == 2025 and "levant" in row["journal"].lower()]
    assert len(kept) == 1
    assert server.json("/api/publications?limit=3&journal=levant&year=2025") == wrapped(kept, 1)


# Details 3: /api/publications/{doi}


def test_every_doi_gives_its_publication(server: Server, publications: list[dict[str, Any]]) -> None:
    """Details 3: the DOI is sent percent-encoded; 200 with a Publication."""
    with_doi = [row for row in publications if "doi" in row]
    assert len(with_doi) == 12
    for row in with_doi:
        answer = ask(server, f"/api/publications/{quote(row['doi'], safe='')}")
        assert (answer.status, answer.body) == (200, indented(row))


def test_doi_parameter_is_described_as_required_string(server: Server) -> None:
    """Details 3: the path parameter doi is required, a string."""
    doi = described(server, "/api/publications/{doi}")["parameters"][0]
    assert (doi["name"], doi["in"], doi["required"], doi["schema"]["type"]) == ("doi", "path", True, "string")


# Details 4: /api/services


@pytest.mark.parametrize("tag", TAGS)
def test_tag_is_one_of_three(server: Server, services: list[dict[str, Any]], tag: str) -> None:
    """Details 4: tag is one of the three additive tags."""
    kept = [row for row in services if tag in row.get("tags", [])]
    assert kept != []
    assert server.json(f"/api/services?tag={tag}") == {"services": kept}


def test_services_have_english_and_hebrew_names(server: Server, services: list[dict[str, Any]]) -> None:
    """Details 4: the response contains the services array with English and Hebrew names."""
    body = server.json("/api/services")
    assert body == {"services": services}
    assert [row for row in body["services"] if not (row["name"].isascii() and re.search("[א-ת]", row["nameHebrew"]))] == []


def test_closed_lists_are_described(server: Server) -> None:
    """Details 4: the allowed values of category and tag are in the description."""
    enums = {parameter["name"]: parameter["schema"]["enum"] for parameter in described(server, "/api/services")["parameters"]}
    assert enums == {"category": [*CATEGORIES, *TAGS], "tag": [*TAGS]}


# Details 5 to 9
