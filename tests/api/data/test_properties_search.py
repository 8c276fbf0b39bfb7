"""Any text in any filter, any filters together, in any order: against the list in plain Python."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conftest import Server
from tests.support import listing

# A server of the session is shared by all examples; it only reads.
bounded = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

SIGNS = [
    '"',
    "'",
    "*",
    "(",
    ")",
    "-",
    "+",
    ":",
    "^",
    "{",
    "}",
    ",",
    ";",
    "\\",
    "%",
    "_",
    "\0",
    "\n",
    "ﬁ",
    "İ",
    "\u0301",
    "\ue000",
]
OPERATORS = ["AND", "OR", "NOT", "NEAR", "NEAR(a b, 2)", "title:", "authors : "]
WORDS = [
    "nerve",
    "Ultraschall",
    "SONOGRAPHY",
    "the",
    "ulnaire",
    "écho",
    "radiolog",
    "Levi",
    "levi r",
    "Żółw K",
    "muller",
    "n",
    "TNF-α",
    "60",
]
parts = st.one_of(st.sampled_from(WORDS), st.sampled_from(SIGNS), st.sampled_from(OPERATORS), st.text(max_size=3))
texts = st.one_of(st.lists(parts, max_size=5).map(" ".join), st.lists(parts, max_size=3).map("".join)).filter(
    lambda text: len(text.strip()) <= 200
)
years = st.integers(2012, 2027)
filters = {
    "q": texts,
    "author": texts,
    "journal": st.sampled_from(["radio", "LEVANT", "é", "", "x%"]),
    "year_from": years,
    "has_doi": st.sampled_from(["true", "false"]),
    "sort": st.sampled_from(["-year", "year", "title", "journal"]),
}


@st.composite
def queries(draw: st.DrawFn) -> dict[str, Any]:
    """Any of the filters; a span of years ends where it begins, or later."""
    query: dict[str, Any] = {name: draw(values) for name, values in filters.items() if draw(st.booleans())}
    if draw(st.booleans()):
        query["year_to"] = query.get("year_from", 2012) + draw(st.integers(0, 15))
    return query


@bounded
@given(query=queries(), limit=st.integers(0, 14), offset=st.integers(0, 14))
def test_any_filters(server: Server, publications: list[dict[str, Any]], query: dict[str, Any], limit: int, offset: int) -> None:
    expected = listing.selected(publications, query)
    page = expected[offset : offset + limit]
    response = server.get(f"/api/publications?{urlencode({**query, 'limit': limit, 'offset': offset})}")
    assert response.json() == {"count": len(page), "publications": page}
    assert response.headers["x-total-count"] == str(len(expected))


@bounded
@given(query=queries())
def test_any_facets(server: Server, publications: list[dict[str, Any]], query: dict[str, Any]) -> None:
    """The counts are those of the list with the same filters."""
    query.pop("sort", None)
    response = server.get(f"/api/publications/facets?{urlencode(query)}")
    assert response.json() == listing.counted(publications, query)


@bounded
@given(text=texts)
def test_relevance_finds_the_same(server: Server, publications: list[dict[str, Any]], text: str) -> None:
    """The best match first, but the same publications."""
    response = server.get(f"/api/publications?{urlencode({'q': text, 'sort': 'relevance'})}")
    if not listing.tokens(text):
        assert response.status_code == 400
        return
    titles = sorted(row["title"] for row in listing.selected(publications, {"q": text}))
    assert sorted(row["title"] for row in response.json()["publications"]) == titles
