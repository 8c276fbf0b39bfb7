"""Clients that ask and then stop reading: no thread waits for them, nobody else does, and little is held for them."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.conftest import SOURCES, Server
from tests.support.load import SHIPPED, Client, allow_files, build_big, memory, request, shipped_with, stalled

MIB = 1 << 20
LONG_LIST = "/api/publications?limit=1000"


@pytest.fixture(scope="module")
def big(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """2,500 publications by 300 authors each: an export of 10 MB and lists of 4 MB, more than sockets hold."""
    folder = tmp_path_factory.mktemp("big")
    shutil.copytree(SOURCES, folder / "sources")
    return build_big(folder / "sources", folder / "big.db", 2500, 300)


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """2,500 publications as they are: lists of half a megabyte."""
    folder = tmp_path_factory.mktemp("usual")
    shutil.copytree(SOURCES, folder / "sources")
    return build_big(folder / "sources", folder / "usual.db", 2500)


def others_are_answered(server: Server) -> None:
    """Ten clients at once, the long answers among theirs, each within the twenty seconds that a client waits."""
    with ExitStack() as stack:
        clients = [stack.enter_context(Client(server.port)) for _ in range(10)]
        for target in ("/api/profile", "/api/publications?limit=5", "/api/status"):
            for client in clients:
                client.send(request(target))
            assert {client.read().status for client in clients} == {200}
        assert len(clients[0].get("/api/export.csv").body) > 500_000


def open_sockets(server: Server) -> int:
    """How many sockets the server has open."""
    files = Path(f"/proc/{server.process.pid}/fd").iterdir()
    return sum(str(file.readlink()).startswith("socket:") for file in files)


@pytest.mark.parametrize("target", ["/api/export.csv", LONG_LIST])
@pytest.mark.parametrize("number", [4, 100])
def test_readers_that_stop(serve: Callable[..., Server], big: Path, target: str, number: int) -> None:
    """Four, as many as there are threads, and a hundred: the others are answered, and who reads on gets the rest, whole."""
    allow_files(4000)
    server = serve(big, command=SHIPPED)
    with Client(server.port) as client:
        whole = client.get(target)
        before = memory(server.process.pid)
        with stalled(server.port, number, request(target)) as readers:
            others_are_answered(server)
            grown = memory(server.process.pid) - before
            print(f"{number} readers that stop in {target}: {grown / MIB:.1f} MiB more, from {before / MIB:.1f}")
            # A list that is made anew takes a few times its size in each of the four threads.
            assert grown < 100 * MIB
            for reader in (readers[0], readers[-1]):
                assert reader.read().body == whole.body
        others_are_answered(server)


def test_one_client_that_asks_for_all_and_reads_nothing(serve: Callable[..., Server], usual: Path) -> None:
    """Two hundred long answers on each of 20 connections: held back, not held in memory; who reads on gets every one."""
    asked = 200
    server = serve(usual, command=SHIPPED)
    with Client(server.port) as client:
        whole = client.get(LONG_LIST)
        before = memory(server.process.pid)
        with stalled(server.port, 20, request(LONG_LIST) * asked) as readers:
            time.sleep(1)
            others_are_answered(server)
            grown = memory(server.process.pid) - before
            print(f"20 connections, {asked} answers each: {grown / MIB:.1f} MiB more, from {before / MIB:.1f}")
            # Without a bound, each connection has forty answers of half a megabyte ready.
            assert grown < 40 * MIB
            for reader in (readers[0], readers[-1]):
                assert [reader.read().body == whole.body for _ in range(asked)] == [True] * asked
        others_are_answered(server)


def test_readers_that_stop_for_good_are_closed(serve: Callable[..., Server], big: Path, tmp_path: Path) -> None:
    """After the time that an idle connection has, whether one answer or many are waiting; a slow one is not closed."""
    asked = 8
    export = request("/api/export.csv")
    changes = "from api import server\nserver.OPTIONS.update(channel_timeout=1, cleanup_interval=1)\n"
    server = serve(big, command=shipped_with(tmp_path, changes))
    server.client.close()
    with Client(server.port) as slow, Client(server.port) as client:
        slow.send(export * asked)
        with (
            stalled(server.port, 2, export),
            stalled(server.port, 2, export * 30),
            stalled(server.port, 2, request(LONG_LIST) * 12),
        ):
            assert open_sockets(server) == 9  # two that read, six that do not, and the one that listens
            end = time.monotonic() + 20
            while open_sockets(server) > 3:
                assert time.monotonic() < end
                slow.more()
                assert client.get("/api/profile").status == 200
                time.sleep(0.03)
        bodies = {slow.read().body for _ in range(asked)}
        assert bodies == {client.get("/api/export.csv").body}
