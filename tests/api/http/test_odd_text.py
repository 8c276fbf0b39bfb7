"""Odd text of a request in the error about it: everywhere that an error repeats it, for programs and for browsers."""

from __future__ import annotations

import json
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest
from falcon.testing import create_environ

from api.errors import quotation
from api.http.response import of_json, response_of
from tests.api.http.test_middleware import client_of
from tests.conftest import Server
from tests.support.wire import Answer, ask, refused

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
    "parameter of a publication": ("/api/publications/10.5555%2Fmsk.2021.001?{}=1", 400),
    "page": ("/nowhere/{}", 404),
    "page of a publication": ("/he/publications/{}", 404),
    "value on a page": ("/publications?year={}", 400),
    "image": ("/images/{}", 404),
    "asset": ("/assets/{}", 404),
}
BROWSER = "text/html,application/xhtml+xml"


def sent(server: Server, place: str, odd: str, **headers: str) -> tuple[Answer, int]:
    """Return the answer to the odd text in a place, and the status that it should have."""
    target, status = PLACES[place]
    return ask(server, target.format(quote(ODD[odd])), **headers), status


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("place", PLACES)
def test_errors_repeat_odd_text(server: Server, place: str, odd: str) -> None:
    answer, status = sent(server, place, odd)
    assert f'{ODD[odd].decode(errors="replace")}"' in refused(answer, status, answer.json()["error"])


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("place", [place for place, (target, _) in PLACES.items() if not target.startswith("/api/")])
def test_browsers_get_the_same_sentence(server: Server, place: str, odd: str) -> None:
    answer, status = sent(server, place, odd, Accept=BROWSER)
    sentence = sent(server, place, odd)[0].json()["error_description"]
    assert (answer.status, answer.headers["content-type"]) == (status, "text/html; charset=utf-8")
    assert sentence in unescape(answer.body.decode())


@pytest.mark.parametrize(
    ("method", "shown"),
    [("FOO", "FOO"), ("A\x1b", "A\x1b"), ("\x7f", "\x7f"), ("\ud800", "\ufffd\ufffd\ufffd"), ("X" * 21, "X" * 20)],
)
def test_errors_repeat_odd_methods(example_database: Path, method: str, shown: str) -> None:
    """In this process: waitress refuses most of these by itself."""
    with client_of(example_database) as client:
        answer = response_of(client.app, create_environ("/api", method=method))
    assert (answer.status, json.loads(answer.body)) == (
        "405 Method Not Allowed",
        {
            "error": "method_not_allowed",
            "error_description": f'The method "{shown}" is not supported here. Use one of GET, HEAD, OPTIONS.',
        },
    )


@pytest.mark.parametrize("name", ["Accept", "Accept-Encoding", "If-None-Match", "Host", "Authorization", "X-Forwarded-For"])
def test_errors_do_not_depend_on_odd_headers(server: Server, name: str) -> None:
    """No error repeats a header. waitress refuses control characters in headers by itself."""
    answer, plain = ask(server, "/api/nowhere", **{name: "\x85\xed\xa0\x80\xff"}), ask(server, "/api/nowhere")
    assert (answer.status, answer.headers, answer.body) == (404, plain.headers, plain.body)


@pytest.mark.parametrize("text", ["\ud800", "a\udfff", "\ud83d\ude00"])
def test_lone_surrogates_become_json(text: str) -> None:
    """Servers decode what clients send in different ways."""
    shown = "".join(char if char == "a" else "\ufffd\ufffd\ufffd" for char in text)
    assert of_json(quotation(text)).body.decode() == json.dumps(f'"{shown}"', ensure_ascii=False)
