"""SIGTERM and SIGHUP: whatever was asked is answered, whole; no new connection is accepted; then the process ends."""

from __future__ import annotations

import signal
import socket
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.conftest import Server
from tests.support.load import SHIPPED, SMALLEST_BUFFER, Client, request, shipped_with
from tests.support.waiting import until

# An endpoint that takes half a second, and one with a download far larger than the buffers of sockets.
CHANGE = """
import hashlib, tempfile, time
from api import application
from api.endpoint import Endpoint
from api.http.representation import PLAIN, Download, Representation
def slow(context):
    time.sleep(0.5)
    return Representation(b"slow")
def long(context):
    file = tempfile.TemporaryFile()
    file.write(b"line\\n" * 4_000_000)
    file.seek(0)
    return Download(file, 20_000_000, "0" * 64, PLAIN, {})
application.ENDPOINTS += (
    Endpoint("/api/slow", slow, "Takes half a second."),
    Endpoint("/api/long", long, "Is long."),
)
"""


@pytest.fixture
def server(serve: Callable[..., Server], example_database: Path, tmp_path: Path) -> Server:
    return serve(example_database, command=shipped_with(tmp_path, CHANGE))


def refuses_connections(server: Server) -> bool:
    """Whether nothing listens any more, soon after the signal."""

    def is_refused() -> bool:
        with suppress(ConnectionRefusedError):
            Client(server.port).close()
            return False
        return True

    return until(is_refused, 5)


def test_running_requests_are_answered(server: Server) -> None:
    """Those in the four threads; new connections are refused."""
    clients = [Client(server.port) for _ in range(4)]
    for client in clients:
        client.send(request("/api/slow"))
    time.sleep(0.2)
    server.process.send_signal(signal.SIGTERM)
    assert [client.read().body for client in clients] == [b"slow"] * 4
    assert refuses_connections(server)
    assert server.process.wait(timeout=5) == 0
    assert [client.ended() for client in clients] == [True] * 4
    for client in clients:
        client.close()


def test_a_download_is_finished(server: Server) -> None:
    """A client in the middle of it gets the rest, byte for byte."""
    with Client(server.port, buffer=SMALLEST_BUFFER) as reader:
        reader.send(request("/api/long"))
        reader.received += reader.socket.recv(1000)
        server.process.send_signal(signal.SIGTERM)
        assert refuses_connections(server)
        assert server.process.poll() is None
        answer = reader.read()
        assert (answer.status, answer.body == b"line\n" * 4_000_000) == (200, True)
        assert server.process.wait(timeout=5) == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_no_answer_is_lost_under_load(server: Server, number: signal.Signals) -> None:
    """Each connection gets a last answer that announces its end, and a new one is refused."""

    def ask_on(_: int) -> list[str | None]:
        with Client(server.port) as client, suppress(ConnectionRefusedError):
            seen = []
            end = time.monotonic() + 20
            while time.monotonic() < end:
                answer = client.get("/api/profile")
                assert answer.status == 200
                seen.append(dict(answer.fields).get("connection"))
        return seen

    with ThreadPoolExecutor(16) as threads:
        clients = [threads.submit(ask_on, number) for number in range(16)]
        time.sleep(0.3)
        server.process.send_signal(number)
        ends = [client.result()[-2:] for client in clients]
    assert ends == [[None, "close"]] * 16
    assert server.process.wait(timeout=5) == 0


def test_clients_that_just_connected_are_answered(server: Server) -> None:
    """The system connects them before the process knows of them."""
    with ExitStack() as stack:
        server.process.send_signal(signal.SIGSTOP)
        clients = [stack.enter_context(Client(server.port)) for _ in range(20)]
        for client in clients:
            client.send(request("/api/profile"))
        server.process.send_signal(signal.SIGTERM)
        server.process.send_signal(signal.SIGCONT)
        assert [client.read().status for client in clients] == [200] * 20
    assert server.process.wait(timeout=5) == 0


def test_nohup_keeps_it_running(serve: Callable[..., Server], example_database: Path) -> None:
    """A signal that was ignored when the process started stays ignored."""
    server = serve(example_database, command=("nohup", *SHIPPED))
    server.process.send_signal(signal.SIGHUP)
    assert [server.get("/api/profile").status_code for _ in range(10)] == [200] * 10


def host() -> str:
    """Return a name with two addresses, or one address where the system has no IPv6."""
    with suppress(OSError), socket.create_server(("::1", 0), family=socket.AF_INET6):
        return "localhost"
    return "127.0.0.1"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_without_work_it_ends_at_once(serve: Callable[..., Server], example_database: Path, number: signal.Signals) -> None:
    """Idle connections are closed soon, on every address of a name."""
    server = serve(example_database, command=(*SHIPPED, "--host", host()))
    with Client(server.port) as kept, Client(server.port) as silent:
        assert kept.get("/api/profile").status == 200
        server.process.send_signal(number)
        assert [kept.ended(), silent.ended()] == [True, True]
        assert server.process.wait(timeout=5) == 0
    assert "Traceback" not in server.log.read_text()


def test_a_second_signal_ends_it_at_once(server: Server) -> None:
    """Whatever is still being sent."""
    with Client(server.port, buffer=SMALLEST_BUFFER) as reader:
        reader.send(request("/api/long"))
        reader.received += reader.socket.recv(1000)
        server.process.send_signal(signal.SIGTERM)
        assert refuses_connections(server)
        assert server.process.poll() is None
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(timeout=20) == -signal.SIGTERM
        with pytest.raises(ConnectionError):
            reader.read()
