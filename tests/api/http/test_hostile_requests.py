"""Requests as only machines and attackers write them: slow, huge, piled up, half; everyone else is answered meanwhile."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from itertools import cycle, islice
from pathlib import Path

import pytest

from tests.conftest import Server
from tests.support.load import SHIPPED, Client, allow_files, memory, request, shipped_with
from tests.support.wire import ANSWERING, CACHED, ask

KIB = 1 << 10
MIB = 1 << 20


@pytest.fixture
def shipped(serve: Callable[..., Server], example_database: Path) -> Server:
    return serve(example_database, command=SHIPPED)


HUGE_HEADERS = {
    "one field": b"GET /api HTTP/1.1\r\nHost: localhost\r\nX-Filler: " + b"x" * (256 * KIB) + b"\r\n\r\n",
    "many fields": b"GET /api HTTP/1.1\r\nHost: localhost\r\n" + b"X: 12345\r\n" * (256 * KIB // 10) + b"\r\n",
    "address": b"GET /api?" + b"x" * (256 * KIB) + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "no end": b"x" * (256 * KIB),
}


@pytest.mark.parametrize("data", HUGE_HEADERS.values(), ids=HUGE_HEADERS)
def test_headers_of_256_kilobytes(shipped: Server, data: bytes) -> None:
    """431 after the first 32 of them, and the connection is closed; twenty times, which costs no memory."""
    before = memory(shipped.process.pid)
    for _ in range(20):
        with Client(shipped.port) as client:
            with suppress(ConnectionError):  # answered and closed before all was sent
                client.send(data)
            assert client.read().status == 431
            assert client.ended()
    assert memory(shipped.process.pid) - before < 4 * MIB
    assert shipped.get("/api/profile").status_code == 200


SMUGGLED = request("/smuggled")
CHUNKED = b"%x\r\n%s\r\n0\r\n\r\n" % (len(SMUGGLED), SMUGGLED)


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_bodies_where_none_belongs(shipped: Server, method: str) -> None:
    """Read and ignored: the same answer as without, and nothing of the body is taken for the next request."""
    with Client(shipped.port) as client:

        def answer(data: bytes) -> tuple[int, dict[str, str], bytes]:
            client.send(data)
            found = client.read(body=method != "HEAD")
            return found.status, found.headers, found.body

        for target in CACHED:
            plain = answer(request(target, method))
            assert answer(request(target, method, SMUGGLED)) == plain
            assert answer(request(target, method, SMUGGLED * 1000)) == plain
            assert answer(request(target, method, Transfer_Encoding="chunked") + CHUNKED) == plain


def test_pipelined_requests_are_answered_in_order(shipped: Server) -> None:
    """A thousand at once on one connection, of every kind, each the same as if it were asked alone."""
    targets = (*CACHED, "/api/services?tag=x", "/nowhere", "/api/publications?limit=1")
    alone = {target: ask(shipped, target) for target in targets}
    asked = list(islice(cycle(targets), 1000))
    with Client(shipped.port) as client:
        sending = threading.Thread(target=client.send, args=(b"".join(request(target) for target in asked),))
        sending.start()
        for target in asked:
            answer, expected = client.read(), alone[target]
            assert (answer.status, answer.headers, answer.body) == (expected.status, expected.headers, expected.body)
        sending.join()


def test_a_client_that_has_said_all_is_answered(shipped: Server) -> None:
    """Half-open: it has closed its direction of the connection (printf … | nc), after one request or several."""
    for number in (1, 5):
        with Client(shipped.port) as client:
            client.send(request("/api/publications") * number)
            client.socket.shutdown(socket.SHUT_WR)
            bodies = [client.read().body for _ in range(number)]
            assert set(bodies) == {ask(shipped, "/api/publications").body}
            assert client.ended()


def test_clients_that_say_half_or_nothing_hold_nobody_up(shipped: Server) -> None:
    """Half-open: 300 that only connect, 300 that stop in the middle of a request or of its body, some gone without a word."""
    allow_files(4000)
    beginnings = (b"", b"G", b"GET /api", b"GET /api HTTP/1.1\r\n", request("/api")[:-1], request("/api", "GET", b"12345")[:-1])
    with ExitStack() as stack:
        clients = [stack.enter_context(Client(shipped.port)) for _ in range(600)]
        for client, data in zip(clients[300:], cycle(beginnings)):
            client.send(data)
        for client in clients[::3]:
            client.close()
        for path in ANSWERING:
            assert ask(shipped, path).status == 200
        # One that has only been slow is answered: the last byte of the request comes late.
        late = clients[304]
        late.send(b"\n")
        assert late.read().status == 200


def drip(clients: list[Client], end: threading.Event) -> None:
    """One byte of a header field that never ends, to each client, again and again."""
    for client in clients:
        client.socket.setblocking(False)
    while not end.wait(0.2):
        for client in clients:
            try:
                client.socket.send(b"x")
            except OSError:  # closed by the server, or not accepted yet
                continue


def test_slow_headers_up_to_the_connection_limit(serve: Callable[..., Server], example_database: Path, tmp_path: Path) -> None:
    """1,100 clients drip their headers byte by byte (Slowloris): all are closed when the time for a request is over, here 2 s,
    and a client that came after them is answered.
    """
    allow_files(4000)
    server = serve(example_database, command=shipped_with(tmp_path, "from api import server\nserver.REQUEST_TIME = 2.0\n"))
    server.client.close()
    end = threading.Event()
    with ExitStack() as stack:
        clients = [stack.enter_context(Client(server.port)) for _ in range(1100)]
        for client in clients:
            client.send(request("/api")[:-2] + b"X-Slow: ")
        dripping = threading.Thread(target=drip, args=(clients, end))
        dripping.start()
        try:
            began = time.monotonic()
            with Client(server.port) as client:
                assert client.get("/api/profile").status == 200
            waited = time.monotonic() - began
        finally:
            end.set()
            dripping.join()
        assert waited > 1  # the limit was reached
        for client in clients:
            client.socket.settimeout(20)
            assert client.ended()
    assert "reached the connection limit" in server.log.read_text()
