"""Decisions, Bodies: /api/export.csv, compared with a rendering that uses no csv library."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Server
from tests.support.own import serving_own, write_csv
from tests.support.wire import ask

COLUMNS = ["title", "authors", "journal", "year", "volume", "issue", "pages", "doi", "pubmed", "url", "type", "notice"]
# Text that a spreadsheet would run as a formula, and text that it wouldn't.
FORMULAS = ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", '=HYPERLINK("https://example.org";"x")', "=", "--", "@"]
HARMLESS = ["1=1", "a+b", "3-4", "a@example.org", "'=1", "−2", "＝1", "(=1)", '"=1"']
AWKWARD = ["comma, here", 'quote " here', '"quoted"', "semi;colon", "שלום", "𝔘𝔫𝔦", "tab\there", "C:\\x"]


def cell(value: Any) -> str:
    """Return a cell as in RFC 4180; text is made inert as OWASP recommends."""
    text = str(value)
    if isinstance(value, str) and text[:1] in ("=", "+", "-", "@", "\t", "\r"):
        text = f"'{text}"
    return '"' + text.replace('"', '""') + '"' if any(sign in text for sign in ',"\r\n') else text


def rendered(rows: list[dict[str, Any]]) -> bytes:
    """Return the whole file: header and rows, each with CRLF."""
    lines = [COLUMNS, *([row.get(name, "") for name in COLUMNS] for row in rows)]
    return "".join(",".join(map(cell, line)) + "\r\n" for line in lines).encode()


@pytest.fixture(scope="module")
def dangerous(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service whose texts are formulas and other troublesome content."""
    rows = [[text, text, text, 2024, text, text, text, f"10.5555/{i}"] for i, text in enumerate([*FORMULAS, *HARMLESS, *AWKWARD])]

    def edit(sources: Path) -> None:
        write_csv(sources / "publications.csv", COLUMNS[:8], rows)

    with serving_own(tmp_path_factory.mktemp("dangerous"), edit) as running:
        yield running


def test_every_byte(server: Server, publications: list[dict[str, Any]]) -> None:
    """Bodies, CSV: header row and columns, RFC 4180 (CRLF, quotes doubled), UTF-8 without BOM, same order as the list."""
    body = ask(server, "/api/export.csv").body
    assert body == rendered(publications)
    assert body.startswith(b"title,authors,journal,year,volume,issue,pages,doi,pubmed,url,type,notice\r\n")
    assert body.count(b"\r\n") == body.count(b"\n") == len(publications) + 1


def test_formulas_are_inert(dangerous: Server) -> None:
    """Bodies, CSV: a text cell that begins with =, +, -, @ gets a leading ', so that a spreadsheet does not run it."""
    rows = list(csv.reader(io.StringIO(ask(dangerous, "/api/export.csv").body.decode(), newline="")))[1:]
    for row, text in zip(rows, FORMULAS, strict=False):
        assert row[:7] == [f"'{text}"] * 3 + ["2024"] + [f"'{text}"] * 3
    for row, text in zip(rows[len(FORMULAS) :], [*HARMLESS, *AWKWARD], strict=True):
        assert row[:7] == [text] * 3 + ["2024"] + [text] * 3


def test_every_byte_of_dangerous_data(dangerous: Server) -> None:
    """Bodies, CSV: the whole file; the JSON has the texts as the owner wrote them."""
    publications = dangerous.json("/api/publications")["publications"]
    assert [row["title"] for row in publications] == [*FORMULAS, *HARMLESS, *AWKWARD]
    assert ask(dangerous, "/api/export.csv").body == rendered(publications)
