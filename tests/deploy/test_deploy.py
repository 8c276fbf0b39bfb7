"""nginx as deploy/ sets it up: what it passes on, what it caches, what it refuses, and slow clients.

CI runs the whole contract through it (``PROFILE_FRONT=nginx``).
"""

import re
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from lxml import html

from bench.programs import free_port
from tests.conftest import Server, start
from tests.support.load import SHIPPED, SMALLEST_BUFFER, Client
from tests.support.nginx import (
    BODY,
    DEPLOY,
    HEAD,
    KEPT,
    NO_PROFILE,
    UNLIMITED,
    Recorder,
    behind_nginx,
    cache_of,
    kept,
    running_nginx,
)
from tests.support.waiting import in_background, until
from tests.support.wire import ask, refused, request

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


@pytest.fixture(scope="module")
def front(example_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("front")
    with start(example_database, folder / "log", SHIPPED) as backend, behind_nginx(folder, backend.port) as server:
        yield server


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Recorder]]:
    with in_background(Recorder(KEPT)) as recorder, behind_nginx(tmp_path_factory.mktemp("recorded"), recorder.port) as server:
        yield server, recorder


# What reaches the application


def test_the_address_reaches_the_application_byte_for_byte(recorded: tuple[Server, Recorder]) -> None:
    server, recorder = recorded
    recorder.heads.clear()
    for target in TARGETS:
        ask(server, target)
    assert [head.split(b"\r\n")[0] for head in recorder.heads] == [f"GET {target} HTTP/1.1".encode() for target in TARGETS]


def test_three_headers_are_passed_on_and_no_body(recorded: tuple[Server, Recorder]) -> None:
    server, recorder = recorded
    recorder.heads.clear()
    headers = {"Cookie": "a=b", "Authorization": "Bearer x", "Range": "bytes=0-1", "If_None_Match": '"b"', "X_Odd": "\x80"}
    ask(server, "/he", "GET", b"body", Accept="text/html, */*;q=0.1", Accept_Encoding="gzip, br", **headers)
    ask(server, "/oauth/token", "POST", b"body", Accept_Encoding="gzip;q=0", **headers)
    ask(server, "/api/status", If_None_Match="*", Accept="text/html")
    assert recorder.heads == [
        b'GET /he HTTP/1.1\r\nAccept: text/html, */*;q=0.1\r\nAccept-Encoding: gzip, br\r\nIf-None-Match: "b"\r\nHost: noa\r\n',
        b'POST /oauth/token HTTP/1.1\r\nAccept-Encoding: gzip;q=0\r\nIf-None-Match: "b"\r\nHost: noa\r\n',
        b"GET /api/status HTTP/1.1\r\nAccept: text/html\r\nIf-None-Match: *\r\nHost: noa\r\n",
    ]


def test_the_name_in_the_address_chooses_the_profile(tmp_path: Path) -> None:
    """Each has its process, and its own copies in the cache. Any other name is 404, whatever is requested."""
    one, other = Recorder(KEPT), Recorder(KEPT.replace(b"Noa", b"Sam"))
    second = f"}}\nupstream sam {{\n    server 127.0.0.1:{other.port};\n}}\nmap $host"
    changes = {"# sam.example.org sam;": "sam.example.org sam;", "}\nmap $host": second, NO_PROFILE: NO_PROFILE}
    with in_background(one), in_background(other), behind_nginx(tmp_path, one.port, UNLIMITED | changes) as server:
        hosts = ("profile.example.org", "sam.example.org", "PROFILE.example.org:80") * 3
        bodies = [ask(server, "/api", Host=host).body for host in hosts]
        recorded = len(one.heads + other.heads)
        requests = [
            ("/", "GET"),
            ("/api", "GET"),
            ("/he", "TRACE"),
            ("/.profile-busy", "GET"),
            ("/%00", "GET"),
            ("/x?" + "y" * 9_000, "POST"),
        ]
        for host in ("left.example.org", "127.0.0.1", "noa"):
            for target, method in requests:
                refused(ask(server, target, method, Host=host), 404, "not_found")
    assert bodies == [BODY, BODY.replace(b"Noa", b"Sam"), BODY] * 3
    assert len(one.heads + other.heads) == recorded


@pytest.fixture(scope="module")
def below_a_path(example_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """A process, and the nginx of another site that has it below a path, as README.md says."""
    folder, port = tmp_path_factory.mktemp("path"), free_port()
    [block] = re.findall(r"```nginx\n(location .*?)```", (DEPLOY / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    with start(example_database, folder / "log", SHIPPED, PROFILE_BASE_URL=f"http://127.0.0.1:{port}/noa") as process:
        block = block.replace("8081", str(process.port))
        with running_nginx(folder / "nginx", port, f"server {{ listen 127.0.0.1:{port}; {block} }}") as front:
            yield process, front


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/he",
        "/publications?year=2021",
        "/publications/10.5555%2Fmsk.2021.001",
        "/cv.md",
        "/api",
        "/api/publications?limit=3",
        "/api/publications/10.5555%2Fmsk.2021.001.json",
        "/assets/style.css",
        "/nowhere",
    ],
)
def test_a_process_below_a_path_has_its_addresses(below_a_path: tuple[Server, Server], address: str) -> None:
    process, front = below_a_path
    direct, answer = ask(process, address, Accept="text/html"), ask(front, f"/noa{address}", Accept="text/html")
    assert (answer.status, answer.headers, answer.body) == (direct.status, direct.headers, direct.body)


def test_links_of_a_process_below_a_path_have_the_path(below_a_path: tuple[Server, Server]) -> None:
    _, front = below_a_path
    links = {str(link) for link in html.document_fromstring(ask(front, "/noa/").body).xpath("//@href | //@src")}
    within = {link for link in links if link.startswith("/")}
    assert len(within) > 10
    assert [link for link in within if not link.startswith("/noa/")] == []


# What is cached


@pytest.mark.parametrize(
    "target", ["/api/publications?limit=3", "/api/publications/10.5555%2Fmsk.2021.001?format=ris", "/api/export.csv?x"]
)
def test_what_was_requested_twice_is_a_hit(front: Server, target: str) -> None:
    first = kept(front, target)
    answers = [ask(front, target), ask(front, target, "HEAD"), ask(front, target, If_None_Match="*")]
    assert [cache_of(answer) for answer in answers] == ["HIT", "HIT", "HIT"]
    assert [answer.status for answer in answers] == [200, 200, 304]
    assert (answers[0].headers, answers[0].body) == (first.headers, first.body)


def test_a_conditional_request_gets_304_before_anything_is_cached(front: Server, server: Server) -> None:
    """And fills no cache with its 304: later, others get the body."""
    target = "/api/publications?limit=5"
    direct = ask(server, target)
    for etag, status in ((direct.headers["etag"], 304), (direct.headers["etag"], 304), ("*", 304), ('"other"', 200)):
        assert ask(front, target, If_None_Match=etag).status == status, etag
    answers = [ask(front, target) for _ in range(3)]
    assert [(answer.status, answer.body) for answer in answers] == [(200, direct.body)] * 3
    assert cache_of(answers[2]) == "HIT"


@pytest.mark.parametrize("target", ["/api/status", "/api/status/", "/api/status?x", "/nowhere", "/api/publications?limit=x"])
def test_health_and_errors_are_never_cached(front: Server, target: str) -> None:
    assert {cache_of(ask(front, target, method)) for method in ("GET", "HEAD", "GET", "OPTIONS")} <= {None, "MISS"}


def test_a_preflight_is_not_the_answer_to_a_request(front: Server) -> None:
    assert [ask(front, "/api", method).status for method in ("OPTIONS", "GET")] == [204, 200]


# What is refused in front of the application


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("target", [b"/api/publications?journal=radiolog\xc3\xada", b"/\xd7\xa9", b"/api?\x80"])
def test_what_waitress_refuses_has_the_shape_of_an_error(front: Server, target: bytes, method: str) -> None:
    """Its own 400 is plain text without CORS."""
    assert "percent-encoded" in refused(ask(front, target, method), 400, "invalid_parameter")


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("target", ["/api/%00", "/../x", "*", "x", "/api/%zz?%zz"])
def test_an_address_that_cannot_exist_is_404(front: Server, target: str, method: str) -> None:
    refused(ask(front, target, method), 404, "not_found")


def test_an_incomplete_escape_is_404(front: Server) -> None:
    refused(ask(front, "/api/publications/10.5555/%"), 404, "not_found")


def test_the_pages_of_errors_cannot_be_requested(front: Server) -> None:
    assert "/.profile-busy" in refused(ask(front, "/.profile-busy"), 404, "not_found")


MALFORMED = {
    "no request": b"hello\r\n\r\n",
    "another version": b"GET /api HTTP/3.0\r\nHost: a\r\n\r\n",
    "two hosts": b"GET /api HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "an unknown framing": b"POST /api HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n",
    "a long address": b"GET /api?" + b"x" * 20_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
    "a long header": b"GET /api HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 20_000 + b"\r\n\r\n",
    "a long body": b"POST /oauth/token HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n",
}


@pytest.mark.parametrize("name", MALFORMED)
def test_what_nginx_refuses_has_the_shape_of_an_error(recorded: tuple[Server, Recorder], name: str) -> None:
    """And never reaches the application."""
    server, recorder = recorded
    recorder.heads.clear()
    with Client(server.port) as client:
        client.send(MALFORMED[name])
        refused(client.read(), 400, "invalid_parameter")
    assert recorder.heads == []


def test_a_request_with_two_lengths_is_refused(recorded: tuple[Server, Recorder]) -> None:
    """Content-Length beside Transfer-Encoding (RFC 9112, section 6.1), which waitress accepts: nothing is smuggled behind it."""
    server, recorder = recorded
    recorder.heads.clear()
    with Client(server.port) as client:
        framings = {"Content_Length": "3", "Transfer_Encoding": "chunked"}
        client.send(request("/api/profile", **framings) + b"0\r\n\r\n" + request("/api/clinic"))
        assert client.read().status == 400
        assert client.ended()
    assert recorder.heads == []


# Slow and hostile clients, from whom nginx shields the processes


def connections_to(port: int) -> int:
    """Number of established connections to a local port, from the kernel's table, which lists both ends."""
    table = Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]
    return sum(local.endswith(f":{port:04X}") and state == "01" for _, local, _, state, *_ in map(str.split, table))


# nginx waits 1 s for the head of a request instead of 10.
IMPATIENT = UNLIMITED | {"client_header_timeout 10s;": "client_header_timeout 1s;"}


def test_slow_requests_reach_no_process(example_database: Path, tmp_path: Path) -> None:
    """Slowloris: a hundred clients send a header or a body byte by byte. Others are answered; slow headers are cut off."""
    header, body = request("/api/clinic")[:-2] + b"X-Slow: ", request("/oauth/token", "POST", b"x" * 100_000)[:-99_999]
    with ExitStack() as stack:
        backend = stack.enter_context(start(example_database, tmp_path / "log", SHIPPED))
        port = stack.enter_context(behind_nginx(tmp_path, backend.port, IMPATIENT)).port
        slow_headers, slow_bodies = ([stack.enter_context(Client(port)) for _ in range(50)] for _ in range(2))
        for client in (*slow_headers, *slow_bodies):
            client.send(header if client in slow_headers else body)
        before = connections_to(backend.port)
        end = time.monotonic() + 60
        with Client(port) as other:
            while slow_headers:
                assert time.monotonic() < end
                assert other.get("/api/status").status == 200
                slow_headers = [client for client in slow_headers if drip(client)]
                assert all(map(drip, slow_bodies))
                time.sleep(0.1)
        # The other client may have caused one connection, which is listed twice.
        assert connections_to(backend.port) <= before + 2


def drip(client: Client) -> bool:
    """Send one more byte; return whether the connection is still open."""
    client.socket.setblocking(False)
    try:
        client.socket.send(b"x")
        return client.socket.recv(1000) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


def test_clients_that_stop_reading_occupy_no_process(tmp_path: Path) -> None:
    """Nginx takes long responses from the application at full speed, into a file; clients that read on get all of it."""
    body = b"x" * 20_000_000
    head = HEAD.replace(b"Content-Length: %d" % len(BODY), b"Content-Length: %d" % len(body))
    with (
        in_background(Recorder(head + b"Cache-Control: no-store\r\n\r\n" + body)) as recorder,
        behind_nginx(tmp_path, recorder.port) as server,
        ExitStack() as stack,
    ):
        readers = [stack.enter_context(Client(server.port, buffer=SMALLEST_BUFFER)) for _ in range(4)]
        for reader in readers:
            reader.send(request("/api/export.csv"))
            reader.socket.recv(1000, socket.MSG_PEEK)
        assert until(lambda: connections_to(recorder.port) == 0)
        assert readers[0].read().body == body


def test_nginx_drops_the_request_of_a_client_that_has_left(tmp_path: Path) -> None:
    """Otherwise the processes would compute a thousand slow requests that were abandoned at once, while all others wait."""
    recorder = Recorder()
    with in_background(recorder), behind_nginx(tmp_path, recorder.port) as server:
        with Client(server.port) as client:
            client.send(request("/api/publications/facets"))
            assert until(lambda: len(recorder.heads) == 1)
            assert recorder.dropped == []
        assert until(lambda: recorder.dropped == recorder.heads)
