"""nginx and Varnish as deploy/ sets them up: what reaches the application, what is kept, and what they answer by themselves.

That the whole contract holds through them is held by the tests of the contract themselves, run with ``PROFILE_FRONT=nginx``.
"""

from __future__ import annotations

import gzip
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import Server, start
from tests.support.front import PROXIES, Recorder, program, proxy
from tests.support.wire import Answer, ask, refused

BODY = b'{\n  "name": "Dr. Noa Example"\n}'
HEAD = b"HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: %d\r\nConnection: close\r\n" % len(BODY)
KEPT = HEAD + b'Cache-Control: public, max-age=3600\r\nETag: "a"\r\nVary: Accept-Encoding\r\n\r\n' + BODY
# What browsers and programs send, by the form that each gets.
GZIP = ("gzip", "gzip, deflate", "gzip, deflate, br", "gzip, deflate, br, zstd", "deflate,gzip", "GZIP", "x-gzip", "br , gzip")
PLAIN = ("identity", "")
TARGETS = (
    "/api/publications/10.5555%2Fmsk.2021.001",
    "/api/publications/10.5555%2fmsk.2021.001",
    "/api/publications/10.5555/(SICI)1234-5678(2014)12:3%3C101::AID-EX1%3E2.0.CO;2",
    "/api/publications/https:%2F%2Fdoi.org%2F10.5555%2Fmsk.2021.001",
    "/api/publications/https://doi.org/10.5555/msk.2021.001",
    "/api/publications/10.5555%252Fx",
    "/api/publications/./x/../y",
    "/api//publications?b=2&a=1&&a=%20+%C3%AD",
    "/api/%E2%82%AC?",
)


def installed(kind: str) -> str:
    if program({"varnish": "varnishd"}.get(kind, kind)) is None:
        pytest.skip(f"{kind} is not installed")
    return kind


@pytest.fixture(scope="module", params=PROXIES)
def front(request: pytest.FixtureRequest, example_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Each proxy in front of two processes."""
    kind, folder = installed(request.param), tmp_path_factory.mktemp(request.param)
    backends = [start(example_database, folder / name) for name in ("first", "second")]
    with proxy(kind, folder / "front", [backend.port for backend in backends]) as running:
        server = Server(running.process, running.port, example_database, running.log)
        yield server
        server.client.close()
    for backend in backends:
        backend.close()


@pytest.fixture(scope="module", params=PROXIES)
def recorded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Recorder]]:
    """Each proxy in front of something that notes what reaches it."""
    kind, folder = installed(request.param), tmp_path_factory.mktemp(request.param)
    with Recorder(KEPT).running() as recorder, proxy(kind, folder, (recorder.port, recorder.port)) as running:
        server = Server(running.process, running.port, folder, running.log)
        yield server, recorder
        server.client.close()


def cache_of(answer: Answer) -> str | None:
    return dict(answer.fields).get("x-cache")


# What reaches the application


@pytest.mark.parametrize("target", TARGETS)
def test_the_address_reaches_the_application_byte_for_byte(recorded: tuple[Server, Recorder], target: str) -> None:
    server, recorder = recorded
    recorder.heads.clear()
    ask(server, target)
    assert [head.split(b"\r\n")[0] for head in recorder.asked()] == [f"GET {target} HTTP/1.1".encode()]


@pytest.mark.parametrize("recorded", ["nginx"], indirect=True)
def test_nothing_else_of_a_client_reaches_it_through_nginx(recorded: tuple[Server, Recorder]) -> None:
    """Two headers; If-None-Match only where the cache does not deal with it, and no body."""
    server, recorder = recorded
    recorder.heads.clear()
    headers = {"Cookie": "a=b", "Authorization": "Bearer x", "Range": "bytes=0-1", "If_None_Match": '"b"', "X_Odd": "\x80"}
    ask(server, "/api/profile", "GET", b"body", Accept_Encoding="gzip, br", **headers)
    ask(server, "/oauth/token", "POST", b"body", Accept_Encoding="gzip;q=0", **headers)
    ask(server, "/api/status", If_None_Match="*")
    assert recorder.heads == [
        b"GET /api/profile HTTP/1.1\r\nHost: profile\r\nAccept-Encoding: gzip\r\n",
        b"POST /oauth/token HTTP/1.1\r\nHost: profile\r\nAccept-Encoding: gzip;q=0\r\n",
        b"GET /api/status HTTP/1.1\r\nHost: profile\r\nIf-None-Match: *\r\n",
    ]


def test_every_publication_is_found_through_it(front: Server, publications: list[dict[str, str]]) -> None:
    for row in publications:
        if doi := row.get("doi"):
            encoded = doi.replace("/", "%2F").replace("<", "%3C").replace(">", "%3E")
            assert front.json(f"/api/publications/{encoded}") == row


# What is kept


def test_the_second_of_two_is_a_hit(front: Server) -> None:
    for target in ("/api/publications?limit=3", "/api/publications/10.5555%2Fmsk.2021.001?x", "/api/export.csv?x"):
        answers = [ask(front, target), ask(front, target), ask(front, target, "HEAD"), ask(front, target, If_None_Match="*")]
        assert [cache_of(answer) for answer in answers] == ["MISS", "HIT", "HIT", "HIT"]
        assert [answer.status for answer in answers] == [200, 200, 200, 304]
        assert answers[1].headers == answers[0].headers
        assert answers[1].body == answers[0].body


def test_head_may_come_first(front: Server) -> None:
    head, got = ask(front, "/api/publications?limit=4", "HEAD"), ask(front, "/api/publications?limit=4")
    assert (cache_of(head), cache_of(got), head.body, len(got.json()["publications"])) == ("MISS", "HIT", b"", 4)
    assert head.headers == got.headers


@pytest.mark.parametrize("forms", [GZIP, PLAIN])
def test_browsers_share_one_copy(recorded: tuple[Server, Recorder], forms: tuple[str, ...]) -> None:
    server, recorder = recorded
    recorder.heads.clear()
    answers = [ask(server, f"/api?{len(forms)}", Accept_Encoding=form) for form in (*forms, *forms)]
    assert [cache_of(answer) for answer in answers] == ["MISS"] + ["HIT"] * (2 * len(forms) - 1)
    assert len(recorder.asked()) == 1


def test_each_form_is_kept_for_itself(front: Server) -> None:
    """gzip, plain, and weights, which are left to the application."""
    bodies = set()
    for accepted, encoding in (("gzip, br", "gzip"), ("identity", None), ("gzip;q=0", None), ("gzip;q=0.5", "gzip")):
        missed, hit = (ask(front, "/api/openapi.json?forms", Accept_Encoding=accepted) for _ in range(2))
        assert (cache_of(missed), cache_of(hit)) == ("MISS", "HIT")
        assert (missed.headers, missed.body) == (hit.headers, hit.body)
        assert hit.headers.get("content-encoding") == encoding
        bodies.add(gzip.decompress(hit.body) if encoding else hit.body)
    assert len(bodies) == 1


@pytest.mark.parametrize("target", ["/api/status", "/api/status/", "/api/status?x", "/nowhere", "/api/publications?limit=x"])
def test_health_and_errors_are_never_kept(front: Server, target: str) -> None:
    for method in ("GET", "HEAD", "GET", "OPTIONS"):
        assert cache_of(ask(front, target, method)) in (None, "MISS", "PASS")
    assert ask(front, "/api", "OPTIONS").status == 204
    assert ask(front, "/api").status == 200


def test_conditions_of_other_kinds_change_nothing(front: Server) -> None:
    """A cache that knows no date of an answer would find them failed: 412."""
    plain = ask(front, "/api/clinic")
    date = "Fri, 01 Jan 2100 00:00:00 GMT"
    for condition in ({"If_Match": '"x"'}, {"If_Unmodified_Since": date}, {"If_Modified_Since": date}):
        answer = ask(front, "/api/clinic", **condition)
        assert (answer.status, answer.headers, answer.body) == (200, plain.headers, plain.body)
    both = ask(front, "/api/clinic", If_Modified_Since=date, If_None_Match=plain.headers["etag"])
    assert (both.status, both.body) == (304, b"")


# What is answered in front of the application


@pytest.mark.parametrize(
    "target", [b"/api/publications?journal=radiolog\xc3\xada", b"/api/publications?journal=\xff", b"/\xd7\xa9", b"/api?\x80"]
)
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS", "FOO"])
def test_what_waitress_refuses_has_the_shape_of_an_error(front: Server, target: bytes, method: str) -> None:
    """Its own 400 is plain text without CORS."""
    assert "percent-encoded" in refused(ask(front, target, method), 400, "invalid_parameter")


@pytest.mark.parametrize("target", ["/api/%00", "/../x", "*", "x", "/api/%zz?%zz", "/api/publications/10.5555/%"])
@pytest.mark.parametrize("method", ["GET", "POST", "FOO"])
def test_an_address_that_names_nothing_is_404(front: Server, target: str, method: str) -> None:
    """Also where nginx cannot decode it; a publication's address that it can is 405 to other methods."""
    method = "GET" if "publications" in target else method
    refused(ask(front, target, method), 404, "not_found")


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PROPFIND", "FOO", "M-SEARCH"])
def test_odd_methods_are_the_applications(front: Server, method: str) -> None:
    assert method in refused(ask(front, "/api", method), 405, "method_not_allowed", allow="GET, HEAD, OPTIONS")


@pytest.mark.parametrize("page", ["refused", "failed", "unavailable"])
def test_pages_of_errors_cannot_be_asked_for(front: Server, page: str) -> None:
    assert f"/.profile-{page}" in refused(ask(front, f"/.profile-{page}"), 404, "not_found")


MALFORMED = {
    "no request": b"hello\r\n\r\n",
    "no version": b"GET /api HTTP/x\r\n\r\n",
    "another version": b"GET /api HTTP/3.0\r\nHost: a\r\n\r\n",
    "a blank in the address": b"GET /api /x HTTP/1.1\r\nHost: a\r\n\r\n",
    "a control character": b"GET /api\x01 HTTP/1.1\r\nHost: a\r\n\r\n",
    "no host": b"GET /api HTTP/1.1\r\n\r\n",
    "two hosts": b"GET /api HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "a wrong host": b"GET /api HTTP/1.1\r\nHost: a/b\r\n\r\n",
    "a wrong length": b"GET /api HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
    "two framings": b"POST /api HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    "an unknown framing": b"POST /api HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n",
    "a long address": b"GET /api?" + b"x" * 20_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
    "a long header": b"GET /api HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 20_000 + b"\r\n\r\n",
    "many headers": b"GET /api HTTP/1.1\r\nHost: a\r\n" + (b"X: " + b"x" * 10_000 + b"\r\n") * 10 + b"\r\n",
    "a long body": b"POST /oauth/token HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n",
}


@pytest.mark.parametrize("front", ["nginx"], indirect=True)
@pytest.mark.parametrize("request_bytes", MALFORMED.values(), ids=MALFORMED.keys())
def test_what_nginx_refuses_has_the_shape_of_an_error(front: Server, request_bytes: bytes) -> None:
    """Varnish closes the connection, some with a bare status line, where it cannot read a request; see deploy/README.md."""
    with socket.create_connection(("127.0.0.1", front.port), timeout=20) as connection:
        connection.sendall(request_bytes)
        connection.shutdown(socket.SHUT_WR)
        received = connection.makefile("rb").read()
    head, _, body = received.partition(b"\r\n\r\n")
    status, *lines = head.decode("latin-1").split("\r\n")
    fields = tuple((name.lower(), value.strip()) for name, _, value in (line.partition(":") for line in lines))
    refused(Answer(int(status.split(" ")[1]), fields, body), 400, "invalid_parameter")
