"""Any text in the specification's parameters: the service returns what plain Python finds in the source files."""

import re
import unicodedata
from typing import Any
from urllib.parse import quote, urlencode

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.site import Site
from tests.support.wire import wrapped

pytestmark = pytest.mark.slow
Rows = list[dict[str, Any]]
texts = st.text(st.characters(codec="utf-8"), max_size=220)
journals = st.one_of(texts, st.sampled_from(["journal of EXAMPLE", "radiologia", "Radiología", " ", "%", "_", "\\", "o\0f"]))
numbers = st.one_of(
    texts, st.integers(-5, 2030).map(str), st.integers().map(str), st.from_regex(r"[-+]?[0-9０-９_. ]{0,5}", fullmatch=True)
)
dois = st.one_of(texts, st.sampled_from(["10.5555/msk.2021.001", "10.5555/(SICI)1234-5678(2014)12:3<101::AID-EX1>2.0.CO;2"]))
prefixes = st.sampled_from(["", "doi:", "DOI:", "https://doi.org/", "HTTP://DX.DOI.ORG/", " "])


def is_refused(response: httpx.Response) -> bool:
    return (response.status_code, response.json().get("error")) == (400, "invalid_parameter")


def plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).casefold())
    return "".join([char for char in decomposed if not unicodedata.combining(char)])


@given(journal=journals)
def test_any_journal(site: Site, publications: Rows, journal: str) -> None:
    response = site.get(f"/api/publications?{urlencode({'journal': journal})}")
    if len(journal.strip()) > 200:
        assert is_refused(response)
    else:
        expected = [row for row in publications if plain(journal.strip()) in plain(row["journal"])]
        assert response.json() == wrapped(expected, len(expected))


@given(year=numbers)
def test_any_year(site: Site, publications: Rows, year: str) -> None:
    response = site.get(f"/api/publications?{urlencode({'year': year})}")
    if re.fullmatch(r"-?[0-9]+", year):
        expected = [row for row in publications if row["year"] == int(year)]
        assert response.json() == wrapped(expected, len(expected))
    else:
        assert is_refused(response)


@given(doi=dois, prefix=prefixes)
def test_any_doi(site: Site, publications: Rows, doi: str, prefix: str) -> None:
    response = site.get(f"/api/publications/{quote(prefix + doi, safe='')}")
    bare = re.sub(r"^(doi:|https?://(dx\.)?doi\.org/)", "", prefix + doi, flags=re.IGNORECASE)
    matches = [row for row in publications if bare and row.get("doi", "").lower() == bare.lower()]
    if prefix + doi == "":
        assert response.json()["count"] == len(publications)
    elif matches:
        assert [response.json()] == matches
    else:
        assert (response.status_code, response.json()["error"]) == (404, "not_found")
