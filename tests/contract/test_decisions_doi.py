"""Decisions, Filters and Small print: a DOI in the path, in every form in which people write it."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest

from tests.conftest import Server
from tests.support.wire import ask, indented, refused

DOI = "10.5555/msk.2021.001"
SICI = "10.5555/(SICI)1234-5678(2014)12:3<101::AID-EX1>2.0.CO;2"
UPPER = "10.5555/ZBS-2020-6520"
PREFIXES = ("doi:", "https://doi.org/", "http://doi.org/", "https://dx.doi.org/", "http://dx.doi.org/")


def expected(publications: list[dict[str, Any]], doi: str) -> bytes:
    """Return the whole body for a DOI."""
    [row] = [row for row in publications if row.get("doi") == doi]
    return indented(row)


def raw(doi: str) -> str:
    """Encode only what a request line cannot contain, as an address bar does."""
    return quote(doi, safe="/:;<>()!$&'*+,=@~")


@pytest.mark.parametrize("doi", [DOI, SICI, UPPER])
def test_every_form_of_a_doi_finds_it(server: Server, publications: list[dict[str, Any]], doi: str) -> None:
    """DOI in the path: raw and encoded slashes are the same, prefixes (in any case) are dropped, case doesn't matter."""
    for prefix in ("", *PREFIXES, "DOI:", "HttpS://Doi.Org/"):
        for written in (prefix + doi, prefix + doi.swapcase()):
            for target in (quote(written, safe=""), quote(written, safe="").lower(), quote(written, safe="/"), raw(written)):
                answer = ask(server, f"/api/publications/{target}")
                assert (answer.status, answer.body) == (200, expected(publications, doi))


def test_every_form_is_the_same_representation(server: Server) -> None:
    """DOI in the path, ETag: all forms of a DOI are one representation with one validator."""
    forms = ["10.5555%2Fmsk.2021.001", DOI, f"doi:{DOI}", f"https%3A%2F%2Fdoi.org%2F{DOI.upper()}", "%31%30.5555/msk.2021.001"]
    answers = [ask(server, f"/api/publications/{form}") for form in forms]
    assert [(answer.headers, answer.body) for answer in answers] == [(answers[0].headers, answers[0].body)] * len(forms)


def test_no_other_form_finds_it(server: Server) -> None:
    """DOI in the path, Small print: surrounding spaces are not trimmed, no other prefix is dropped: 404."""
    for form in (
        "%20{}",
        "{}%20",
        "{}%09",
        "%C2%A0{}",
        "doi:%20{}",
        "doi:+{}",
        "{}%0A",
        "{}%00",
        "{}/",
        "{}%2F",
        "/{}",
        "doi:doi:{}",
        "https://doi.org/doi:{}",
        "doi.org/{}",
        "https://example.org/{}",
        "ftp://doi.org/{}",
        "urn:doi:{}",
    ):
        refused(ask(server, f"/api/publications/{form.format(DOI)}"), 404, "not_found")


def test_nothing_is_decoded_twice_or_matched_loosely(server: Server) -> None:
    """DOI in the path: no match: 404."""
    for doi in (
        "10.5555%252Fmsk.2021.001",
        "10.5555/msk.2021.00_",
        "10.5555/msk.2021.%25",
        "10.5555/msk%",
        "%E2%82%AC",
    ):
        refused(ask(server, f"/api/publications/{doi}"), 404, "not_found")


def test_bytes_that_are_not_utf_8_match_nothing(server: Server) -> None:
    """DOI in the path, Errors: bytes that are not UTF-8 match no DOI: 404."""
    for doi in (
        "%FF%FE",
        "10.5555/%C3%28",
        "%80",
        "%ED%A0%80",
    ):
        refused(ask(server, f"/api/publications/{doi}"), 404, "not_found")


def test_a_publication_without_doi_has_no_address(server: Server, publications: list[dict[str, Any]]) -> None:
    """DOI in the path: an empty DOI is the list, and no word means a missing one."""
    assert [row["title"] for row in publications if "doi" not in row] != []
    assert server.json("/api/publications/")["count"] == 13
    for word in ("doi:", "https://doi.org/", "null", "None", "%00"):
        refused(ask(server, f"/api/publications/{word}"), 404, "not_found")


def test_query_is_ignored_on_a_doi(server: Server, publications: list[dict[str, Any]]) -> None:
    """Filters, an unknown parameter: on the endpoints that do not filter the query string is ignored."""
    for query in ("", "limit=x&limit=y&nonsense&%FF"):
        answer = ask(server, f"/api/publications/{DOI}?{query}")
        assert (answer.status, answer.body) == (200, expected(publications, DOI))


def test_options_on_any_doi(server: Server) -> None:
    """Small print, Methods: OPTIONS on a well-formed DOI path: 204, known or not."""
    for doi in (
        "10.5555%2Fmsk.2021.001",
        "10.5555/none",
        "x",
        "https://doi.org/10.5555/none/",
    ):
        answer = ask(server, f"/api/publications/{doi}", "OPTIONS")
        assert (answer.status, answer.body, answer.headers["allow"]) == (204, b"", "GET, HEAD, OPTIONS")


def test_the_description_names_the_doi_as_given(server: Server) -> None:
    """Errors: the description names the value as given, prefix and all, cut at 100 characters."""
    assert '"https://doi.org/10.5555/none"' in refused(
        ask(server, "/api/publications/https:%2F%2Fdoi.org%2F10.5555%2Fnone"), 404, "not_found"
    )
    description = refused(ask(server, f"/api/publications/{'x' * 101}"), 404, "not_found")
    assert "x" * 100 in description
    assert "x" * 101 not in description
