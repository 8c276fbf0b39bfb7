"""The server that ships: each of its limits takes effect, and no client that breaks off or talks nonsense disturbs it."""

from __future__ import annotations

import socket
import struct
import subprocess
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from waitress.adjustments import Adjustments

from api.http.server import OPTIONS
from tests.conftest import ROOT, Server
from tests.support.load import SHIPPED, Client, allow_files, build_big, request, shipped_with
from tests.support.wire import Answer, indented

RESET = struct.pack("ii", 1, 0)


@pytest.fixture
def shipped(serve: Callable[..., Server], example_database: Path) -> Server:
    """The server of `make serve`, with the example."""
    return serve(example_database, command=SHIPPED)


def log_lines(server: Server) -> list[str]:
    """What the server said after its greeting."""
    lines = server.log.read_text().splitlines()
    return lines[lines.index("Stop with Ctrl+C.") + 1 :]


def answer_to(server: Server, data: bytes) -> Answer:
    with Client(server.port) as client:
        client.send(data)
        return client.read()


def with_head_of(size: int) -> bytes:
    """A request whose request line and header fields have exactly so many bytes."""
    plain = request("/api/profile", Filler="")
    return request("/api/profile", Filler="x" * (size - len(plain)))


def test_every_option_is_one_that_waitress_takes() -> None:
    """And none but the number of threads is what waitress has by itself."""
    by_itself = Adjustments()
    with pytest.warns(DeprecationWarning, match="send_bytes will be removed"):
        taken = Adjustments(**OPTIONS)
    assert {name: getattr(taken, name) for name in OPTIONS} == OPTIONS
    assert [name for name, value in OPTIONS.items() if getattr(by_itself, name) == value] == ["threads"]


def test_four_threads(shipped: Server) -> None:
    assert len(list(Path(f"/proc/{shipped.process.pid}/task").iterdir())) == 1 + 4


def test_the_header_has_a_limit(shipped: Server) -> None:
    """32,768 bytes with the request line: 431; one byte less is answered."""
    assert answer_to(shipped, with_head_of(32_767)).status == 200
    refused = answer_to(shipped, with_head_of(32_768))
    assert (refused.status, dict(refused.fields)["connection"]) == (431, "close")


def test_the_body_has_a_limit(shipped: Server) -> None:
    """65,536 bytes: 413, whether the length was told or not; one byte less is read and ignored."""
    assert answer_to(shipped, request("/api/profile", "GET", b"x" * 65_535)).status == 200
    assert answer_to(shipped, request("/api/profile", "GET", b"x" * 65_536)).status == 413
    # 1 KB less for the lines between the chunks, which count as well.
    for size, status in ((64_512, 200), (65_536, 413)):
        chunks = b"".join(b"%x\r\n%s\r\n" % (512, b"x" * 512) for _ in range(size // 512 // 2))
        chunks += b"%x\r\n%s\r\n0\r\n\r\n" % (size - size // 2, b"x" * (size - size // 2))
        told = request("/api/profile", Transfer_Encoding="chunked") + chunks
        assert answer_to(shipped, told).status == status


def test_head_and_body_go_out_together(shipped: Server) -> None:
    """One packet, where the answer fits into one."""
    whole = answer_to(shipped, request("/api/clinic"))
    with Client(shipped.port) as client:
        for _ in range(20):
            client.send(request("/api/clinic"))
            assert client.socket.recv(65_536).endswith(whole.body)


def test_connections_have_a_limit(shipped: Server) -> None:
    """At 1,000 no more are accepted, and the log says so; who waits is answered when one is closed."""
    allow_files(4000)
    with ExitStack() as stack:
        shipped.client.close()
        # waitress counts its own two files, the listening socket and the trigger, as well.
        clients = [stack.enter_context(Client(shipped.port)) for _ in range(1000 - 2)]
        assert {client.get("/api/profile").status for client in clients} == {200}
        waiting = stack.enter_context(Client(shipped.port, timeout=1))
        waiting.send(request("/api/profile"))
        with pytest.raises(TimeoutError):
            waiting.read()
        assert [line.partition("waitress ")[2] for line in log_lines(shipped)] == [
            "total open connections reached the connection limit, no longer accepting new connections"
        ]
        assert {client.get("/api/profile").status for client in clients[:50]} == {200}
        clients[0].close()
        waiting.socket.settimeout(20)
        assert waiting.read().status == 200


def test_idle_connections_are_closed_whatever_the_clock_does(
    serve: Callable[..., Server], example_database: Path, tmp_path: Path
) -> None:
    """One that says nothing, one that said half of a request, one that says no more; also after the clock was set back."""
    changes = """
import signal, time
from api import server
right = time.time
def set_back(number, frame):
    time.time = lambda: right() - 3600
signal.signal(signal.SIGUSR1, set_back)
server.OPTIONS.update(channel_timeout=1, cleanup_interval=1)
"""
    server = serve(example_database, command=shipped_with(tmp_path, changes))
    for clock in ("right", "set back"):
        with Client(server.port) as silent, Client(server.port) as half, Client(server.port) as done, Client(server.port) as busy:
            half.send(request("/api/profile")[:-1])
            assert done.get("/api/profile").status == 200
            if clock == "set back":
                server.process.send_signal(10)
            end = time.monotonic() + 3
            while time.monotonic() < end:
                assert busy.get("/api/profile").status == 200
                time.sleep(0.1)
            assert [client.ended() for client in (silent, half, done)] == [True] * 3
            assert busy.get("/api/status").status == 200
    assert log_lines(server) == []


def test_a_client_that_breaks_off_is_no_error(serve: Callable[..., Server], sources: Path, tmp_path: Path) -> None:
    """In the middle of a long answer, in the middle of a request, or right after it; the log stays empty."""
    server = serve(build_big(sources, tmp_path / "big.db", 500, 2000), command=SHIPPED)
    for data, read in ((request("/api/export.csv"), 1000), (request("/api/profile")[:20], 0), (request("/api/export.csv"), 0)):
        for _ in range(20):
            with Client(server.port, buffer=2048) as client:
                client.send(data)
                client.socket.recv(read)
                client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    assert server.get("/api/profile").status_code == 200
    assert log_lines(server) == []


@pytest.mark.parametrize(
    "data",
    [
        b"GET http://[ HTTP/1.1\r\n\r\n",
        b"GET http://a]/ HTTP/1.1\r\n\r\n",
        b"GET /api HTTP/1.1\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n",
        b"GET /api HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        b"GET /api HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\n\r\n",
        b"GET /api HTTP/1.1\r\n: x\r\n\r\n",
        b"GET /api HTTP/1.1\r\n x\r\n\r\n",
        b"get /api HTTP/1.1\r\n\r\n",
        b"GET  /api HTTP/1.1\r\n\r\n",
        b"GET /api HTTP/1.1\rX: y\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"GET /api HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nnone\r\n",
        b"GET /api HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET /api HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: x\r\n\r\n",
    ],
)
def test_what_is_no_request_is_answered_400(shipped: Server, data: bytes) -> None:
    """Not with a closed connection and a traceback in the log."""
    answer = answer_to(shipped, data)
    assert (answer.status, dict(answer.fields)["connection"]) == (400, "close")
    assert log_lines(shipped) == []


def test_an_expectation_without_a_body_is_answered(shipped: Server) -> None:
    """Expect: 100-continue (RFC 9110, section 10.1.1): asked to go on where a body follows, not waited for where none does."""
    with Client(shipped.port, timeout=5) as client:
        assert client.get("/api/profile", Expect="100-continue").status == 200
        client.send(request("/api/profile", "GET", b"12345", Expect="100-continue")[:-5])
        assert client.read().status == 100
        client.send(b"12345")
        assert client.read().status == 200
        client.send(request("/api/profile", Expect="100-continue", Content_Length="65536"))
        assert client.read().status == 413


def test_answers_without_a_body_keep_the_connection(shipped: Server) -> None:
    """304 and 204 end with their head; a client that asked to close the connection has it closed."""
    with Client(shipped.port) as client:
        for _ in range(3):
            assert client.get("/api/profile", If_None_Match="*").status == 304
            client.send(request("/api/profile", "OPTIONS"))
            assert client.read().status == 204
        answer = client.get("/api/profile", If_None_Match="*", Connection="close")
        assert (answer.status, dict(answer.fields)["connection"]) == (304, "close")
        assert client.ended()
    with Client(shipped.port) as client:
        client.send(request("/api/profile", If_None_Match="*").replace(b"HTTP/1.1", b"HTTP/1.0"))
        assert (client.read().status, client.ended()) == (304, True)


def test_a_port_that_is_taken_stops_it_with_a_sentence(shipped: Server) -> None:
    command = [part.format(port=shipped.port) for part in SHIPPED]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Nothing can listen on 127.0.0.1:{shipped.port} (")
    assert done.stderr.endswith("). Choose another port with --port.\n")


def test_the_errors_of_the_application_keep_the_connection(shipped: Server) -> None:
    """A client that asked wrongly may ask again on the same connection."""
    with Client(shipped.port) as client:
        for _ in range(3):
            answer = client.get("/api/services?tag=x")
            assert answer.status == 400
            assert answer.body == indented(answer.json())
            assert client.get("/api/services?tag=prp-injection").status == 200
