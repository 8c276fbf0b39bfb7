"""api/README.md, "Filters": publications and services; pages have their own file."""

import unicodedata
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, parse_qsl, quote, urlencode, urlsplit

import pytest

from tests.conftest import CATEGORIES, TAGS, Server
from tests.support.own import serving_publications
from tests.support.wire import ANSWERING, ask, indented, refused, wrapped

# The endpoints with query parameters, and the first of these.
DEFINING = {
    "/api/publications": "year, journal, limit, offset, q, ",
    "/api/publications/facets": "year, journal, limit, q, ",
    "/api/publications/10.5555%2Fmsk.2021.001": "format, style.",
    "/api/services": "category, tag.",
    "/feed.atom": "year, journal, q, ",
    "/embed/publications": "year, journal, limit, offset, q, ",
}
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


def journals(server: Server, query: str) -> list[str]:
    return [row["journal"] for row in server.json(f"/api/publications?{query}")["publications"]]


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    header = ["title", "authors", "journal", "year", "doi"]
    rows = [[name, "Example N", journal, 2020, f"10.5555/{i}"] for i, (name, journal) in enumerate(ODD.items())]
    with serving_publications(tmp_path_factory.mktemp("odd"), header, rows) as running:
        yield running


@pytest.mark.parametrize("query", ["", "year=2021", "limit=4", "limit=13", "limit=1000", "limit=3&journal=levant&year=2025"])
def test_filters_of_the_list(server: Server, publications: list[dict[str, Any]], query: str) -> None:
    """[order]"""
    values = dict(parse_qsl(query))
    matches = [
        row
        for row in publications
        if int(values.get("year", row["year"])) == row["year"] and values.get("journal", "") in row["journal"].lower()
    ]
    page = matches[: int(values.get("limit", 50))]
    assert page != []
    assert server.get(f"/api/publications?{query}").content == indented(wrapped(page, len(matches)))


def test_order_within_a_year_is_the_owners(odd: Server) -> None:
    """[order]"""
    assert journals(odd, "year=2020") == list(ODD.values())


@pytest.mark.parametrize(
    ("query", "count", "total"), [("limit=0", 0, 13), ("year=2021&limit=1", 1, 2), ("offset=10", 3, 13), ("year=1900", 0, 0)]
)
def test_count_and_total(server: Server, query: str, count: int, total: int) -> None:
    """[counts]"""
    answer = ask(server, f"/api/publications?{query}")
    body = answer.json()
    assert list(body) == ["count", "publications", "total"]
    assert (body["count"], len(body["publications"]), body["total"]) == (count, count, total)
    assert answer.headers["x-total-count"] == str(total)


@pytest.mark.parametrize("sign", ["", "-"])
@pytest.mark.parametrize("year", ["0", "1", "9999", "9223372036854775808", "20210000000000000000", "9" * 5000])
def test_year_far_out_of_range(server: Server, year: str, sign: str) -> None:
    """[years]"""
    assert journals(server, f"year={sign}{year}") == []


NO_NUMBERS = [
    "", "%20", "+5", "%2B5", "5+", "%205", "5%0A", "5%00", "5.0", "2020.0", "1_000", "1,000", "5e0", "0x5", "five", "null",
    "%EF%BC%95", "%D9%A5", "%C2%B2", "%E2%88%925", "--5", "-", "5-", "%FF", "5%FF", "5;6",
]  # fmt: skip


@pytest.mark.parametrize(
    "query",
    [
        *(f"{name}={value}" for name in ("limit", "year") for value in NO_NUMBERS),
        "offset=",
        "offset=5.0",
        "offset=five",
        *(f"{name}={value}" for name in ("limit", "offset") for value in ("-1", "-0")),
        "limit",
        "offset",
        "year",
    ],
)
def test_only_ascii_digits_are_a_number(server: Server, query: str) -> None:
    """[digits]"""
    description = refused(ask(server, f"/api/publications?{query}"), 400, "invalid_parameter")
    assert description.startswith(f"{query.partition('=')[0]} is ")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("%", ["percent"]),
        ("_", ["underscore"]),
        ("\\", ["backslash"]),
        ("k\\\\s", []),
        ("%%", []),
        ("RADIOLOGÍA", ["composed"]),
        (unicodedata.normalize("NFD", "radiología"), ["composed"]),
        ("Ångström", ["composed"]),
        ("época", ["decomposed"]),
        ("STRASSE", ["sharp s"]),
        ("οδυσσευς", ["sigma"]),
        ("οδυσσευσ", ["sigma"]),
        ("רפואה", ["hebrew"]),
        ("'s \"c", ["quotes"]),
        ("' or 1=1 --", []),
        ("Imaging\0x", []),
        ("\ufffd", []),
    ],
)
def test_journal_is_a_literal_substring(odd: Server, text: str, names: list[str]) -> None:
    """[journal]"""
    assert journals(odd, f"journal={quote(text)}") == [ODD[name] for name in names]


@pytest.mark.parametrize(
    ("query", "same"),
    [
        ("year=002021", "year=2021"),
        (f"year={'0' * 4000}2021", "year=2021"),
        (f"limit={'0' * 5000}5", "limit=5"),
        ("limit=5&offset=000", "limit=5"),
        *((query, "") for query in ("journal=", "journal", "journal=%20%09%20", "journal=%C2%A0")),
        *((f"journal={text}", "journal=levant") for text in ("+levant+", "%0Alevant%0D%0A")),
        pytest.param("journal=levant++journal", "journal=nothing", id="not inside"),
    ],
)
def test_leading_zeros_and_spaces_around_a_journal(server: Server, query: str, same: str) -> None:
    """[digits] [journal]"""
    assert server.json(f"/api/publications?{query}") == server.json(f"/api/publications?{same}")


@pytest.mark.parametrize(
    ("text", "taken"),
    [("é" * 200, True), ("é" * 201, False), (f"{' ' * 300}{'a' * 200}{' ' * 300}", True), (f" {'a' * 201} ", False)],
)
def test_journal_has_at_most_200_characters(server: Server, text: str, taken: bool) -> None:
    """[journal]"""
    answer = ask(server, f"/api/publications?journal={quote(text)}")
    if taken:
        assert (answer.status, answer.json()["count"]) == (200, 0 if text.strip() else 13)
    else:
        assert "200" in refused(answer, 400, "invalid_parameter")


@pytest.mark.parametrize("tag", ["", *TAGS])
@pytest.mark.parametrize("category", ["", *CATEGORIES, *TAGS])
def test_services(server: Server, services: list[dict[str, Any]], category: str, tag: str) -> None:
    """[categories]"""
    matches = [
        row
        for row in services
        if (not category or category in (row["category"], *row.get("tags", []))) and (not tag or tag in row.get("tags", []))
    ]
    query = urlencode({name: value for name, value in (("tag", tag), ("category", category)) if value})
    assert server.get(f"/api/services?{query}").content == indented({"services": matches})
    assert matches or (category and tag)


def test_closed_lists_are_described(server: Server) -> None:
    """[categories]"""
    described = server.json("/api/openapi.json")["paths"]["/api/services"]["get"]["parameters"]
    enums = {parameter["name"]: parameter["schema"]["enum"] for parameter in described}
    assert enums == {"category": [*CATEGORIES, *TAGS], "tag": [*TAGS]}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("category", value) for value in ("", "x", "Injection", "injection ", " injection", "injection\0", "inject")),
        *(("category", value) for value in ("injection,procedure", "%")),
        *(("tag", value) for value in ("", "x", "injection", "Prp-Injection", "prp-injection;joint-injection")),
    ],
)
def test_other_categories_and_tags(server: Server, name: str, value: str) -> None:
    """[categories]"""
    allowed = ", ".join(TAGS if name == "tag" else (*CATEGORIES, *TAGS))
    description = refused(ask(server, f"/api/services?{name}={quote(value)}"), 400, "invalid_parameter")
    assert description == f'{name} is "{value}". It must be one of {allowed}.'


@pytest.mark.parametrize(
    ("target", "name"),
    [
        ("/api/publications?year=2021&year=2021", "year"),
        ("/api/publications?journal=&journal=", "journal"),
        ("/api/publications?%6Aournal=a&journal=b", "journal"),
        ("/api/services?tag=prp-injection&tag=joint-injection", "tag"),
    ],
)
def test_a_parameter_given_twice_is_refused(server: Server, target: str, name: str) -> None:
    """[given-twice]"""
    assert refused(ask(server, target), 400, "invalid_parameter") == f"{name} is given more than once. Give it once."


@pytest.mark.parametrize(
    ("query", "same", "count"),
    [
        ("fields=title&year=2021&fields=doi", "fields=title,doi&year=2021", 2),
        ("type=review&type=letter", "type=review,letter", 3),
        ("doi=10.5555/msk.2021.001&doi=10.5555/msk.2025.007", "doi=10.5555/msk.2021.001,10.5555/msk.2025.007", 2),
        ("pubmed=99000001&pubmed=99000412", "pubmed=99000001,99000412", 2),
        ("keywords=elbow&keywords=median+nerve", "keywords=elbow,median+nerve", 4),
    ],
)
def test_several_values_in_parameters_of_their_own(server: Server, query: str, same: str, count: int) -> None:
    """[given-twice] The links to other pages have them with commas."""
    answer = ask(server, f"/api/publications?{query}&limit=1")
    body = answer.json()
    assert (body["total"], body) == (count, server.json(f"/api/publications?{same}&limit=1"))
    assert parse_qs(urlsplit(answer.headers["link"].partition(">")[0]).query) == parse_qs(f"{same}&limit=1")


@pytest.mark.parametrize(
    ("query", "same", "count"),
    [
        ("fields=title,+doi&year=2021", "fields=title,doi&year=2021", 2),
        ("type=review+,+letter+", "type=review,letter", 3),
        ("doi=+10.5555/msk.2021.001,+10.5555/msk.2025.007+", "doi=10.5555/msk.2021.001,10.5555/msk.2025.007", 2),
        ("pubmed=99000001,+99000412", "pubmed=99000001,99000412", 2),
        ("keywords=elbow,+median+nerve", "keywords=elbow,median+nerve", 4),
    ],
)
def test_spaces_around_the_values_of_a_list(server: Server, query: str, same: str, count: int) -> None:
    """[given-twice]"""
    body = server.json(f"/api/publications?{query}")
    assert (body["total"], body) == (count, server.json(f"/api/publications?{same}"))


@pytest.mark.parametrize(
    "value",
    [
        "",
        "2026",
        "2026-13-01",
        "2026-01-32",
        "2026-02-30",
        "2027-02-29",
        "20260131",
        "2026-W05-6",
        "2026-01-31T00:00",
        "2026-01-31%0A",
    ],
)
def test_a_date_that_does_not_exist(server: Server, value: str) -> None:
    """[added-since]"""
    description = refused(ask(server, f"/api/publications?added_since={value}"), 400, "invalid_parameter")
    assert description.endswith("It must be a date such as 2026-01-31.")


def test_publications_added_since_a_day(server: Server) -> None:
    """[added-since]"""
    days = [row["added"] for row in server.json("/api/publications?added_since=2025-11-18")["publications"]]
    assert days == ["2025-11-18"]


@pytest.mark.parametrize(
    ("target", "name", "meant"),
    [
        *((f"{path}?utm_source=x", "utm_source", None) for path in DEFINING),
        ("/api/publications?jornal=x", "jornal", "journal"),
        ("/api/publications?Year=2021", "Year", "year"),
        ("/api/publications?limit[]=1", "limit[]", "limit"),
        ("/api/publications?%D7%A9%D7%A0%D7%94=2021", "שנה", None),
        ("/api/publications?=5", "", None),
        ("/api/publications/10.5555%2Fmsk.2021.001?format=ris&Style=apa", "Style", "style"),
        ("/api/services?categories=injection", "categories", "category"),
    ],
)
def test_an_unknown_parameter(server: Server, target: str, name: str, meant: str | None) -> None:
    """[unknown-parameter]"""
    allowed = DEFINING[target.partition("?")[0]]
    hint = f" Did you mean {meant}?" if meant else ""
    description = refused(ask(server, target), 400, "unknown_parameter")
    assert description.startswith(f'"{name}" is not a parameter here.{hint} The parameters are {allowed}')


@pytest.mark.parametrize(
    ("path", "query"),
    [
        *((path, "year=x&year=y") for path in ANSWERING if path not in DEFINING),
        *(("/api/profile", query) for query in ("_=1700000000", "%FF=%00", "&&=", "?", "limit")),
    ],
)
def test_the_query_is_ignored_elsewhere(server: Server, path: str, query: str) -> None:
    """[unknown-parameter]"""
    with_query, without = ask(server, f"{path}?{query}"), ask(server, path)
    assert with_query.status == 200
    if path == "/api/status":
        assert with_query.json()["services"] == without.json()["services"]
    else:
        assert (with_query.headers, with_query.body) == (without.headers, without.body)
