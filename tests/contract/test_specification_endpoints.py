"""The specification's table of endpoints and its details 1 to 9."""

from __future__ import annotations

import csv
import io
import re
from typing import Any
from urllib.parse import quote

import pytest

from tests.conftest import CATEGORIES, TAGS, Server
from tests.support.listing import wrapped
from tests.support.wire import API, JSON_API, ask, indented, refused

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


ADDED = {
    "/api/publications": [
        "offset", "q", "keywords", "author", "journal_is", "year_from", "year_to", "has_doi", "type", "featured",
        "notice", "doi", "pubmed", "sort", "fields", "format", "style",
    ],
    "/api/publications/{doi}": ["format", "style"],
}  # fmt: skip


def described(server: Server, path: str) -> dict[str, Any]:
    operation: dict[str, Any] = server.json("/api/openapi.json")["paths"][path]["get"]
    return operation


@pytest.mark.parametrize(("path", "parameters", "component"), TABLE)
def test_row_of_the_table_is_described(server: Server, path: str, parameters: list[str], component: str) -> None:
    """Endpoints: each row's method, query parameters and response. Added parameters follow them."""
    operation = described(server, path)
    query = [parameter["name"] for parameter in operation.get("parameters", []) if parameter["in"] == "query"]
    assert query[: len(parameters)] == parameters
    assert query[len(parameters) :] == ADDED.get(path, [])
    content = operation["responses"]["200"]["content"]
    assert content["application/json; charset=utf-8"] == {"schema": {"$ref": f"#/components/schemas/{component}"}}
    assert len(content) == (7 if path in ADDED else 1)


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


def test_index_names_every_endpoint_of_the_table(server: Server) -> None:
    """Endpoints, Details 1: /api is the index of all endpoints with descriptions, the root among them."""
    endpoints = server.json("/api")["endpoints"]
    listed = {endpoint["path"] for endpoint in endpoints if endpoint["method"] == "GET"}
    assert {path for path, *_ in TABLE} | {"/api/export.csv"} <= listed
    assert [endpoint for endpoint in endpoints if len(endpoint["description"]) < 10] == []


# Details 2: /api/publications


@pytest.mark.parametrize(
    "year",
    [
        2025,
        2024,
        2023,
        2022,
        2021,
        2020,
        2019,
        2018,
        2017,
        2016,
        2015,
        2014,
        1800,
    ],
)
def test_year_keeps_publications_of_that_year(server: Server, publications: list[dict[str, Any]], year: int) -> None:
    """Details 2: year keeps publications of that publication year."""
    kept = [row for row in publications if row["year"] == year]
    assert server.json(f"/api/publications?year={year}") == wrapped(kept, len(kept))


@pytest.mark.parametrize(
    "part",
    [
        "Journal of Example Radiology",
        "Levant",
        "Sports",
        "Exampl",
        "r",
        " of ",
        "d'Imagerie",
        "None",
    ],
)
def test_journal_is_a_partial_match(server: Server, publications: list[dict[str, Any]], part: str) -> None:
    """Details 2: journal is a partial match on the journal name."""
    kept = [row for row in publications if part.strip().lower() in row["journal"].lower()]
    assert server.json(f"/api/publications?journal={quote(part)}") == wrapped(kept, len(kept))


@pytest.mark.parametrize(
    "limit",
    [
        1,
        2,
        5,
        12,
        13,
        14,
        50,
        1000,
    ],
)
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


@pytest.mark.parametrize(
    "doi",
    [
        "10.5555%2Fmsk.2021.00",
        "10.5555%2Fmsk.2021.0011",
        "10.5555",
        "x",
        "10.5555%2F%25",
        "%00",
    ],
)
def test_no_publication_matches_404(server: Server, doi: str) -> None:
    """Details 3: 404 when no publication matches; a part of a DOI or a wildcard doesn't match."""
    refused(ask(server, f"/api/publications/{doi}"), 404, "not_found")


# Details 4: /api/services


@pytest.mark.parametrize("category", CATEGORIES)
def test_category_is_one_of_five(server: Server, services: list[dict[str, Any]], category: str) -> None:
    """Details 4: category is one of the five."""
    kept = [row for row in services if row["category"] == category]
    assert kept != []
    assert server.json(f"/api/services?category={category}") == {"services": kept}


@pytest.mark.parametrize("tag", TAGS)
def test_tag_is_one_of_three(server: Server, services: list[dict[str, Any]], tag: str) -> None:
    """Details 4: tag is one of the three additive tags."""
    kept = [row for row in services if tag in row.get("tags", [])]
    assert kept != []
    assert server.json(f"/api/services?tag={tag}") == {"services": kept}


@pytest.mark.parametrize("tag", TAGS)
def test_category_also_matches_additive_tags(server: Server, services: list[dict[str, Any]], tag: str) -> None:
    """Details 4: category also matches additive tags, so an additive tag as category stays valid."""
    kept = [row for row in services if tag in row.get("tags", [])]
    assert server.json(f"/api/services?category={tag}") == {"services": kept}


def test_category_injection_stays_valid(server: Server, services: list[dict[str, Any]]) -> None:
    """Details 4: a category filter with injection stays valid; it doesn't match tags that end in -injection."""
    kept = [row for row in services if row["category"] == "injection"]
    assert len(kept) == 4
    assert server.json("/api/services?category=injection") == {"services": kept}


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


def test_status_is_a_health_check_that_is_not_cached(server: Server) -> None:
    """Details 6: returns ok, version, ts, uptime and services; not cached."""
    answer = ask(server, "/api/status")
    assert answer.status == 200
    assert list(answer.json()) == ["ok", "version", "ts", "uptime", "services"]
    assert answer.json()["ok"] is True
    assert answer.headers["cache-control"] == "no-cache"


def test_csv_is_a_download_of_all_publications(server: Server, publications: list[dict[str, Any]]) -> None:
    """Details 7: all publications as CSV, sent as a download with Content-Disposition: attachment; media type text/csv."""
    answer = ask(server, "/api/export.csv")
    assert answer.headers["content-type"].split(";")[0] == "text/csv"
    assert answer.headers["content-disposition"].split(";")[0] == "attachment"
    rows = list(csv.DictReader(io.StringIO(answer.body.decode(), newline="")))
    assert [{name: cell for name, cell in row.items() if cell} for row in rows] == [
        {name: str(value) for name, value in row.items() if name in rows[0]} for row in publications
    ]


def test_openapi_describes_every_endpoint_of_the_table(server: Server) -> None:
    """Details 8: returns the machine-readable API description."""
    description = server.json("/api/openapi.json")
    assert {path for path, *_ in TABLE} | {"/api/export.csv"} <= set(description["paths"])


@pytest.mark.parametrize("path", API)
def test_preflight_is_handled(server: Server, path: str) -> None:
    """Details 9: OPTIONS requests (CORS preflight) are handled."""
    asked = {
        "Origin": "https://reader.example.org",
        "Access_Control_Request_Method": "GET",
        "Access_Control_Request_Headers": "If-None-Match",
    }
    answer = ask(server, path, "OPTIONS", **asked)
    assert (answer.status, answer.body) == (204, b"")
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["access-control-allow-methods"] == "GET, HEAD, OPTIONS"
    assert answer.headers["access-control-allow-headers"] == "*"
