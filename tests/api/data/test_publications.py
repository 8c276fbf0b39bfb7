"""The endpoints of publications: contradictions, refused values, parts of a publication, facets."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.support.site import Site, serving
from tests.support.wire import wrapped


def refusal(site: Site, path: str) -> Any:
    response = site.get(path)
    assert response.status_code == 400
    return response.json()


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("year_from=2022&year_to=2021", "year_from is 2022, later than year_to, which is 2021."),
        ("year=2020&year_from=2021", "year is 2020, before year_from, which is 2021."),
        ("year=2020&year_to=2019", "year is 2020, after year_to, which is 2019."),
        ("sort=relevance", "sort is relevance, which needs words in q."),
        ("sort=relevance&q=***", "sort is relevance, which needs words in q."),
        ("style=apa", 'style is "apa", which needs format=citation, but format is json.'),
        ("fields=title&format=bibtex", 'fields is "title", which needs format=json or csv, but format is bibtex.'),
    ],
)
def test_contradictions(site: Site, query: str, sentence: str) -> None:
    """Parameters that are valid one by one. The description gives both values."""
    assert refusal(site, f"/api/publications?{query}") == {"error": "invalid_parameter", "error_description": sentence}


def test_a_contradiction_is_refused_before_a_query_runs(example_database: Path, tmp_path: Path) -> None:
    """Here a query would fail, and one of ten thousand publications would take its time."""
    broken = tmp_path / "broken.db"
    shutil.copy(example_database, broken)
    with closing(sqlite3.connect(broken)) as connection:
        connection.execute("drop table publications")
    site = serving(broken)
    assert site.get("/api/publications").status_code == 503
    assert refusal(site, "/api/publications?style=apa")["error"] == "invalid_parameter"


@pytest.mark.parametrize(
    ("query", "accepted"),
    [
        ("has_doi=yes", "one of true, false"),
        ("sort=Year", "one of -year, year, title, -title, journal, -journal, relevance"),
        (
            "fields=title;doi",
            "one or more of title, authors, journal, year, volume, issue, pages, doi, ",
        ),
        ("type=review,book", "one or more of article, review, case-report, letter, conference-paper, chapter"),
        ("notice=withdrawn", "one of retracted, corrected, concern"),
        ("doi=", "1 to 100 DOIs, each beginning with 10. and at most 300 characters long, with commas between them"),
        ("doi=10.5555/a,10.5555/" + "b" * 293, "1 to 100 DOIs"),
        ("doi=" + ",".join(["10.5555/a"] * 101), "1 to 100 DOIs"),
        ("pubmed=1,2x", "1 to 100 PubMed IDs (digits, at most 300 of them), with commas between them"),
        ("pubmed=123\n", "1 to 100 PubMed IDs"),
        ("pubmed=123\n,4", "1 to 100 PubMed IDs"),
        ("pubmed=" + "1" * 301, "1 to 100 PubMed IDs"),
        ("q=" + "x" * 201, "at most 200 characters"),
    ],
)
def test_refused_values(site: Site, query: str, accepted: str) -> None:
    assert f"It must be {accepted}" in refusal(site, f"/api/publications?{quote(query, safe='=&')}")["error_description"]


@pytest.mark.parametrize(
    ("path", "name", "advice"),
    [
        ("publications", "page", "Did you mean offset? "),
        ("publications", "per_page", "Did you mean limit? "),
        ("publications", "pmid", "Did you mean pubmed? "),
        ("publications", "select", "Did you mean fields? "),
        ("services", "page", "The parameters are category, tag."),
    ],
)
def test_the_name_in_other_services_is_answered_with_what_is_meant(site: Site, path: str, name: str, advice: str) -> None:
    sentence = f'"{name}" is not a parameter here. {advice}'
    assert refusal(site, f"/api/{path}?{name}=1")["error_description"].startswith(sentence)


def test_has_doi_as_python_clients_send_it(site: Site) -> None:
    assert site.json("/api/publications?has_doi=False") == site.json("/api/publications?has_doi=false")


def test_fields(site: Site, publications: list[dict[str, Any]]) -> None:
    """[fields] The requested fields that each publication has, in the order of the schema."""
    names = ("title", "authors", "journal", "year", "volume", "doi", "key", "landingPage")
    parts = [{name: row[name] for name in names if name in row} for row in publications]
    response = site.get("/api/publications?fields=doi,title,volume,doi")
    assert response.json() == wrapped(parts, 13)
    assert tuple(response.json()["publications"][0]) == names
    every = site.get("/api/publications?fields=" + ",".join({name for row in publications for name in row}))
    assert every.content == site.get("/api/publications").content


@pytest.mark.parametrize("position", ["first", "last", "only"])
def test_publications_by_authorship(site: Site, publications: list[dict[str, Any]], position: str) -> None:
    """[authorship]"""
    rows = [row for row in publications if row.get("authorship") == position]
    assert site.json(f"/api/publications?authorship={position}") == wrapped(rows, len(rows))


def test_authors_as_data_on_request(site: Site) -> None:
    """[author-list]"""
    [part] = site.json("/api/publications?fields=authorList&year=2016")["publications"]
    assert part["authorList"] == [
        {"family": "Sample", "initials": "TB"},
        {"family": "Example", "initials": "N", "isOwner": True},
        {"family": "Sørensen", "initials": "Q"},
    ]


def test_authors_as_data_in_a_spreadsheet(site: Site) -> None:
    """[author-list]"""
    assert site.get("/api/publications?fields=authorList&year=2016&format=csv").text == (
        "authorList\r\nSample TB;Example N;Sørensen Q\r\n"
    )


def test_facets(site: Site) -> None:
    """[facets]"""
    body = site.json("/api/publications/facets?q=nerve&limit=1")
    assert body == {
        "count": 4,
        "years": body["years"],
        "journals": body["journals"][:1],
        "authors": [{"author": "Example N", "count": 4}],
        "types": [{"type": "article", "count": 3}, {"type": "review", "count": 1}],
        "authorship": [{"authorship": "first", "count": 4}],
    }
    assert sum(year["count"] for year in body["years"]) == 4


def test_an_unknown_publication(site: Site) -> None:
    sentence = 'No publication has the DOI or key "10.5555/none". All are listed at /api/publications.'
    assert site.get("/publications/10.5555%2Fnone").json() == {"error": "not_found", "error_description": sentence}


@pytest.mark.parametrize(("query", "code"), [("year_from=2&year_to=1", "invalid_parameter"), ("sort=year", "unknown_parameter")])
def test_facets_refuse_contradictions_and_parameters_of_the_list_alone(site: Site, query: str, code: str) -> None:
    assert refusal(site, f"/api/publications/facets?{query}")["error"] == code
