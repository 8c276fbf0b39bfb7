"""Searching, filtering, sorting and counting publications: what is typed, what fits, in which order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.conftest import Server
from tests.support import listing
from tests.support.own import serving_own, write_csv
from tests.support.wire import ask, refused

HEADER = ["title", "authors", "journal", "year", "doi"]
# The first letters of the titles name them in what follows.
ROWS = [
    ["A nerve, and another nerve", "Levi R, Example N", "Journal of Nerves", "2022", "10.5555/a"],
    ["Beyond NEAR: \"AND\" or NOT?", "Levine RS, Muster Á", "Annals of Operators", "2022", ""],
    ["Čiré vodivosti: TNF-α in µ-units", "Example N, van der Berg J", "Revista de Radiología", "2021", "10.5555/c"],
    ["דופלר של עצב המדיאן", "לוי ר, Example N", "רפואה", "2021", "10.5555/d"],
    ["(Early) nerves* of 100%", "Example Study Group, et al", "Journal of Nerves", "2020", ""],
    ["Fascia, \"double\" crush; C++ & R", "Levi R Jr, Levi R, Levi R", "annals of Operators", "2019", "10.5555/f"],
    ["Straße nach Ötztal", "Żółw K, Müller-Weiß O", "Zeitschrift für Straßen", "2018", "10.5555/s"],
]  # fmt: skip


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service whose publications are hard to search for."""

    def edit(sources: Path) -> None:
        write_csv(sources / "publications.csv", HEADER, ROWS)

    with serving_own(tmp_path_factory.mktemp("odd"), edit) as running:
        yield running


def titles(server: Server, **query: str) -> str:
    """The first letters of the titles that a query gives."""
    answer = ask(server, f"/api/publications?{urlencode(query)}")
    assert answer.status == 200, answer
    body = answer.json()
    assert answer.headers["x-total-count"] == str(body["count"])
    return "".join(row["title"].lstrip("(")[0] for row in body["publications"])


@pytest.mark.parametrize(
    ("q", "expected"),
    [
        ("nerve", "AE"),
        ("NERVE", "AE"),
        ("nerves", "AE"),  # the journal too
        ("nerve another", "A"),
        ("another ner", "A"),
        ("ner another", ""),  # only the last word may be the beginning of one
        ("erve", ""),
        ("levi", "ABF"),
        ("levi nerve", "A"),
        ("radiologia", "Č"),
        ("RADIOLOGÍA example", "Č"),
        ("cire", "Č"),
        ("tnf-α", "Č"),
        ("TNF α", "Č"),
        ("tnfα", ""),
        ("μ units", "Č"),
        ("דופלר", "ד"),
        ("עצב המד", "ד"),
        ("לוי", "ד"),
        ("דּוֹפְּלֶר", "ד"),  # with vowel points
        ("strasse", "S"),
        ("STRASSEN", "S"),
        ("muller weiss", "S"),
        ("zołw", "S"),
        ("zolw", "S"),
        ("100", "E"),
        ("100%", "E"),
        ("c++", "ČF"),
        ("", "ABČדEFS"),
        ("  ", "ABČדEFS"),
        ("* ( \" ' -", "ABČדEFS"),  # no word at all
        ("NEAR", "B"),
        ("near and not", "B"),
        ("AND", "AB"),
        ("nerve AND another", "A"),
        ("nerve OR fascia", ""),
        ("NOT fascia", ""),
        ("nerve*", "AE"),
        ('"nerve another"', "A"),
        ('"unclosed', ""),
        ("title:nerve", ""),
        ("title : a", ""),
        ("{title} nerve", ""),
        ("NEAR(nerve another, 5)", ""),
        ("^nerve", "AE"),
        ("nerve + another", "A"),
        ("-nerve", "AE"),
        ("nerve\0another", "A"),
        ("'; drop table listing; --", ""),
        ("double crush", "F"),
        ("fascia; R", "F"),
    ],
)
def test_q(odd: Server, q: str, expected: str) -> None:
    """All words of title, authors and journal, whatever case, accents and signs; the last one may be the beginning of one."""
    assert titles(odd, q=q) == expected


@pytest.mark.parametrize(
    ("author", "expected"),
    [
        ("Levi", "ABF"),  # the end of the last word may be missing
        ("levi r", "AF"),
        ("Levi R Jr", "F"),
        ("Levine", "B"),
        ("Levi, R", "AF"),
        ("R Levi", ""),
        ("Berg", "Č"),
        ("van der berg j", "Č"),
        ("R Example", ""),  # the words of two authors
        ("N van", ""),
        ("muster a", "B"),
        ("zolw", "S"),
        ("żołw k", "S"),
        ("muller-weiss", "S"),
        ("לוי ר", "ד"),
        ("study group", "E"),
        ("et al", "E"),
        ("nerve", ""),
        ("", "ABČדEFS"),
        ("*", "ABČדEFS"),
        ('levi" OR "example', ""),
    ],
)
def test_author(odd: Server, author: str, expected: str) -> None:
    """The words of one author's name one after the other, from any of them on."""
    assert titles(odd, author=author) == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"year_from": "2021"}, "ABČד"),
        ({"year_to": "2019"}, "FS"),
        ({"year_from": "2019", "year_to": "2020"}, "EF"),
        ({"year_from": "2020", "year_to": "2020"}, "E"),
        ({"year": "2022", "year_from": "2022", "year_to": "2022"}, "AB"),
        ({"year_from": "2023"}, ""),
        ({"year_to": "2000"}, ""),
        ({"year_from": "-99999999999999999999"}, "ABČדEFS"),
        ({"year_to": "99999999999999999999"}, "ABČדEFS"),
        ({"year_from": "99999999999999999999"}, ""),
        ({"has_doi": "true"}, "AČדFS"),
        ({"has_doi": "false"}, "BE"),
        ({"sort": "-year"}, "ABČדEFS"),
        ({"sort": "year"}, "SFEדČBA"),
        ({"sort": "title"}, "ABČEFSד"),
        ({"sort": "journal"}, "BFAEČSד"),
        ({"sort": "title", "has_doi": "false"}, "BE"),
        ({"sort": "year", "journal": "OPERATORS"}, "FB"),
        ({"sort": "journal", "q": "nerve"}, "AE"),
        ({"sort": "relevance", "q": "nerve"}, "AE"),
        ({"sort": "relevance", "q": "nerves"}, "EA"),  # in the title before in the journal
        ({"q": "levi", "author": "example", "year": "2022", "has_doi": "true", "journal": "nerves"}, "A"),
    ],
)  # fmt: skip
def test_filters_and_orders(odd: Server, query: dict[str, str], expected: str) -> None:
    """Spans of years, with or without a DOI, and every order."""
    answer = odd.json(f"/api/publications?{urlencode(query)}")
    assert "".join(row["title"].lstrip("(")[0] for row in answer["publications"]) == expected


VALUES: dict[str, list[str]] = {
    "year": ["2021", "1999"],
    "year_from": ["2019"],
    "year_to": ["2022", "2014"],
    "journal": ["radiolog", "levant", "nothing"],
    "author": ["levi r", "Żółw"],
    "q": ["nerve ultra", "the", "zzz"],
    "has_doi": ["true", "false"],
    "sort": ["year", "title", "journal"],
}


@pytest.mark.parametrize(("one", "other"), list(combinations(VALUES, 2)))
def test_all_combine_in_pairs(server: Server, publications: list[dict[str, Any]], one: str, other: str) -> None:
    """Each filter with each other and with each order: the list, the total and the facets."""
    for first in VALUES[one]:
        for second in VALUES[other]:
            query: dict[str, Any] = {one: first, other: second}
            typed = {name: int(value) if name.startswith("year") else value for name, value in query.items()}
            if ("year" in typed and typed.get("year_from", 0) > typed["year"]) or typed.get("year_to", 9999) < max(
                typed.get("year", 0), typed.get("year_from", 0)
            ):
                refused(ask(server, f"/api/publications?{urlencode(query)}"), 400, "invalid_parameter")
                continue
            expected = listing.selected(publications, typed)
            answer = ask(server, f"/api/publications?{urlencode(query)}&limit=2&offset=1")
            assert answer.json() == {"count": len(expected[1:3]), "publications": expected[1:3]}, query
            assert answer.headers["x-total-count"] == str(len(expected))
            if "sort" not in query:
                counted = server.json(f"/api/publications/facets?{urlencode(query)}")
                assert counted == listing.counted(publications, typed)


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("year_from=2022&year_to=2021", ("year_from", "year_to")),
        ("year=2020&year_from=2021", ("year", "year_from")),
        ("year=2020&year_to=2019", ("year", "year_to")),
        ("sort=relevance", ("sort=relevance", "q")),
        ("sort=relevance&q=", ("sort=relevance", "q")),
        ("sort=relevance&q=***", ("sort=relevance", "q")),
        ("style=apa", ("style", "format=citation")),
        ("style=apa&format=ris", ("style", "format=citation")),
        ("fields=title&format=bibtex", ("fields", "json or csv")),
        ("format=citation&limit=101", ("limit", "100", "format=citation")),
    ],
)
def test_contradictions(server: Server, query: str, names: tuple[str, ...]) -> None:
    """Parameters that are right one by one and make no sense together."""
    sentence = refused(ask(server, f"/api/publications?{query}"), 400, "invalid_parameter")
    assert [name for name in names if name not in sentence] == []


@pytest.mark.parametrize(
    ("query", "accepted"),
    [
        ("has_doi=yes", "one of true, false"),
        ("has_doi=", "one of true, false"),
        ("sort=", "one of -year, year, title, journal, relevance"),
        ("sort=Year", "one of -year, year, title, journal, relevance"),
        ("format=xml", "one of json, csv, bibtex, ris, csl, jsonld, citation"),
        ("format=citation&style=mla", "one of vancouver, apa, ama"),
        ("fields=", "one or more of title, authors, journal, year, volume, issue, pages, doi, pubmed, url, with commas"),
        ("fields=title,", "one or more of title"),
        ("fields=title, doi", "one or more of title"),
        ("year_from=", "a year written in digits"),
        ("q=" + "x" * 201, "at most 200 characters"),
        ("author=" + "x" * 201, "at most 200 characters"),
    ],
)
def test_values_that_are_not_taken(server: Server, query: str, accepted: str) -> None:
    sentence = refused(ask(server, f"/api/publications?{query.replace(' ', '%20')}"), 400, "invalid_parameter")
    assert accepted in sentence


def test_fields(server: Server, publications: list[dict[str, Any]]) -> None:
    """A subset of the fields, in the contract's order, whatever the order in which they are named."""
    wanted = [{name: row[name] for name in ("title", "year", "doi") if name in row} for row in publications]
    answer = server.get("/api/publications?fields=doi,title,year,doi")
    assert answer.json() == {"count": 13, "publications": wanted}
    assert list(answer.json()["publications"][0]) == ["title", "year", "doi"]
    whole = server.get("/api/publications")
    every = server.get("/api/publications?fields=title,authors,journal,year,volume,issue,pages,doi,pubmed,url")
    assert every.content == whole.content


def test_a_publication_that_has_none_of_the_fields(server: Server) -> None:
    """It keeps its title: a part has at least one property."""
    body = server.json("/api/publications?fields=volume&year=2025")
    assert body == {"count": 2, "publications": [{"volume": "23"}, {"title": body["publications"][1]["title"]}]}


def test_facets_do_not_hide_a_doi(server: Server) -> None:
    """Every DOI begins with 10., so `facets` is none; with anything behind it, it is looked for as one."""
    assert server.json("/api/publications/facets/")["count"] == 13
    refused(ask(server, "/api/publications/facets/10.5555"), 404, "not_found")
    refused(ask(server, "/api/publications/doi:facets"), 404, "not_found")
    refused(ask(server, "/api/publications/facets%2Fx"), 404, "not_found")


def test_facets_take_filters_and_a_limit_and_nothing_else(server: Server, publications: list[dict[str, Any]]) -> None:
    whole = listing.counted(publications, {})
    assert server.json("/api/publications/facets") == whole
    few = server.json("/api/publications/facets?limit=2")
    assert few == {**whole, "journals": whole["journals"][:2], "authors": whole["authors"][:2]}
    assert server.json("/api/publications/facets?limit=0&year=2025")["journals"] == []
    refused(ask(server, "/api/publications/facets?sort=year"), 400, "unknown_parameter")
    refused(ask(server, "/api/publications/facets?offset=1"), 400, "unknown_parameter")
    refused(ask(server, "/api/publications/facets?year_from=2&year_to=1"), 400, "invalid_parameter")
