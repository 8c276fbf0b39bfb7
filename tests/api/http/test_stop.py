"""A signal to end: requests in progress are answered, whole; nothing else is accepted; then the process ends."""

import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from http.client import IncompleteRead
from pathlib import Path

import pytest

from tests.conftest import Server
from tests.support.load import SHIPPED, SMALLEST_BUFFER, Client, shipped_with
from tests.support.waiting import until
from tests.support.wire import request

pytestmark = pytest.mark.slow

LINES = 4_000_000
# Two endpoints that take half a second; the response of one is far larger than the buffers of sockets.
CHANGE = f"""
import time
from api import application
from api.endpoint import Endpoint
from api.http.response import PLAIN, Representation
def slow(context):
    time.sleep(0.5)
    return Representation(b"slow", PLAIN)
def long(context):
    time.sleep(0.5)
    return Representation(b"line\\n" * {LINES}, PLAIN)
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
        # A connection that waits to be accepted when the server stops listening is reset.
        with suppress(ConnectionRefusedError):
            with suppress(ConnectionResetError):
                Client(server.port).close()
            return False
        return True

    return until(is_refused, 5)


@contextmanager
def reading_at_the_signal(server: Server) -> Iterator[Client]:
    """Give a client that has read the beginning of a large response when the signal comes, and then waits."""
    with Client(server.port, buffer=SMALLEST_BUFFER) as reader:
        reader.send(request("/api/long"))
        reader.socket.recv(1000, socket.MSG_PEEK)
        server.process.send_signal(signal.SIGTERM)
        assert refuses_connections(server)
        assert server.process.poll() is None
        yield reader


def test_responses_are_finished(server: Server) -> None:
    """Both responses that the four threads compute and requests that wait for a thread; new connections are refused."""
    with ExitStack() as stack:
        clients = [stack.enter_context(Client(server.port)) for _ in range(8)]
        for client in clients:
            client.send(request("/api/slow"))
        time.sleep(0.2)  # until the server has them
        server.process.send_signal(signal.SIGTERM)
        assert refuses_connections(server)
        assert [client.read().body for client in clients] == [b"slow"] * 8
        assert server.process.wait(timeout=5) == 0
        assert [client.ended() for client in clients] == [True] * 8


def test_a_pdf_is_finished_when_the_whole_group_gets_the_signal(
    serve: Callable[..., Server], example_database: Path, tmp_path: Path
) -> None:
    """As from a terminal: the process that typesets it doesn't end before the service."""
    server = serve(example_database, command=shipped_with(tmp_path, "import os\nos.setsid()"))
    threads = [*Path(f"/proc/{server.process.pid}/task").iterdir()]

    def typesets() -> bool:
        """Whether the child has left the group."""
        children = [int(child) for thread in threads for child in (thread / "children").read_text().split()]
        return any(os.getpgid(child) != server.process.pid for child in children)

    with Client(server.port) as client:
        client.send(request("/cv.pdf"))
        assert until(typesets)
        os.killpg(server.process.pid, signal.SIGTERM)
        answer = client.read()
    assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf")
    assert server.process.wait(timeout=5) == 0


def test_a_slow_reader_gets_the_rest(server: Server) -> None:
    """A client in the middle of a large response reads on after a second."""
    with reading_at_the_signal(server) as reader:
        time.sleep(1)
        assert server.process.poll() is None
        assert reader.read().body == b"line\n" * LINES
        assert server.process.wait(timeout=5) == 0


def test_no_response_is_cut_off_under_load(server: Server) -> None:
    """Each of 16 clients gets whole responses until its connection ends between two of them."""

    def ask_on(_: int) -> set[tuple[int, bytes]]:
        answers = set()
        with Client(server.port) as client, suppress(OSError):
            end = time.monotonic() + 20
            while time.monotonic() < end:
                answer = client.get("/api/profile")
                answers.add((answer.status, answer.body))
        return answers

    profile = server.get("/api/profile").content
    with ThreadPoolExecutor(16) as threads:
        clients = [threads.submit(ask_on, number) for number in range(16)]
        time.sleep(0.3)
        server.process.send_signal(signal.SIGTERM)
        assert [client.result() for client in clients] == [{(200, profile)}] * 16
    assert server.process.wait(timeout=5) == 0


def test_nohup_keeps_it_running(serve: Callable[..., Server], example_database: Path) -> None:
    """A signal that was ignored when the process started stays ignored."""
    server = serve(example_database, command=("nohup", *SHIPPED))
    server.process.send_signal(signal.SIGHUP)
    assert [server.get("/api/profile").status_code for _ in range(10)] == [200] * 10


def host() -> str:
    """A name with two addresses, or one address if the system has no IPv6."""
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
    with reading_at_the_signal(server) as reader:
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(timeout=20) == -signal.SIGTERM
        with pytest.raises((ConnectionError, IncompleteRead)):
            reader.read()


def test_a_client_that_takes_nothing_delays_the_end_for_a_limited_time(
    serve: Callable[..., Server], example_database: Path, tmp_path: Path
) -> None:
    """Here for a second instead of 25."""
    change = f"from api.http import server\nserver.STOP_SECONDS = 1\n{CHANGE}"
    server = serve(example_database, command=shipped_with(tmp_path, change))
    with reading_at_the_signal(server):
        assert server.process.wait(timeout=10) == 0
