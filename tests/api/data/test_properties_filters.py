"""Any text in any parameter, against filters written in plain Python over the sources."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote, urlencode

import httpx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conftest import CATEGORIES, TAGS, Server
from tests.support.listing import plain

# A server of the session is shared by all examples; it only reads.
bounded = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

texts = st.text(st.characters(codec="utf-8"), max_size=220)
journal_parts = st.sampled_from(
    [
        "radiología",
        "RADIOLOGIA",
        "journal of",
        "Levant",
        "Médicale",
        "ß",
        "Sonographie",
        "%",
        "_",
        "\\",
        "İ",
        "e\u0301",
        " of ",
        "\0",
    ]
)
journals = st.one_of(texts, st.lists(st.one_of(journal_parts, st.text(max_size=2)), max_size=3).map("".join))
numbers = st.one_of(
    texts,
    st.integers(2010, 2030).map(str),
    st.integers().map(str),
    st.integers(0, 1100).map(str),
    st.from_regex(r"[-+]?[0-9０-９_. ]{0,5}", fullmatch=True),
)


def is_digits(text: str) -> bool:
    return re.fullmatch(r"[0-9]+", text) is not None


def assert_error(response: httpx.Response, code: str) -> None:
    assert response.status_code == 400
    body = response.json()
    assert list(body) == ["error", "error_description"]
    assert body["error"] == code


@bounded
@given(journal=journals)
def test_any_journal(server: Server, publications: list[dict[str, Any]], journal: str) -> None:
    response = server.get(f"/api/publications?{urlencode({'journal': journal})}")
    wanted = journal.strip()
    if len(wanted) > 200:
        assert_error(response, "invalid_parameter")
        return
    expected = [row for row in publications if plain(wanted) in plain(row["journal"])]
    assert response.json() == {"count": len(expected), "publications": expected}


@bounded
@given(year=numbers)
def test_any_year(server: Server, publications: list[dict[str, Any]], year: str) -> None:
    response = server.get(f"/api/publications?{urlencode({'year': year})}")
    if re.fullmatch(r"-?[0-9]+", year) is None:
        assert_error(response, "invalid_parameter")
        return
    expected = [row for row in publications if row["year"] == int(year)]
    assert response.json() == {"count": len(expected), "publications": expected}


@bounded
@given(limit=numbers, offset=numbers)
def test_any_limit_and_offset(server: Server, publications: list[dict[str, Any]], limit: str, offset: str) -> None:
    response = server.get(f"/api/publications?{urlencode({'limit': limit, 'offset': offset})}")
    if not (is_digits(limit) and is_digits(offset) and int(limit) <= 1000):
        assert_error(response, "invalid_parameter")
        return
    expected = publications[int(offset) : int(offset) + int(limit)]
    assert response.json() == {"count": len(expected), "publications": expected}
    assert response.headers["x-total-count"] == str(len(publications))


@bounded
@given(category=st.one_of(st.sampled_from(CATEGORIES + TAGS), texts), tag=st.one_of(st.none(), st.sampled_from(TAGS), texts))
def test_any_category_and_tag(server: Server, services: list[dict[str, Any]], category: str, tag: str | None) -> None:
    query = {"category": category, **({} if tag is None else {"tag": tag})}
    response = server.get(f"/api/services?{urlencode(query)}")
    if category not in CATEGORIES + TAGS or (tag is not None and tag not in TAGS):
        assert_error(response, "invalid_parameter")
        return
    expected = [
        row
        for row in services
        if category in (row["category"], *row.get("tags", ())) and (tag is None or tag in row.get("tags", ()))
    ]
    assert response.json() == {"services": expected}


@bounded
@given(name=texts, value=texts)
def test_any_parameter_name(server: Server, name: str, value: str) -> None:
    response = server.get(f"/api/services?{urlencode({name: value})}")
    known = name in ("category", "tag")
    if known and value in (CATEGORIES + TAGS if name == "category" else TAGS):
        assert response.status_code == 200
    else:
        assert_error(response, "invalid_parameter" if known else "unknown_parameter")


@bounded
@given(
    doi=st.one_of(
        texts,
        st.sampled_from(
            ["10.5555/msk.2021.001", "10.5555/zbs-2020-6520", "10.5555/(SICI)1234-5678(2014)12:3<101::AID-EX1>2.0.CO;2"]
        ),
    ),
    prefix=st.sampled_from(["", "doi:", "DOI:", "https://doi.org/", "HTTP://DX.DOI.ORG/", " "]),
)
def test_any_doi(server: Server, publications: list[dict[str, Any]], doi: str, prefix: str) -> None:
    response = server.get(f"/api/publications/{quote(prefix + doi, safe='')}")
    if prefix + doi == "":
        assert response.json()["count"] == len(publications)
        return
    bare = re.sub(r"^(doi:|https?://(dx\.)?doi\.org/)", "", prefix + doi, flags=re.IGNORECASE)
    found = [row for row in publications if row.get("doi", "").lower() == bare.lower() and bare]
    if found:
        assert [response.json()] == found
    else:
        assert response.status_code == 404
        assert response.json()["error"] == "not_found"
