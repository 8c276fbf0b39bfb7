"""The path of every request: the cache answers what the application does, from the same data; odd text in errors."""

import gzip
import os
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from html import unescape
from itertools import product
from pathlib import Path
from urllib.parse import quote

import pytest
from falcon.testing import Result

from api.context import Context
from api.endpoint import Endpoint
from api.errors import ApiError
from api.http.cache import CacheLookup
from api.http.response import PLAIN, Representation, finish
from api.query.parameters import LIMIT, TYPE, YEAR, Q
from api.query.query_string import Parameter
from db.snapshot import Database, Snapshot
from pipeline.build import build
from tests.conftest import Server
from tests.support.messages import edit
from tests.support.site import client_of
from tests.support.wire import CACHED, PAGES, ask, refused

TARGETS = (*CACHED, *PAGES, "/api/publications?year=2025", "/api/services?tag=prp-injection")
PLAINLY: dict[str, str] = {}
GZIP = {"Accept-Encoding": "gzip"}
MARKDOWN = {"Accept": "text/markdown"}


def parts(result: Result) -> tuple[str, dict[str, str], bytes]:
    return result.status, dict(result.headers), result.content


def counting(calls: list[str], *parameters: Parameter) -> Endpoint:
    def handler(context: Context) -> Representation:
        calls.append(context.store.data_version())
        return Representation(f"response {len(calls)}".encode(), PLAIN)

    return Endpoint("/api/counting", handler, "Counts.", parameters=parameters)


def test_the_first_response_and_those_from_the_cache_are_the_same(example_database: Path, subtests: pytest.Subtests) -> None:
    """Status, headers and bytes, plain, compressed and as Markdown; the same without a cache."""
    client, uncached = client_of(example_database), client_of(example_database, cache_bytes=0)
    for target, headers in product(TARGETS, (PLAINLY, GZIP, MARKDOWN)):
        with subtests.test(target=target, headers=headers):
            first, second = (client.simulate_get(target, headers=headers) for _ in range(2))
            assert first.status_code == 200
            assert parts(first) == parts(second) == parts(uncached.simulate_get(target, headers=headers))


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_conditional_or_head_request_may_come_first(example_database: Path, method: str) -> None:
    """What it leaves in the cache is the whole response."""
    calls: list[str] = []
    client = client_of(example_database, counting(calls))
    first = client.simulate_request(method, "/api/counting", headers={"If-None-Match": "*"})
    assert (first.status_code, first.content) == (304, b"")
    whole = client.simulate_get("/api/counting")
    assert (whole.text, whole.headers["etag"], len(calls)) == ("response 1", first.headers["etag"], 1)


SAME = {
    "another browser": ("/api/counting", {"Accept": "text/html", "User-Agent": "other"}),
    "a preference that the API ignores": ("/api/counting", MARKDOWN),
    "a slash": ("/api/counting/", PLAINLY),
    "gzip, which saves nothing": ("/api/counting", GZIP),
    "an empty query": ("/api/counting?&", PLAINLY),
    "a percent-encoded letter": ("/api/%63ounting", PLAINLY),
}


@pytest.mark.parametrize("order", [1, -1], ids=["first", "second"])
@pytest.mark.parametrize("same", SAME)
def test_ignored_parts_of_a_request_share_one_response(example_database: Path, same: str, order: int) -> None:
    """It is made once, whichever request comes first."""
    requests = [SAME[same], ("/api/counting", PLAINLY)][::order]
    client = client_of(example_database, counting([], LIMIT))
    assert [client.simulate_get(path, headers=headers).text for path, headers in requests * 2] == ["response 1"] * 4


@pytest.mark.parametrize("query", ["fbclid=1", "year=&utm_source=x", "q="])
def test_a_page_is_made_once_whatever_links_add_to_its_address(example_database: Path, query: str) -> None:
    calls: list[str] = []
    page = replace(counting(calls, YEAR, Q), path="/counting", negotiated=True)
    client = client_of(example_database, page)
    assert [client.simulate_get(path).text for path in ("/counting", f"/counting?{query}")] == ["response 1"] * 2
    assert client.simulate_get("/counting", headers=MARKDOWN).text == "response 2"


def test_parameters_distinguish_responses_by_their_values(example_database: Path) -> None:
    client = client_of(example_database, counting([], LIMIT, YEAR, TYPE))
    queries = ["limit=2", "limit=02", "limit=2&year=2020", "year=2020&limit=2", "type=letter,review", "type=review&type=letter"]
    texts = [client.simulate_get("/api/counting", query_string=query).text for query in queries]
    assert texts == ["response 1", "response 1", "response 2", "response 2", "response 3", "response 3"]


def test_gzip_and_plain_come_from_one_response(example_database: Path) -> None:
    """Compressed or plain, whichever is asked for first: the bytes and headers are the same."""

    def handler(context: Context) -> Representation:
        calls.append("call")
        return Representation(b"response " * 1000, PLAIN)

    answers = []
    for order in ((GZIP, PLAINLY), (PLAINLY, GZIP)):
        calls: list[str] = []
        client = client_of(example_database, Endpoint("/api/long", handler, "Is long."))
        made = [client.simulate_get("/api/long", headers=headers) for headers in order]
        answers.append(sorted(map(parts, made), key=lambda answer: len(answer[2])))
        assert calls == ["call"]
    packed, plain = answers[0]
    assert answers[1] == [packed, plain]
    assert (gzip.decompress(packed[2]), plain[2]) == (b"response " * 1000,) * 2


def test_the_pdf_is_typeset_once(example_database: Path) -> None:
    """For eight requests that differ in what it ignores."""
    client = client_of(example_database)
    answers = [
        client.simulate_get(path, headers={"Accept": accept, "Accept-Encoding": encoding})
        for path, accept, encoding in product(("/cv.pdf", "/cv.pdf/"), ("*/*", "text/markdown"), ("identity", "gzip"))
    ]
    assert {(answer.status_code, answer.headers["content-type"]) for answer in answers} == {(200, "application/pdf")}
    assert isinstance(client.app, CacheLookup)
    forms = {entry.response.headers.get("content-encoding"): entry for entry in client.app.cache.entries.values()}
    assert len({id(entry) for entry in client.app.cache.entries.values()}) == len(forms) == 2
    assert gzip.decompress(forms["gzip"].response.body) == forms[None].response.body


def test_errors_and_uncached_endpoints_are_not_kept(example_database: Path) -> None:
    client = client_of(example_database)
    for path in ("/api/status", "/nothing", "/api/publications?limit=x"):
        client.simulate_get(path)
    assert isinstance(client.app, CacheLookup)
    assert client.app.cache.entries == {}


def test_one_thread_makes_a_response_while_others_wait(example_database: Path) -> None:
    calls: list[str] = []

    def handler(context: Context) -> Representation:
        calls.append(context.store.data_version())
        time.sleep(0.05)
        return Representation(b"made", PLAIN)

    client = client_of(example_database, Endpoint("/api/slow", handler, "Is slow."))
    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(lambda _: client.simulate_get("/api/slow").text, range(8)))
    assert (answers, len(calls)) == (["made"] * 8, 1)


def test_each_thread_makes_an_uncached_response(example_database: Path) -> None:
    """After the first, side by side."""
    barrier, first = threading.Barrier(3), threading.Event()

    def handler(context: Context) -> Representation:
        if first.is_set():
            barrier.wait(10)
        first.set()
        time.sleep(0.05)
        raise ApiError("not_found", "Nothing.")

    client = client_of(example_database, Endpoint("/api/slow", handler, "Is slow."))
    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(lambda _: client.simulate_get("/api/slow").status_code, range(4)))
    assert answers == [404] * 4


def test_a_request_with_the_old_data_leaves_the_new_responses(folder: Path, target: Path) -> None:
    """It began before the file was replaced, and looks into the cache afterwards."""
    build(folder, target)
    database = Database(target)
    client = client_of(database)
    assert isinstance(client.app, CacheLookup)
    old = database.snapshot()
    edit(folder, "profile.yaml", "Dr. Noa Example is fictional", "Dr. Noa Example is an example")
    build(folder, target)
    database.read_if_changed()
    client.simulate_get("/api/profile")
    cache = client.app.cache
    assert client.app.cache_of(old).max_bytes == 0
    client.simulate_get("/api/profile")
    assert (client.app.cache, len(cache.entries)) == (cache, 2)


def test_a_request_has_the_data_of_its_beginning(folder: Path, target: Path, tmp_path: Path) -> None:
    """If the file is replaced while a response is made, the next request is answered from the new file, not from the cache."""
    build(folder, target)
    new = tmp_path / "new.db"
    edit(folder, "profile.yaml", "Dr. Noa Example is fictional", "Dr. Noa Example is an example")
    build(folder, new)
    versions = [Snapshot(path).store.data_version() for path in (target, new)]

    def handler(context: Context) -> Representation:
        if new.exists():
            new.replace(target)
            context.application.database.read_if_changed()
        return Representation(context.store.data_version().encode(), PLAIN)

    client = client_of(target, Endpoint("/api/slow", handler, "Replaces the file."))
    assert [client.simulate_get("/api/slow").text for _ in range(3)] == [versions[0], versions[1], versions[1]]


def test_a_body_that_compression_would_lengthen_is_sent_plain() -> None:
    plain = finish(Representation(os.urandom(4096), PLAIN))
    assert plain.compress() is plain


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
        assert text in unescape(re.sub("<[^>]+>", "", page.body.decode()))
