"""Any text in any filter: the service returns what plain Python finds in the source files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import CATEGORIES, TAGS
from tests.support import listing
from tests.support.site import Site, serving

pytestmark = pytest.mark.slow
# All examples share the service, which only reads.

texts = st.text(st.characters(codec="utf-8"), max_size=220)
numbers = st.one_of(
    texts,
    st.integers(2010, 2030).map(str),
    st.integers().map(str),
    st.integers(0, 1100).map(str),
    st.from_regex(r"[-+]?[0-9０-９_. ]{0,5}", fullmatch=True),
)
SIGNS = [*"\"'*()-+:^{},;\\%_\0\n", "ﬁ", "İ", "\u0301", "\ue000"]
OPERATORS = ["AND", "OR", "NOT", "NEAR", "NEAR(a b, 2)", "title:", "authors : "]
WORDS = [
    "nerve",
    "Ultraschall",
    "SONOGRAPHY",
    "the",
    "ulnaire",
    "écho",
    "radiología",
    "Levi",
    "levi r",
    "Żółw K",
    "n",
    "TNF-α",
    "60",
]
parts = st.one_of(st.sampled_from(WORDS), st.sampled_from(SIGNS), st.sampled_from(OPERATORS), st.text(max_size=3))
searches = st.one_of(st.lists(parts, max_size=5).map(" ".join), st.lists(parts, max_size=3).map("".join)).filter(
    lambda text: len(text.strip()) <= 200
)
FILTERS = {
    "q": searches,
    "keywords": st.sampled_from(["median nerve,PRP", "sonography", "platelet-rich plasma,בטוחים", "nerv", "zzz", " ,*"]),
    "author": searches,
    "journal": searches,
    "journal_is": st.sampled_from(["", "journal of EXAMPLE radiology", "Revista Ejemplar de Radiologia", "Radiology", " ", "%"]),
    "year_from": st.integers(2012, 2027),
    "has_doi": st.sampled_from(["true", "false"]),
    "type": st.sampled_from(["article", "review", "chapter,letter", "case-report,review,conference-paper"]),
    "featured": st.sampled_from(["true", "false"]),
    "notice": st.sampled_from(["retracted", "corrected", "concern"]),
    "sort": st.sampled_from(["-year", "year", "title", "-title", "journal", "-journal"]),
}


@pytest.fixture(scope="module")
def site(example_database: Path) -> Iterator[Site]:
    with serving(example_database) as running:
        yield running


def assert_refused(response: httpx.Response, code: str) -> None:
    assert (response.status_code, response.json()["error"]) == (400, code)


@st.composite
def queries(draw: st.DrawFn) -> dict[str, Any]:
    """Any of the filters, without contradictions."""
    query: dict[str, Any] = {name: draw(values) for name, values in FILTERS.items() if draw(st.booleans())}
    if draw(st.booleans()):
        query["year_to"] = query.get("year_from", 2012) + draw(st.integers(0, 15))
    return query


@given(query=queries(), limit=st.integers(0, 14), offset=st.integers(0, 14))
def test_any_filters(site: Site, publications: list[dict[str, Any]], query: dict[str, Any], limit: int, offset: int) -> None:
    expected = listing.selected(publications, query)
    page = expected[offset : offset + limit]
    response = site.get(f"/api/publications?{urlencode({**query, 'limit': limit, 'offset': offset})}")
    assert response.json() == listing.wrapped(page, len(expected))
    assert response.headers["x-total-count"] == str(len(expected))


@given(query=queries())
def test_any_facets(site: Site, publications: list[dict[str, Any]], query: dict[str, Any]) -> None:
    query.pop("sort", None)
    assert site.json(f"/api/publications/facets?{urlencode(query)}") == listing.counted(publications, query)


@given(text=searches)
def test_relevance_finds_the_same(site: Site, publications: list[dict[str, Any]], text: str) -> None:
    response = site.get(f"/api/publications?{urlencode({'q': text, 'sort': 'relevance'})}")
    if not listing.tokens(text):
        assert_refused(response, "invalid_parameter")
        return
    titles = sorted(row["title"] for row in listing.selected(publications, {"q": text}))
    assert sorted(row["title"] for row in response.json()["publications"]) == titles


@given(year=numbers)
def test_any_year(site: Site, publications: list[dict[str, Any]], year: str) -> None:
    response = site.get(f"/api/publications?{urlencode({'year': year})}")
    if re.fullmatch(r"-?[0-9]+", year):
        expected = [row for row in publications if row["year"] == int(year)]
        assert response.json() == listing.wrapped(expected, len(expected))
    else:
        assert_refused(response, "invalid_parameter")


@given(limit=numbers, offset=numbers)
def test_any_limit_and_offset(site: Site, publications: list[dict[str, Any]], limit: str, offset: str) -> None:
    response = site.get(f"/api/publications?{urlencode({'limit': limit, 'offset': offset})}")
    if all(re.fullmatch(r"[0-9]+", text) for text in (limit, offset)) and int(limit) <= 1000:
        expected = publications[int(offset) : int(offset) + int(limit)]
        assert response.json() == listing.wrapped(expected, 13)
    else:
        assert_refused(response, "invalid_parameter")


@given(category=st.one_of(st.sampled_from(CATEGORIES + TAGS), texts), tag=st.one_of(st.none(), st.sampled_from(TAGS), texts))
def test_any_category_and_tag(site: Site, services: list[dict[str, Any]], category: str, tag: str | None) -> None:
    response = site.get(f"/api/services?{urlencode({'category': category, **({} if tag is None else {'tag': tag})})}")
    if category not in CATEGORIES + TAGS or (tag is not None and tag not in TAGS):
        assert_refused(response, "invalid_parameter")
        return
    expected = [
        row
        for row in services
        if category in (row["category"], *row.get("tags", ())) and (tag is None or tag in row.get("tags", ()))
    ]
    assert response.json() == {"services": expected}


@given(name=texts.filter(lambda name: name not in ("category", "tag")), value=texts)
def test_any_parameter_name(site: Site, name: str, value: str) -> None:
    assert_refused(site.get(f"/api/services?{urlencode({name: value})}"), "unknown_parameter")


@given(
    doi=st.one_of(
        texts,
        st.sampled_from(
            ["10.5555/msk.2021.001", "10.5555/zbs-2020-6520", "10.5555/(SICI)1234-5678(2014)12:3<101::AID-EX1>2.0.CO;2"]
        ),
    ),
    prefix=st.sampled_from(["", "doi:", "DOI:", "https://doi.org/", "HTTP://DX.DOI.ORG/", " "]),
)
def test_any_doi(site: Site, publications: list[dict[str, Any]], doi: str, prefix: str) -> None:
    response = site.get(f"/api/publications/{quote(prefix + doi, safe='')}")
    bare = re.sub(r"^(doi:|https?://(dx\.)?doi\.org/)", "", prefix + doi, flags=re.IGNORECASE)
    found = [row for row in publications if row.get("doi", "").lower() == bare.lower() and bare]
    if prefix + doi == "":
        assert response.json()["count"] == len(publications)
    elif found:
        assert [response.json()] == found
    else:
        assert (response.status_code, response.json()["error"]) == (404, "not_found")
