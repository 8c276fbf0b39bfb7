"""api/README.md, "Addresses": a DOI in a path, in every form in which people write it."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any
from urllib.parse import quote

import pytest

from tests.conftest import BASE_URL, Server
from tests.support.own import serving_publications
from tests.support.wire import ask, indented, refused

DOI = "10.5555/msk.2021.001"
SICI = "10.5555/(SICI)1234-5678(2014)12:3<101::AID-EX1>2.0.CO;2"
UPPER = "10.5555/ZBS-2020-6520"
PREFIXES = ("doi:", "https://doi.org/", "http://doi.org/", "https://dx.doi.org/", "http://dx.doi.org/")
ENCODINGS: dict[str, Callable[[str], str]] = {
    "encoded": lambda doi: quote(doi, safe=""),
    "encoded in small letters": lambda doi: quote(doi, safe="").lower(),
    "raw slashes": lambda doi: quote(doi, safe="/"),
    "as in an address bar": lambda doi: quote(doi, safe="/:;<>()!$&'*+,=@~"),
    "other case": lambda doi: quote(doi.swapcase(), safe=""),
    "every character": lambda doi: "".join(f"%{byte:02X}" for byte in doi.encode()),
}


def with_authors(row: dict[str, Any]) -> dict[str, Any]:
    """A publication of the list as its own address gives it."""
    listed: list[dict[str, Any]] = []
    for name in row["authors"].split(", "):
        family, _, initials = name.rpartition(" ")
        listed.append({"family": family, "initials": initials, **({"isOwner": True} if name == "Example N" else {})})
    page = row["landingPage"]
    return {**{field: value for field, value in row.items() if field != "landingPage"}, "authorList": listed, "landingPage": page}


@pytest.mark.parametrize("doi", [DOI, SICI, UPPER])
@pytest.mark.parametrize(
    ("prefix", "encoding"),
    [
        *product([""], ENCODINGS),
        *product([*PREFIXES, "DOI:", "HttpS://Doi.Org/"], ["encoded"]),
        (PREFIXES[1], "raw slashes"),
    ],
)
def test_every_form_of_a_doi(server: Server, publications: list[dict[str, Any]], doi: str, prefix: str, encoding: str) -> None:
    """[doi-path]"""
    [row] = [row for row in publications if row.get("doi") == doi]
    answer = ask(server, f"/api/publications/{ENCODINGS[encoding](prefix + doi)}")
    assert (answer.status, answer.body) == (200, indented(with_authors(row)))
    assert answer.headers == ask(server, f"/api/publications/{quote(doi, safe='')}").headers


def test_a_key_in_capitals(server: Server, publications: list[dict[str, Any]]) -> None:
    """[doi-path]"""
    [row] = [row for row in publications if "doi" not in row]
    assert server.get(f"/api/publications/{row['key'].upper()}").content == indented(with_authors(row))


@pytest.mark.parametrize("path", ["/api/publications", "/publications", "/he/publications"])
@pytest.mark.parametrize("form", ["10.5555/msk.2021.001", "10.5555%2Fmsk.2021.001", "https://doi.org/10.5555/MSK.2021.001"])
@pytest.mark.parametrize("slash", ["/", "%2F"])
def test_a_slash_at_the_end_is_dropped(server: Server, path: str, form: str, slash: str) -> None:
    """[doi-path]"""
    answer, plain = ask(server, f"{path}/{form}{slash}"), ask(server, f"{path}/{form}")
    assert (answer.status, answer.headers, answer.body) == (200, plain.headers, plain.body)


@pytest.mark.parametrize(
    ("doi", "title"),
    [("10.5555/a", "Without"), ("10.5555/a/", "With"), ("10.5555/b", None), ("10.5555/b/", "Only"), ("10.5555/b//", "Only")],
)
def test_a_slash_that_belongs_to_a_doi(slashes: Server, doi: str, title: str | None) -> None:
    """[doi-path]"""
    assert ask(slashes, f"/api/publications/{doi}").json().get("title") == title


@pytest.mark.parametrize(
    ("doi", "title", "canonical"),
    [
        ("10.5555/a.json", "File", "10.5555%2Fa.json"),
        ("10.5555/a.json.json", "File", "10.5555%2Fa.json"),
        ("10.5555/a/.json", "With", "10.5555%2Fa%2F"),
        ("10.5555/a.json/", "File", "10.5555%2Fa.json"),
        ("10.5555/a.json.json/", "File", "10.5555%2Fa.json"),
        ("10.5555/a/.json/", "With", "10.5555%2Fa%2F"),
        ("10.5555/b.json", None, None),
    ],
)
def test_an_ending_that_belongs_to_a_doi(slashes: Server, doi: str, title: str | None, canonical: str | None) -> None:
    """[json-addresses]"""
    answer = ask(slashes, f"/api/publications/{doi}")
    link = f'<{BASE_URL}/api/publications/{canonical}>; rel="canonical"' if canonical else None
    assert (answer.json().get("title"), answer.headers.get("link")) == (title, link)


@pytest.fixture(scope="module")
def slashes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service with DOIs that end with a slash or .json."""
    header = ["title", "doi", "authors", "journal", "year"]
    dois = [["Without", "10.5555/a"], ["With", "10.5555/a/"], ["Only", "10.5555/b/"], ["File", "10.5555/a.json"]]
    rows = [[*row, "A B", "J", 2020] for row in dois]
    with serving_publications(tmp_path_factory.mktemp("slashes"), header, rows) as running:
        yield running


@pytest.mark.parametrize(
    "form",
    [
        "%20{}",
        "doi:+{}",
        "{}%0A",
        "{}%2F%2F",
        "/{}",
        "https://doi.org/doi:{}",
        "doi.org/{}",
        "ftp://doi.org/{}",
        # Only one slash at the end is dropped.
        "{}%2F/",
        "/",
        # Nothing is decoded twice or matched loosely.
        "10.5555%252Fmsk.2021.001",
        "10.5555/msk.2021.00_",
        "10.5555/msk.2021.%25",
        "10.5555",
        "%00",
        # Bytes that are not UTF-8.
        "%FF%FE",
        # No word means a missing DOI.
        "doi:",
        "%ED%A0%80",
    ],
)
def test_other_forms_of_a_doi_find_nothing(server: Server, form: str) -> None:
    """[doi-path]"""
    refused(ask(server, f"/api/publications/{form.format(DOI)}"), 404, "not_found")
