"""How long the client waits for a whole answer."""

from __future__ import annotations

import socket
import threading
from contextlib import closing, suppress
from pathlib import Path

import httpx
import pytest

from pipeline.syncing import client
from pipeline.syncing.client import Cache, Client, RegistryError


@pytest.mark.parametrize(
    "start",
    [b"HTTP/1.1 200 OK\r\nX-Endless: ", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffff\r\n"],
    ids=["headers", "body"],
)
def test_an_answer_that_drips_is_given_up(start: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each byte arrives in time, and the last one never. It is not asked again: that would take as long."""
    monkeypatch.setattr(client, "ANSWER_SECONDS", 0.5)
    requests, end = list[bytes](), threading.Event()

    def drip(server: socket.socket) -> None:
        connection, _ = server.accept()
        with connection, suppress(OSError):
            requests.append(connection.recv(1 << 16))
            connection.sendall(start)
            while not end.wait(0.02):
                connection.sendall(b"x")

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=drip, args=(server,), daemon=True).start()
        request = httpx.Request("GET", f"http://127.0.0.1:{server.getsockname()[1]}/")
        with (
            closing(Client("tests", Cache(tmp_path))) as asking,
            pytest.raises(RegistryError, match=r"^The answer is not complete after 0 seconds\.$"),
        ):
            asking.ask("A service", 0, request, bytes)
        end.set()
    assert len(requests) == 1
