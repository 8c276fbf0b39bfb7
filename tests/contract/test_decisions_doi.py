"""Decisions, Filters and Small print: a DOI in the path, in every form in which people write it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.conftest import Server
from tests.support.own import serving_own, write_csv
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
@pytest.mark.parametrize("prefix", ["", *PREFIXES, "DOI:", "HttpS://Doi.Org/"])
def test_every_form_of_a_doi_finds_it(server: Server, publications: list[dict[str, Any]], doi: str, prefix: str) -> None:
    """DOI in the path: raw and encoded slashes are the same, prefixes (in any case) are dropped, case doesn't matter."""
    for written in (prefix + doi, prefix + doi.swapcase()):
        for target in (quote(written, safe=""), quote(written, safe="").lower(), quote(written, safe="/"), raw(written)):
            answer = ask(server, f"/api/publications/{target}")
            assert (answer.status, answer.body) == (200, expected(publications, doi))


def test_every_form_is_the_same_representation(server: Server) -> None:
    """DOI in the path, ETag: all forms of a DOI are one representation with one validator."""
    forms = ["10.5555%2Fmsk.2021.001", DOI, f"doi:{DOI}", f"https%3A%2F%2Fdoi.org%2F{DOI.upper()}", "%31%30.5555/msk.2021.001"]
    answers = [ask(server, f"/api/publications/{form}") for form in forms]
    assert [(answer.headers, answer.body) for answer in answers] == [(answers[0].headers, answers[0].body)] * len(forms)


@pytest.mark.parametrize("path", ["/api/publications", "/publications", "/he/publications"])
@pytest.mark.parametrize("form", ["10.5555/msk.2021.001", "10.5555%2Fmsk.2021.001", "https://doi.org/10.5555/MSK.2021.001"])
@pytest.mark.parametrize("slash", ["/", "%2F"])
def test_a_slash_at_the_end_is_dropped(server: Server, path: str, form: str, slash: str) -> None:
    """DOI in the path: a slash at the end is dropped if nothing matches with it."""
    answer, plain = ask(server, f"{path}/{form}{slash}"), ask(server, f"{path}/{form}")
    assert (answer.status, answer.headers, answer.body) == (200, plain.headers, plain.body)


@pytest.mark.parametrize(
    ("doi", "title"),
    [("10.5555/a", "Without"), ("10.5555/a/", "With"), ("10.5555/b", None), ("10.5555/b/", "Only"), ("10.5555/b//", "Only")],
)
def test_a_slash_that_belongs_to_a_doi(slashes: Server, doi: str, title: str | None) -> None:
    """DOI in the path: the slash is dropped only if nothing matches with it."""
    answer = ask(slashes, f"/api/publications/{doi}")
    assert answer.json().get("title") == title


@pytest.fixture(scope="module")
def slashes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service with DOIs that end with a slash."""
    rows = [["Without", "10.5555/a"], ["With", "10.5555/a/"], ["Only", "10.5555/b/"]]

    def edit(sources: Path) -> None:
        write_csv(
            sources / "publications.csv",
            ["title", "doi", "authors", "journal", "year"],
            [[*row, "A B", "J", 2020] for row in rows],
        )

    with serving_own(tmp_path_factory.mktemp("slashes"), edit) as running:
        yield running


@pytest.mark.parametrize(
    "form",
    [
        "%20{}",
        "{}%20",
        "{}%09",
        "%C2%A0{}",
        "doi:%20{}",
        "doi:+{}",
        "{}%0A",
        "{}%00",
        "{}//",
        "{}%2F%2F",
        "/{}",
        "doi:doi:{}",
        "https://doi.org/doi:{}",
        "doi.org/{}",
        "https://example.org/{}",
        "ftp://doi.org/{}",
        "urn:doi:{}",
        # Only one slash at the end is dropped.
        "{}%2F/",
        "/",
        "%2F",
        # Nothing is decoded twice or matched loosely.
        "10.5555%252Fmsk.2021.001",
        "10.5555/msk.2021.00",
        "10.5555/msk.2021.00_",
        "10.5555/msk.2021.%25",
        "10.5555/msk%",
        "10.5555",
        "%E2%82%AC",
        "%00",
        # Bytes that are not UTF-8.
        "%FF%FE",
        "10.5555/%C3%28",
        "%80",
        "%ED%A0%80",
    ],
)
def test_no_other_form_finds_it(server: Server, form: str) -> None:
    """DOI in the path, Details 3, Small print: surrounding spaces are not trimmed, no other prefix is dropped: 404."""
    refused(ask(server, f"/api/publications/{form.format(DOI)}"), 404, "not_found")


def test_a_publication_without_doi_has_no_address(
    server: Server, publications: list[dict[str, Any]], subtests: pytest.Subtests
) -> None:
    """DOI in the path: an empty DOI is the list, and no word means a missing one."""
    assert [row["title"] for row in publications if "doi" not in row] != []
    assert server.json("/api/publications/")["count"] == 13
    for word in ("doi:", "https://doi.org/", "null", "None", "%00"):
        with subtests.test(word=word):
            refused(ask(server, f"/api/publications/{word}"), 404, "not_found")


@pytest.mark.parametrize(
    ("query", "given", "hint"),
    [
        ("formt=bibtex", "formt", " Did you mean format?"),
        ("format=ris&Style=apa", "Style", " Did you mean style?"),
        ("_=1700000000", "_", ""),
    ],
)
def test_an_unknown_parameter_is_refused_on_a_doi(server: Server, query: str, given: str, hint: str) -> None:
    """Filters, an unknown parameter: 400 unknown_parameter with the allowed names and the nearest one."""
    description = refused(ask(server, f"/api/publications/{DOI}?{query}"), 400, "unknown_parameter")
    assert description == f'There is no parameter "{given}" here.{hint} The parameters are format, style.'


def test_the_description_names_the_doi_as_given(server: Server) -> None:
    """Errors: the description names the value as given, prefix and all."""
    assert '"https://doi.org/10.5555/none"' in refused(
        ask(server, "/api/publications/https:%2F%2Fdoi.org%2F10.5555%2Fnone"), 404, "not_found"
    )
