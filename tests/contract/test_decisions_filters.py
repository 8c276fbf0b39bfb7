"""Decisions, Filters: each row of the table, except pages (test_decisions_pages) and DOIs (test_decisions_doi)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.conftest import CATEGORIES, TAGS, Server
from tests.support.listing import wrapped
from tests.support.own import serving_own, write_csv
from tests.support.wire import ANSWERING, ask, indented, refused

DEFINING = (
    "/api/publications",
    "/api/publications/facets",
    "/api/publications/10.5555%2Fmsk.2021.001",
    "/api/services",
)
# Journals whose names are hard to search; each has one publication, in this order.
ODD = {
    "percent": "100% Imaging",
    "underscore": "Under_score Reports",
    "backslash": "Back\\slash Letters",
    "sharp s": "Straße und Strahl",
    "sigma": "ΟΔΥΣΣΕΥΣ",
    "composed": "Ángström Radiología",
    "decomposed": unicodedata.normalize("NFD", "Época Médica"),
    "hebrew": "רְפוּאָה",
    "quotes": "O'Brien's \"Case\" Notes; a + b & c",
}


def found(server: Server, query: str | bytes) -> list[str]:
    """Return the journals that a query finds."""
    prefix = "/api/publications?" if isinstance(query, str) else b"/api/publications?"
    answer = ask(server, prefix + query)  # type: ignore[operator]
    assert answer.status == 200, answer
    body = answer.json()
    assert answer.headers["x-total-count"] == str(body["count"]) == str(len(body["publications"]))
    return [row["journal"] for row in body["publications"]]


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service whose journals have wildcards, accents and letters that are hard to compare."""
    header = ["title", "authors", "journal", "year", "doi"]
    rows = [[name, "Example N", journal, 2020, f"10.5555/{i}"] for i, (name, journal) in enumerate(ODD.items())]

    def edit(sources: Path) -> None:
        write_csv(sources / "publications.csv", header, rows)

    with serving_own(tmp_path_factory.mktemp("odd"), edit) as running:
        yield running


# order, count


def test_order_is_year_descending_then_the_source(server: Server, publications: list[dict[str, Any]]) -> None:
    """Order of publications: year descending, then the order of the rows in the source file."""
    assert server.get("/api/publications").content == indented(wrapped(publications, 13))
    years = [row["year"] for row in publications]
    assert years == sorted(years, reverse=True)
    assert len(set(years)) < len(years)


def test_order_within_a_year_is_the_owners(odd: Server) -> None:
    """Order of publications: the owner's own order within a year."""
    assert found(odd, "year=2020") == list(ODD.values())


@pytest.mark.parametrize(
    ("query", "count", "total"),
    [
        ("", 13, 13),
        ("limit=0", 0, 13),
        ("limit=4", 4, 13),
        ("year=2021&limit=1", 1, 2),
        ("offset=10", 3, 13),
        ("year=1900", 0, 0),
    ],
)
def test_count_and_total(server: Server, query: str, count: int, total: int) -> None:
    """Count: the number of publications in this response; the number before limit is in X-Total-Count."""
    answer = ask(server, f"/api/publications?{query}")
    assert (answer.json()["count"], len(answer.json()["publications"])) == (count, count)
    assert answer.headers["x-total-count"] == str(total)


# year


@pytest.mark.parametrize(
    "year",
    [
        "0",
        "-0",
        "-1",
        "-2021",
        "9999",
        "9223372036854775808",
        "-9223372036854775809",
        "20210000000000000000",
        "9" * 5000,
    ],
)
def test_year_far_out_of_range_matches_nothing(server: Server, year: str) -> None:
    """Year: an optional minus sign and ASCII digits; any size: 200, count 0."""
    assert found(server, f"year={year}") == []
    assert found(server, f"year=-{year.lstrip('-')}") == []


def test_year_may_have_leading_zeros(server: Server) -> None:
    """Small print, Numbers: leading zeros are allowed."""
    assert found(server, f"year={'0' * 4000}2021") == found(server, "year=2021")
    assert len(found(server, "year=002021")) == 2


# journal


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("%", ["percent"]),
        ("0%", ["percent"]),
        ("_", ["underscore"]),
        ("r_s", ["underscore"]),
        ("\\", ["backslash"]),
        ("k\\s", ["backslash"]),
        ("k\\\\s", []),
        ("%%", []),
        ("1%g", []),
        ("radiología", ["composed"]),
        ("RADIOLOGIA", ["composed"]),
        ("RADIOLOGÍA", ["composed"]),
        (unicodedata.normalize("NFD", "radiología"), ["composed"]),
        ("angstrom", ["composed"]),
        ("Ångström", ["composed"]),
        ("época", ["decomposed"]),
        ("EPOCA MED", ["decomposed"]),
        ("STRASSE", ["sharp s"]),
        ("straße", ["sharp s"]),
        ("οδυσσευς", ["sigma"]),
        ("οδυσσευσ", ["sigma"]),
        ("רפואה", ["hebrew"]),
        ("רְפוּאָה", ["hebrew"]),
        ("'s \"c", ["quotes"]),
        ("; a + b & c", ["quotes"]),
        ("' or 1=1 --", []),
        ("*", []),
        ("[a-z]", []),
        ("\0", []),
        ("Imaging\0", []),
        ("\0Imaging", []),
        ("Ima\0ging", []),
        ("\ufffd", []),
    ],
)
def test_journal_is_a_literal_substring(odd: Server, text: str, names: list[str]) -> None:
    """Journal: literal substring, wildcards are literal; case-insensitive for all of Unicode, ignores accents."""
    assert found(odd, f"journal={quote(text)}") == [ODD[name] for name in names]


@pytest.mark.parametrize("query", ["journal=", "journal", "journal=+", "journal=%20%09%20", "journal=%C2%A0"])
def test_empty_journal_is_no_filter(server: Server, publications: list[dict[str, Any]], query: str) -> None:
    """Journal: surrounding spaces are trimmed; empty = no filter."""
    assert found(server, query) == [row["journal"] for row in publications]


@pytest.mark.parametrize(
    "query",
    [
        "journal=+levant+",
        "journal=%20%20levant",
        "journal=levant%09",
        "journal=%0Alevant%0D%0A",
    ],
)
def test_whitespace_around_a_journal_is_trimmed(server: Server, query: str) -> None:
    """Journal: surrounding spaces are trimmed, inner ones are not."""
    assert found(server, query) == found(server, "journal=levant") == ["Levant Journal of Musculoskeletal Ultrasound"] * 2
    assert found(server, "journal=levant++journal") == []


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("a" * 200, True),
        ("a" * 201, False),
        ("é" * 200, True),
        ("é" * 201, False),
        (f"{' ' * 300}{'a' * 200}{' ' * 300}", True),
        (f" {'a' * 201} ", False),
        (" " * 5000, True),
    ],
)
def test_journal_has_at_most_200_characters(server: Server, text: str, taken: bool) -> None:
    """Journal, Small print: more than 200 characters is an error; they are counted after trimming."""
    answer = ask(server, f"/api/publications?journal={quote(text)}")
    if taken:
        assert (answer.status, answer.json()["count"]) == (200, 0 if text.strip() else 13)
    else:
        assert "200" in refused(answer, 400, "invalid_parameter")


# category, tag


@pytest.mark.parametrize("category", [*CATEGORIES, *TAGS])
def test_category_matches_category_or_any_tag(server: Server, services: list[dict[str, Any]], category: str) -> None:
    """Category: matches the service's category or any of its tags; order of services: that of the source file."""
    kept = [row for row in services if category in (row["category"], *row.get("tags", []))]
    assert kept != []
    assert server.get(f"/api/services?category={category}").content == indented({"services": kept})


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("category", [*CATEGORIES, *TAGS])
def test_category_and_tag_together(server: Server, services: list[dict[str, Any]], tag: str, category: str) -> None:
    """Tag: category and tag together: both must hold."""
    kept = [row for row in services if category in (row["category"], *row.get("tags", [])) and tag in row.get("tags", [])]
    for query in (f"category={category}&tag={tag}", f"tag={tag}&category={category}"):
        assert server.get(f"/api/services?{query}").content == indented({"services": kept})


@pytest.mark.parametrize(
    "value",
    [
        "",
        "x",
        "Injection",
        "injection ",
        "+injection",
        "injection%00",
        "inject",
        "injection,procedure",
        "%25",
    ],
)
def test_other_categories_are_refused(server: Server, value: str) -> None:
    """Category: closed list; anything else: 400 with the allowed values."""
    description = refused(ask(server, f"/api/services?category={quote(value, safe='%+')}"), 400, "invalid_parameter")
    assert "category" in description
    assert [word for word in (*CATEGORIES, *TAGS) if word not in description] == []


@pytest.mark.parametrize(
    "value",
    [
        "",
        "x",
        "injection",
        "Prp-Injection",
        "prp-injection;joint-injection",
        "diagnostic-ultrasound",
    ],
)
def test_other_tags_are_refused(server: Server, value: str) -> None:
    """Tag: closed list of the three tags; anything else, a category too: 400 with the allowed values."""
    description = refused(ask(server, f"/api/services?tag={quote(value)}"), 400, "invalid_parameter")
    assert "tag" in description
    assert [word for word in TAGS if word not in description] == []


# twice, unknown


@pytest.mark.parametrize(
    ("target", "name"),
    [
        ("/api/publications?year=2021&year=2021", "year"),
        ("/api/publications?limit=1&year=2021&limit=2", "limit"),
        ("/api/publications?offset=0&offset=0", "offset"),
        ("/api/publications?journal=&journal=", "journal"),
        ("/api/publications?%6Aournal=a&journal=b", "journal"),
        ("/api/services?tag=prp-injection&tag=joint-injection", "tag"),
        ("/api/services?category=injection&category=injection", "category"),
    ],
)
def test_a_parameter_given_twice_is_refused(server: Server, target: str, name: str) -> None:
    """Filters: a parameter given twice: 400, and the description names it."""
    assert name in refused(ask(server, target), 400, "invalid_parameter")


@pytest.mark.parametrize("path", DEFINING)
def test_an_unknown_parameter_is_refused_where_parameters_are_defined(server: Server, path: str) -> None:
    """Filters, an unknown parameter: 400 on every endpoint of the API that defines query parameters."""
    description = refused(ask(server, f"{path}?utm_source=x"), 400, "unknown_parameter")
    assert description.startswith('There is no parameter "utm_source" here. The parameters are ')


@pytest.mark.parametrize(
    ("target", "given", "meant"),
    [
        ("/api/publications?jornal=x", "jornal", "journal"),
        ("/api/publications?Year=2021", "Year", "year"),
        ("/api/publications?LIMIT=2021", "LIMIT", "limit"),
        ("/api/publications?offest=1", "offest", "offset"),
        ("/api/publications?limit[]=1", "limit[]", "limit"),
        ("/api/services?categories=injection", "categories", "category"),
        ("/api/services?tags=prp-injection", "tags", "tag"),
        ("/api/services?zzzz=1", "zzzz", None),
        ("/api/publications?_=1700000000", "_", None),
        ("/api/publications?%D7%A9%D7%A0%D7%94=2021", "שנה", None),
        ("/api/publications?=5", "", None),
    ],
)
def test_the_nearest_name_is_suggested(server: Server, target: str, given: str, meant: str | None) -> None:
    """Filters: an unknown parameter: 400 unknown_parameter with the allowed names and the nearest one."""
    description = refused(ask(server, target), 400, "unknown_parameter")
    assert f'"{given}"' in description
    allowed = ["category", "tag"] if "services" in target else ["year", "journal", "limit", "offset", "q"]
    assert ", ".join(allowed) in description
    assert ("Did you mean" in description) == (meant is not None)
    if meant:
        assert f"Did you mean {meant}?" in description


@pytest.mark.parametrize("query", ["_=1700000000", "year=x&year=y", "%FF=%00", "&&=", "?", "limit"])
@pytest.mark.parametrize("path", [path for path in ANSWERING if path not in DEFINING])
def test_the_query_is_ignored_elsewhere(server: Server, query: str, path: str) -> None:
    """Filters: on the other endpoints the query string is ignored (cache-busters on /api/status)."""
    with_query, without = ask(server, f"{path}?{query}"), ask(server, path)
    assert with_query.status == 200
    if path == "/api/status":
        assert with_query.json()["services"] == without.json()["services"]
    else:
        assert (with_query.headers, with_query.body) == (without.headers, without.body)
