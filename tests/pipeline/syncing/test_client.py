"""How long the client waits, and how it names a service that does not answer."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import httpx
import pytest

from pipeline.syncing import client
from pipeline.syncing.client import Cache, Client, Pace, RegistryError, retry_after


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"x-rate-limit-limit": "5", "x-rate-limit-interval": "1s"}, 0.2),
        # A faster limit than ours changes nothing; nor do headers that make no sense.
        ({"x-rate-limit-limit": "50", "x-rate-limit-interval": "1s"}, 0.1),
        ({"x-rate-limit-limit": "0", "x-rate-limit-interval": "1s"}, 0.1),
        ({"x-rate-limit-limit": "many", "x-rate-limit-interval": "1s"}, 0.1),
        ({"x-rate-limit-limit": "5"}, 0.1),
    ],
)
def test_the_pace_follows_the_headers(headers: dict[str, str], seconds: float) -> None:
    pace = Pace(0.1)
    pace.learn(httpx.Headers(headers))
    assert pace.seconds == seconds


def test_retry_after(subtests: pytest.Subtests) -> None:
    assert retry_after("2") == 2
    assert retry_after("") is None
    assert retry_after("soon") is None
    for zone in ("GMT", "-0000", ""):
        with subtests.test(zone=zone):
            assert retry_after(f"Wed, 21 Oct 2015 07:28:00 {zone}".strip()) == 0
    assert retry_after(format_datetime(datetime.now(UTC) - timedelta(hours=1), usegmt=True)) == 0
    in_an_hour = retry_after(format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True))
    assert in_an_hour is not None
    assert 3500 < in_an_hour <= 3600


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
        asking = Client("tests", Cache(tmp_path, fresh=False))
        request = httpx.Request("GET", f"http://127.0.0.1:{server.getsockname()[1]}/")
        with pytest.raises(RegistryError, match=r"^The answer is not complete after 0 seconds\.$"):
            asking.ask("A service", Pace(0), request, bytes)
        end.set()
    assert len(requests) == 1
