"""Decisions, Filters: limit and offset, their numbers, and the Link header."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import BASE_URL, Server
from tests.support.listing import wrapped
from tests.support.own import serving_own, write_csv
from tests.support.wire import ask, refused

LINK = re.compile(r'<([^<>]+)>; rel="(first|prev|next|last)"')
MANY = 1105


def links(server: Server, query: str) -> dict[str, str]:
    """Return the Link header of a page: relation to query string."""
    header = ask(server, f"/api/publications?{query}").headers.get("link")
    if header is None:
        return {}
    found = LINK.findall(header)
    assert header == ", ".join(f'<{target}>; rel="{relation}"' for target, relation in found)
    address = f"{BASE_URL}/api/publications"
    assert [target for target, _ in found if target.partition("?")[0] != address] == []
    relations = [relation for _, relation in found]
    assert relations == [name for name in ("first", "prev", "next", "last") if name in relations]
    return {relation: target.partition("?")[2] for target, relation in found}


def neighbours(server: Server, query: str) -> dict[str, str]:
    """Return the links to the next and the previous page."""
    return {relation: target for relation, target in links(server, query).items() if relation in ("next", "prev")}


def walk(server: Server, query: str, relation: str) -> list[list[str]]:
    """Return the titles of all pages, reached from a query by following a relation."""
    pages = []
    following: str | None = query
    while following is not None:
        pages.append([row["title"] for row in server.json(f"/api/publications?{following}")["publications"]])
        assert len(pages) <= MANY, "the links lead round in a circle"
        following = links(server, following).get(relation)
    return pages


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service with more publications than fit on one page."""
    header = ["title", "authors", "journal", "year", "doi"]
    rows = [[f"Title {i}", "Example N", f"Journal {i % 7}", 2000 + i % 20, f"10.5555/{i}"] for i in range(MANY)]

    def edit(sources: Path) -> None:
        write_csv(sources / "publications.csv", header, rows)

    with serving_own(tmp_path_factory.mktemp("many"), edit) as running:
        yield running


def in_order() -> list[str]:
    """Return the titles in the order that the decisions define."""
    return [f"Title {i}" for i in sorted(range(MANY), key=lambda i: (-(i % 20), i))]


# limit


def test_default_of_limit_is_50(many: Server) -> None:
    """Limit: default 50."""
    answer = ask(many, "/api/publications")
    assert answer.json()["count"] == 50
    assert [row["title"] for row in answer.json()["publications"]] == in_order()[:50]
    assert answer.headers["x-total-count"] == str(MANY)


def test_limit_reaches_to_1000(many: Server) -> None:
    """Limit: 0 to 1000."""
    body = many.json("/api/publications?limit=1000")
    assert [row["title"] for row in body["publications"]] == in_order()[:1000]
    assert body["count"] == 1000


def test_limit_0_gives_an_empty_list(server: Server) -> None:
    """Limit: 0 gives an empty list and the total."""
    answer = ask(server, "/api/publications?limit=0")
    assert (answer.status, answer.body) == (200, b'{\n  "count": 0,\n  "publications": [],\n  "total": 13\n}')
    assert answer.headers["x-total-count"] == "13"


@pytest.mark.parametrize(
    "limit",
    [
        "1001",
        "9999999999999999999999",
        "9" * 5000,
        "001001",
    ],
)
def test_limit_above_1000_states_the_maximum(server: Server, limit: str) -> None:
    """Limit: above 1000: 400 that states the maximum."""
    assert "1000" in refused(ask(server, f"/api/publications?limit={limit}"), 400, "invalid_parameter").split('"')[-1]


def test_leading_zeros_are_allowed(server: Server, subtests: pytest.Subtests) -> None:
    """Small print, Numbers: limit=005 is 5, however many zeros."""
    for query in ("limit=005", f"limit={'0' * 5000}5", "limit=5&offset=000"):
        with subtests.test(query=query):
            assert server.json(f"/api/publications?{query}") == server.json("/api/publications?limit=5")
    assert server.json("/api/publications?limit=00")["count"] == 0


@pytest.mark.parametrize(
    "value",
    [
        "",
        "%20",
        "+5",
        "%2B5",
        "5+",
        "%205",
        "5%0A",
        "5%00",
        "5.0",
        "2020.0",
        "1_000",
        "1,000",
        "5e0",
        "0x5",
        "five",
        "null",
        "%EF%BC%95",
        "%D9%A5",
        "%C2%B2",
        "%E2%88%925",
        "--5",
        "-",
        "5-",
        "%FF",
        "5%FF",
        "5;6",
    ],
)
@pytest.mark.parametrize("name", ["limit", "offset", "year"])
def test_nothing_else_is_a_number(server: Server, value: str, name: str) -> None:
    """Small print, Numbers: no sign but the minus of year, no 2020.0, 1_000, spaces or digits outside ASCII; empty is 400."""
    description = refused(ask(server, f"/api/publications?{name}={value}"), 400, "invalid_parameter")
    assert description.startswith(f"The parameter {name} is ")


@pytest.mark.parametrize("name", ["limit", "offset", "year"])
def test_a_name_without_a_value_is_empty(server: Server, name: str) -> None:
    """Filters: empty year= or limit=: 400, with or without the equals sign."""
    assert name in refused(ask(server, f"/api/publications?{name}"), 400, "invalid_parameter")


@pytest.mark.parametrize("value", ["-1", "-0", "-5"])
@pytest.mark.parametrize("name", ["limit", "offset"])
def test_limit_and_offset_take_no_minus(server: Server, value: str, name: str) -> None:
    """Small print, Numbers: a sign other than the minus of year is not allowed."""
    assert f'"{value}"' in refused(ask(server, f"/api/publications?{name}={value}"), 400, "invalid_parameter")


# offset


@pytest.mark.parametrize(
    "offset",
    [
        0,
        1,
        12,
        13,
        14,
        1000,
        10**18,
        10**30,
        int("9" * 4000),
    ],
)
def test_offset_leaves_out_the_first(server: Server, publications: list[dict[str, Any]], offset: int) -> None:
    """Offset: 0 or more, of any size; empty beyond the end."""
    digits = "9" * 4000 if offset > 10**30 else str(offset)
    kept = publications[min(offset, 13) :]
    assert server.json(f"/api/publications?offset={digits}") == wrapped(kept, 13)


# Link


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", {}),
        ("limit=13", {}),
        ("limit=12", {"next": "limit=12&offset=12"}),
        ("limit=5", {"next": "limit=5&offset=5"}),
        ("limit=5&offset=0", {"next": "limit=5&offset=5"}),
        ("limit=5&offset=5", {"next": "limit=5&offset=10", "prev": "limit=5"}),
        ("limit=5&offset=8", {"prev": "limit=5&offset=3"}),
        ("limit=5&offset=10", {"prev": "limit=5&offset=5"}),
        ("limit=5&offset=3", {"next": "limit=5&offset=8", "prev": "limit=5"}),
        ("limit=5&offset=13", {"prev": "limit=5&offset=10"}),
        ("limit=5&offset=17", {"prev": "limit=5&offset=10"}),
        ("limit=5&offset=18", {"prev": "limit=5&offset=10"}),
        ("limit=5&offset=100", {"prev": "limit=5&offset=10"}),
        ("offset=63", {"prev": ""}),
        ("limit=0", {}),
        ("limit=0&offset=5", {}),
        ("limit=0&offset=100", {}),
        ("year=2025&limit=1", {"next": "year=2025&limit=1&offset=1"}),
        ("limit=1&year=2025&offset=1", {"prev": "year=2025&limit=1"}),
        ("limit=1&year=1900", {}),
        ("limit=1&year=1900&offset=1", {}),
        ("journal=RADIOLOG%C3%8DA&limit=1", {"next": "journal=RADIOLOG%C3%8DA&limit=1&offset=1"}),
        ("limit=1000&offset=13", {"prev": "limit=1000"}),
        ("offset=" + "9" * 5000, {"prev": ""}),
    ],
)
def test_next_and_prev(server: Server, query: str, expected: dict[str, str]) -> None:
    """Offset, Small print: next and prev whenever there is such a page; none for limit=0; prev only when that page has items."""
    assert neighbours(server, query) == expected
    assert (links(server, query) == {}) == (expected == {})


@pytest.mark.parametrize(
    ("query", "first", "last"),
    [
        ("limit=5", "limit=5", "limit=5&offset=10"),
        ("limit=5&offset=5", "limit=5", "limit=5&offset=10"),
        ("limit=5&offset=10", "limit=5", "limit=5&offset=10"),
        ("limit=5&offset=3", "limit=5", "limit=5&offset=8"),
        ("limit=5&offset=17", "limit=5", "limit=5&offset=10"),
        ("limit=13&offset=20", "limit=13", "limit=13"),
        ("limit=12", "limit=12", "limit=12&offset=12"),
        ("limit=1&year=2025", "year=2025&limit=1", "year=2025&limit=1&offset=1"),
        (
            "sort=title&limit=2&q=nerve&format=ris",
            "limit=2&q=nerve&sort=title&format=ris",
            "limit=2&q=nerve&sort=title&format=ris&offset=2",
        ),
    ],
)
def test_first_and_last(server: Server, query: str, first: str, last: str) -> None:
    """First and last accompany next or prev and keep all filters; pages are counted from this one."""
    found = links(server, query)
    assert (found["first"], found["last"]) == (first, last)


def test_links_of_a_page_without_limit(many: Server) -> None:
    """Offset: Link without limit too."""
    assert links(many, "") == {"first": "", "next": "offset=50", "last": "offset=1100"}
    assert links(many, "offset=50") == {"first": "", "prev": "", "next": "offset=100", "last": "offset=1100"}
    assert links(many, "offset=1100") == {"first": "", "prev": "offset=1050", "last": "offset=1100"}


@pytest.mark.parametrize(
    "query",
    [
        "limit=1",
        "limit=2",
        "limit=5",
        "limit=12",
        "limit=13",
        "limit=3&year=2025",
        "limit=1&journal=ex",
    ],
)
def test_following_next_visits_every_publication_once(server: Server, publications: list[dict[str, Any]], query: str) -> None:
    """Offset: following next visits every publication once, in order; following prev visits the same pages in reverse."""
    wanted = [
        row["title"]
        for row in publications
        if ("year" not in query or row["year"] == 2025) and ("journal" not in query or "ex" in row["journal"].lower())
    ]
    pages = walk(server, query, "next")
    assert [title for page in pages for title in page] == wanted
    size = int(query.split("&")[0].removeprefix("limit="))
    last = f"{query}&offset={(len(pages) - 1) * size}"
    assert walk(server, last, "prev") == pages[::-1]


@pytest.mark.parametrize("query", ["", "limit=1000", "limit=100", "journal=journal+3&limit=20", "year=2007"])
def test_following_next_through_many_pages(many: Server, query: str) -> None:
    """Offset: the same with the default limit and the largest one."""
    wanted = [title for title in in_order() if "3" not in query or int(title.split()[1]) % 7 == 3]
    wanted = [title for title in wanted if "2007" not in query or int(title.split()[1]) % 20 == 7]
    assert [title for page in walk(many, query, "next") for title in page] == wanted
