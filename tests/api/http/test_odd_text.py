"""Odd text of a request in the error about it, everywhere that an error repeats it."""

from html import unescape
from urllib.parse import quote

import pytest

from tests.conftest import Server
from tests.support.wire import ask, refused

# Errors repeat the text as given, except that U+FFFD replaces bytes that are not UTF-8.
ODD = {
    "NUL": b"\0",
    "escape": b"\x1b[2J",
    "line break": b"\r\nX: y",
    "delete": b"\x7f",
    "C1 control": "\x85".encode(),
    "direction override": "\u202e".encode(),
    "line separator": "\u2028".encode(),
    "noncharacter": "\uffff".encode(),
    "lone surrogate": "\ud800".encode(errors="surrogatepass"),
    "not UTF-8": b"\xff",
    "Hebrew": "שלום".encode(),
    "a quote and markup": b'"<b>&',
}
PLACES = {
    "path": ("/api/nowhere/{}", 404),
    "DOI": ("/api/publications/{}", 404),
    "value": ("/api/publications?year={}", 400),
    "parameter": ("/api/publications?{}=1", 400),
    "page": ("/nowhere/{}", 404),
    "page of a publication": ("/he/publications/{}", 404),
    "value on a page": ("/publications?year={}", 400),
    "value on the home page": ("/?year={}", 400),
    "image": ("/images/{}", 404),
    "asset": ("/assets/{}", 404),
}


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("place", PLACES)
def test_errors_repeat_odd_text(server: Server, place: str, odd: str) -> None:
    """As JSON and, outside the API, as a page for browsers."""
    address, status = PLACES[place]
    target, text = address.format(quote(ODD[odd])), f'{ODD[odd].decode(errors="replace")}"'
    answer = ask(server, target)
    assert text in refused(answer, status, answer.json()["error"])
    if not target.startswith("/api/"):
        page = ask(server, target, Accept="text/html")
        assert (page.status, page.headers["content-type"]) == (status, "text/html; charset=utf-8")
        assert text in unescape(page.body.decode())
