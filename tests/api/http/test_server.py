"""The server that ships: its greeting, clients that disconnect, leave early or read slowly, and the access log."""

import re
import socket
import struct
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from api.__main__ import authority_of, main
from tests.conftest import Server, run_python
from tests.support.languages import remove_hebrew
from tests.support.load import SHIPPED, SMALLEST_BUFFER, Client, shipped_with
from tests.support.own import build_own
from tests.support.waiting import until
from tests.support.wire import request

ADVICE = (
    r"\). Choose another port or host: make serve PORT=8081, public-profile serve --port 8081, or python -m api "
    r"--host 127\.0\.0\.1 --port 8081\.\n"
)
THREADS = 4
RESET = struct.pack("ii", 1, 0)
# Two endpoints: a long response; and one that writes down that it was called, and takes until it is woken.
CHANGE = """
import pathlib, time
from api import application
from api.endpoint import Endpoint
from api.http.response import PLAIN, Representation
from api.query.parameters import LIMIT
def large(context):
    return Representation(b"line\\n" * 1_000_000, PLAIN)
def sleepy(context):
    here = pathlib.Path(__file__).parent
    with (here / "calls").open("a") as calls:
        calls.write("x")
    while not (here / "woken").exists():
        time.sleep(0.01)
    return Representation(b"awake", PLAIN)
application.ENDPOINTS += (
    Endpoint("/api/large", large, "Is larger than what waitress keeps in memory."),
    Endpoint("/api/sleepy", sleepy, "Sleeps.", parameters=(LIMIT,)),
)
"""


def test_abandoned_requests_are_not_computed(serve: Callable[..., Server], example_database: Path, tmp_path: Path) -> None:
    """Of 100 clients that leave while all four threads are busy, none gets an answer."""
    server = serve(example_database, command=shipped_with(tmp_path, CHANGE))
    calls = tmp_path / "calls"
    with ExitStack() as stack:
        busy = [stack.enter_context(Client(server.port)) for _ in range(THREADS)]
        for number, client in enumerate(busy):
            client.send(request(f"/api/sleepy?limit={number}"))
        assert until(lambda: calls.exists() and calls.read_text() == "x" * len(busy))
        for number in range(100):
            with Client(server.port) as leaving:
                leaving.send(request(f"/api/sleepy?limit={number}"))
        time.sleep(0.5)  # until the server has noticed that they left
        (tmp_path / "woken").touch()
        assert [client.read().body for client in busy] == [b"awake"] * len(busy)
        assert busy[0].get("/api/profile").status == 200
    assert calls.read_text() == "x" * len(busy)


def test_a_client_that_disconnects_is_not_an_error(serve: Callable[..., Server], example_database: Path) -> None:
    """In the middle of a response, in the middle of a request, or right after it; the log stays empty."""
    server = serve(example_database, command=SHIPPED)
    for data, read in ((request("/api/openapi.json"), 1000), (request("/api/profile")[:20], 0), (request("/api/export.csv"), 0)):
        for _ in range(20):
            with Client(server.port, buffer=2048) as client:
                client.send(data)
                client.socket.recv(read)
                client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    assert server.get("/api/profile").status_code == 200
    assert server.log.read_text().endswith("\nStop with Ctrl+C.\n")


@pytest.mark.parametrize(
    ("host", "port", "error"),
    [
        ("127.0.0.1", "", r"Cannot listen on 127\.0\.0\.1:{port} \(.+" + ADVICE),
        ("no-host.invalid", "8080", r"Cannot listen on no-host\.invalid:8080 \(Invalid host/port specified\." + ADVICE),
    ],
    ids=["port in use", "no such host"],
)
def test_where_it_cannot_listen_it_ends_with_one_sentence(server: Server, host: str, port: str, error: str) -> None:
    """It names both ways to choose another port."""
    done = run_python("-m", "api", "--port", port or str(server.port), "--host", host)
    assert (done.code, done.out) == (2, "")
    assert re.fullmatch(error.format(port=server.port), done.err)


def test_a_port_that_does_not_exist(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Sockets would take the last 16 bits of its number."""
    monkeypatch.setattr("sys.argv", ["api", "--port", "80800"])
    with pytest.raises(SystemExit):
        main()
    assert capsys.readouterr().err.endswith("argument --port: Expected a port from 1 to 65535, got 80800.\n")


def test_an_ipv6_address_is_in_brackets() -> None:
    assert [authority_of(host, 8080) for host in ("127.0.0.1", "::1")] == ["127.0.0.1:8080", "[::1]:8080"]


def test_the_greeting_without_a_database(tmp_path: Path, serve: Callable[..., Server]) -> None:
    missing = tmp_path / "missing.db"
    running = serve(missing, command=SHIPPED)
    assert running.get("/api").status_code == 503
    assert running.log.read_text().splitlines()[:6] == [
        f"Serving {missing}. Open in a browser:",
        f"  {running.address}/                    the profile",
        f"  {running.address}/api/docs            interactive API console",
        f"  {running.address}/api                 all endpoints",
        "The database does not exist yet. Build it with make build-db or public-profile build. "
        "Until then, every response is 503.",
        "Stop with Ctrl+C.",
    ]


def test_the_greeting_without_hebrew(tmp_path: Path, serve: Callable[..., Server]) -> None:
    printed = serve(build_own(tmp_path, remove_hebrew), command=SHIPPED).log.read_text()
    assert [line.split()[-1] for line in printed.splitlines() if "http://127" in line] == ["profile", "console", "endpoints"]


def test_clients_share_the_bytes_of_a_large_response(
    serve: Callable[..., Server], example_database: Path, tmp_path: Path
) -> None:
    """For eight that read slowly; waitress would copy the body into a temporary file for each of them."""
    server = serve(example_database, command=shipped_with(tmp_path, CHANGE))
    with ExitStack() as stack:
        clients = [stack.enter_context(Client(server.port, buffer=SMALLEST_BUFFER)) for _ in range(8)]
        for client in clients:
            client.send(request("/api/large"))
            client.socket.recv(1000, socket.MSG_PEEK)
        opened = [str(link.readlink()) for link in Path(f"/proc/{server.process.pid}/fd").iterdir()]
        assert [path for path in opened if path.endswith("(deleted)")] == []
        assert {client.read().body for client in clients} == {b"line\n" * 1_000_000}


LOGGED = re.compile(r'INFO:api\.access:127\.0\.0\.1 "(?P<request>[^"\n]*)" (?P<status>\d{3}) (?P<size>\d+) \d+\.\dms')


def test_each_request_is_one_line(example_database: Path, serve: Callable[..., Server]) -> None:
    """Also a request whose path contains line breaks, which would otherwise forge further lines."""
    running = serve(example_database, PROFILE_ACCESS_LOG="1")
    before = len(running.log.read_text().splitlines())
    size = len(running.get("/api/profile?x=1").content)
    running.get("/nothing%0AINFO:api.access:forged")
    running.client.request("DELETE", "/api")
    lines = running.log.read_text().splitlines()[before:]
    assert [match and (match["request"], match["status"]) for match in map(LOGGED.fullmatch, lines)] == [
        ("GET /api/profile?x=1", "200"),
        ("GET /nothing%0AINFO%3Aapi.access%3Aforged", "404"),
        ("DELETE /api", "405"),
    ]
    assert f" 200 {size} " in lines[0]


def test_a_full_queue_is_not_logged(example_database: Path, serve: Callable[..., Server]) -> None:
    """With 32 clients on four threads, waitress alone would warn about its queue at nearly every request."""
    running = serve(example_database)
    with ThreadPoolExecutor(32) as clients:
        statuses = list(clients.map(lambda _: running.get("/api/openapi.json").status_code, range(160)))
    assert statuses == [200] * 160
    assert [line for line in running.log.read_text().splitlines() if "WARNING" in line or "queue" in line] == []
