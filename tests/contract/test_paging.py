"""api/README.md, "Filters": limit and offset, and the Link header."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.conftest import BASE_URL, Server
from tests.support.own import serving_publications
from tests.support.wire import ask, refused, wrapped

LINK = re.compile(r'<([^<>]+)>; rel="(first|prev|next|last)"')
MANY = 1105


def links(server: Server, query: str) -> dict[str, str]:
    header = ask(server, f"/api/publications?{query}").headers.get("link")
    if header is None:
        return {}
    found = LINK.findall(header)
    assert header == ", ".join(f'<{target}>; rel="{relation}"' for target, relation in found)
    assert [target for target, _ in found if target.partition("?")[0] != f"{BASE_URL}/api/publications"] == []
    relations = [relation for _, relation in found]
    assert relations == [name for name in ("first", "prev", "next", "last") if name in relations]
    return {relation: target.partition("?")[2] for target, relation in found}


def walk(server: Server, query: str, relation: str) -> list[list[str]]:
    pages = []
    following: str | None = query
    while following is not None:
        pages.append([row["title"] for row in server.json(f"/api/publications?{following}")["publications"]])
        assert len(pages) <= MANY, "the links lead round in a circle"
        following = links(server, following).get(relation)
    return pages


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    header = ["title", "authors", "journal", "year", "doi"]
    rows = [[f"Title {i}", "Example N", "Journal", 2000 + i % 20, f"10.5555/{i}"] for i in range(MANY)]
    with serving_publications(tmp_path_factory.mktemp("many"), header, rows) as running:
        yield running


def in_order() -> list[str]:
    return [f"Title {i}" for i in sorted(range(MANY), key=lambda i: (-(i % 20), i))]


@pytest.mark.parametrize(("query", "size"), [("", 50), ("?limit=1000", 1000)])
def test_limit(many: Server, query: str, size: int) -> None:
    """[paging]"""
    body = many.json(f"/api/publications{query}")
    assert [row["title"] for row in body["publications"]] == in_order()[:size]
    assert (body["count"], body["total"]) == (size, MANY)


def test_limit_is_described(server: Server) -> None:
    """[paging]"""
    described = server.json("/api/openapi.json")["paths"]["/api/publications"]["get"]["parameters"]
    [limit] = [parameter for parameter in described if parameter["name"] == "limit"]
    assert limit["schema"] == {"type": "integer", "minimum": 0, "maximum": 1000, "default": 50}


@pytest.mark.parametrize("limit", ["1001", "9999999999999999999999", "9" * 5000, "001001"])
def test_limit_above_the_maximum(server: Server, limit: str) -> None:
    """[paging]"""
    description = refused(ask(server, f"/api/publications?limit={limit}"), 400, "invalid_parameter")
    assert description == f'limit is "{limit[:100]}". It must be a whole number from 0 to 1000.'


@pytest.mark.parametrize("offset", ["0", "1", "12", "13", "14", str(10**18), str(10**30), "9" * 4000])
def test_offset(server: Server, publications: list[dict[str, Any]], offset: str) -> None:
    """[paging]"""
    rest = publications[13 if len(offset) > 2 else int(offset) :]
    assert server.json(f"/api/publications?offset={offset}") == wrapped(rest, 13)


FIRST, LAST = "limit=5", "limit=5&offset=10"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", {}),
        ("limit=13", {}),
        ("limit=12", {"first": "limit=12", "next": "limit=12&offset=12", "last": "limit=12&offset=12"}),
        ("limit=5&offset=0", {"first": FIRST, "next": "limit=5&offset=5", "last": LAST}),
        ("limit=5&offset=5", {"first": FIRST, "prev": "limit=5", "next": "limit=5&offset=10", "last": LAST}),
        ("limit=5&offset=10", {"first": FIRST, "prev": "limit=5&offset=5", "last": LAST}),
        # Pages are counted from this one.
        ("limit=5&offset=3", {"first": FIRST, "prev": "limit=5", "next": "limit=5&offset=8", "last": "limit=5&offset=8"}),
        ("limit=5&offset=8", {"first": FIRST, "prev": "limit=5&offset=3", "last": "limit=5&offset=8"}),
        ("limit=5&offset=13", {"first": FIRST, "prev": LAST, "last": LAST}),
        ("limit=5&offset=100", {"first": FIRST, "prev": LAST, "last": LAST}),
        ("limit=1000&offset=13", {"first": "limit=1000", "prev": "limit=1000", "last": "limit=1000"}),
        ("offset=" + "9" * 5000, {"first": "", "prev": "", "last": ""}),
        ("limit=0", {}),
        ("limit=1&year=1900", {}),
        ("limit=1&year=1900&offset=1", {}),
        # All filters are kept.
        (
            "limit=1&journal=RADIOLOG%C3%8DA",
            {
                "first": "journal=RADIOLOG%C3%8DA&limit=1",
                **dict.fromkeys(("next", "last"), "journal=RADIOLOG%C3%8DA&limit=1&offset=1"),
            },
        ),
        (
            "sort=title&limit=2&q=nerve&format=ris",
            {
                "first": "limit=2&q=nerve&sort=title&format=ris",
                "next": "limit=2&q=nerve&sort=title&format=ris&offset=2",
                "last": "limit=2&q=nerve&sort=title&format=ris&offset=2",
            },
        ),
    ],
)
def test_links(server: Server, query: str, expected: dict[str, str]) -> None:
    """[paging]"""
    assert links(server, query) == expected


@pytest.mark.parametrize("query", ["", "limit=1000", "limit=100"])
def test_following_the_links(many: Server, query: str) -> None:
    """[paging] Next visits every publication once, in order; prev from the last page visits the same pages in reverse."""
    pages = walk(many, query, "next")
    assert [title for page in pages for title in page] == in_order()
    assert walk(many, links(many, query)["last"], "prev") == pages[::-1]
