"""api/README.md, "Formats": /api/export.csv, compared with a rendering that uses no csv library."""

import csv
import io
from collections.abc import Iterator
from typing import Any

import pytest

from tests.conftest import Server
from tests.support.own import serving_publications
from tests.support.wire import ask

COLUMNS = ["title", "authors", "journal", "year", "volume", "issue", "pages", "doi", "pubmed", "url", "type", "notice"]
# Text that a spreadsheet would run as a formula, and text that it wouldn't.
FORMULAS = ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", '=HYPERLINK("https://example.org";"x")', "=", "--", "@"]
HARMLESS = ["1=1", "a+b", "3-4", "a@example.org", "'=1", "−2", "＝1", "(=1)", '"=1"']
AWKWARD = ["comma, here", 'quote " here', '"quoted"', "semi;colon", "שלום", "𝔘𝔫𝔦", "tab\there", "C:\\x"]


def cell(value: Any) -> str:
    """A cell as in RFC 4180. Text is made inert as OWASP recommends."""
    text = str(value)
    if isinstance(value, str) and text[:1] in ("=", "+", "-", "@", "\t", "\r"):
        text = f"'{text}"
    return '"' + text.replace('"', '""') + '"' if any(sign in text for sign in ',"\r\n') else text


def rendered(rows: list[dict[str, Any]]) -> bytes:
    """The whole file: header and rows, each with CRLF."""
    lines = [COLUMNS, *([row.get(name, "") for name in COLUMNS] for row in rows)]
    return "".join(",".join(map(cell, line)) + "\r\n" for line in lines).encode()


@pytest.fixture(scope="module")
def dangerous(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    rows = [[text, text, text, 2024, text, text, text, f"10.5555/{i}"] for i, text in enumerate([*FORMULAS, *HARMLESS, *AWKWARD])]
    with serving_publications(tmp_path_factory.mktemp("dangerous"), COLUMNS[:8], rows) as running:
        yield running


def test_columns_rows_and_line_ends(server: Server, publications: list[dict[str, Any]]) -> None:
    """[csv]"""
    assert ask(server, "/api/export.csv").body == rendered(publications)


def test_formulas_are_inert(dangerous: Server) -> None:
    """[formulas]"""
    publications = dangerous.json("/api/publications")["publications"]
    assert [row["title"] for row in publications] == [*FORMULAS, *HARMLESS, *AWKWARD]
    body = ask(dangerous, "/api/export.csv").body
    assert body == rendered(publications)
    titles = [row["title"] for row in csv.DictReader(io.StringIO(body.decode(), newline=""))]
    assert titles == [*(f"'{text}" for text in FORMULAS), *HARMLESS, *AWKWARD]


def test_columns_of_a_list(server: Server, publications: list[dict[str, Any]]) -> None:
    """[formats]"""
    featured = [f"{cell(row['title'])},{'true' if row.get('featured') else ''}" for row in publications]
    expected = ["title,featured", *featured, ""]
    assert ask(server, "/api/publications?format=csv&fields=featured,title").body.decode().split("\r\n") == expected


@pytest.mark.parametrize("name", ["csv", "bib", "ris", "csl.json"])
def test_exports_are_downloads(server: Server, name: str) -> None:
    """[downloads]"""
    headers = ask(server, f"/api/export.{name}").headers
    assert headers["content-disposition"] == f'attachment; filename="publications.{name}"'
    operation = server.json("/api/openapi.json")["paths"][f"/api/export.{name}"]["get"]
    assert list(operation["responses"]["200"]["content"]) == [headers["content-type"]]
