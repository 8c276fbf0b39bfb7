"""SIGTERM: what was asked for is answered, whole; nothing new is taken on; then the process ends."""

from __future__ import annotations

import shutil
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.conftest import SOURCES, Server
from tests.support.load import SHIPPED, SMALLEST_BUFFER, Client, build_big, request
from tests.support.wire import ANSWERING

# Not the downloads: each is as large as the one that is read on purpose, and all would take longer than the service waits.
MANY = tuple(path for path in ANSWERING if path != "/api/status" and "/export." not in path and "%2F" not in path)


@pytest.fixture(scope="module")
def big(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """3,000 publications by 500 authors each: an export of some 20 MB, far beyond what sockets hold."""
    folder = tmp_path_factory.mktemp("big")
    shutil.copytree(SOURCES, folder / "sources")
    return build_big(folder / "sources", folder / "big.db", 3000, 500)


def refuses_connections(server: Server) -> bool:
    """Whether nobody listens any more, soon after the signal."""
    end = time.monotonic() + 5
    while time.monotonic() < end:
        try:
            Client(server.port).close()
        except ConnectionRefusedError:
            return True
        time.sleep(0.02)
    return False


def test_running_requests_are_finished(serve: Callable[..., Server], big: Path) -> None:
    """One in the middle of a long export, 20 with ten answers each on the way: whole, to the byte; then code 0, at once."""
    server = serve(big, command=SHIPPED)
    with ExitStack() as stack:
        idle, half, reader = (stack.enter_context(Client(server.port, buffer=SMALLEST_BUFFER)) for _ in range(3))
        export = idle.get("/api/export.csv")
        assert len(export.body) > 18_000_000
        expected = [idle.get(target).body for target in MANY]
        half.send(request("/api/profile")[:-1])
        reader.send(request("/api/export.csv"))
        reader.received += reader.socket.recv(1000)
        asking = [stack.enter_context(Client(server.port)) for _ in range(20)]
        for client in asking:
            client.send(b"".join(request(target) for target in MANY))
        server.process.send_signal(signal.SIGTERM)
        for client in asking:
            given = [client.read() for _ in MANY]
            assert [(answer.status, answer.body) for answer in given] == [(200, body) for body in expected]
            assert [dict(answer.fields).get("connection") for answer in given] in (
                [None] * (len(MANY) - 1) + ["close"],
                [None] * len(MANY),  # all were answered before the signal
            )
            assert client.ended()
        assert refuses_connections(server)
        assert [idle.ended(), half.ended()] == [True, True]
        assert server.process.poll() is None
        answer = reader.read()
        assert (answer.status, answer.body, answer.headers) == (200, export.body, export.headers)
        assert reader.ended()
        assert server.process.wait(timeout=2) == 0


def test_what_the_sockets_hold_is_answered(serve: Callable[..., Server], example_database: Path) -> None:
    """Requests that came before the signal on connections old and new, none of them read yet: the process stands still."""
    server = serve(example_database, command=SHIPPED)
    with ExitStack() as stack:
        clients = [stack.enter_context(Client(server.port)) for _ in range(20)]
        expected = [client.get("/api/clinic").body for client in clients] * 2
        server.process.send_signal(signal.SIGSTOP)
        clients += [stack.enter_context(Client(server.port)) for _ in range(20)]
        for client in clients:
            client.send(request("/api/clinic"))
        server.process.send_signal(signal.SIGTERM)
        server.process.send_signal(signal.SIGCONT)
        answers = [client.read() for client in clients]
        assert [answer.body for answer in answers] == expected
        assert {dict(answer.fields)["connection"] for answer in answers} == {"close"}
        assert server.process.wait(timeout=5) == 0


def test_without_work_it_ends_at_once(serve: Callable[..., Server], example_database: Path) -> None:
    """Idle connections are closed and hold nothing up; SIGINT does the same."""
    for number in (signal.SIGTERM, signal.SIGINT):
        server = serve(example_database, command=SHIPPED)
        with Client(server.port) as kept, Client(server.port) as silent:
            assert kept.get("/api/profile").status == 200
            server.process.send_signal(number)
            assert [kept.ended(), silent.ended()] == [True, True]
            assert server.process.wait(timeout=2) == 0


def test_a_second_signal_ends_it_at_once(serve: Callable[..., Server], big: Path) -> None:
    """Whatever is still being answered."""
    server = serve(big, command=SHIPPED)
    with Client(server.port, buffer=SMALLEST_BUFFER) as reader:
        reader.send(request("/api/export.csv"))
        reader.received += reader.socket.recv(1000)
        server.process.send_signal(signal.SIGTERM)
        assert refuses_connections(server)
        assert server.process.poll() is None
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(timeout=2) == -signal.SIGTERM
        with pytest.raises(ConnectionError):
            reader.read()
