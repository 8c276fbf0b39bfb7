"""nginx when the process is restarted or gone, when copies expire, and after a build."""

from __future__ import annotations

import shutil
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import httpx
import pytest

from tests.conftest import Server, start
from tests.support.load import SHIPPED
from tests.support.nginx import BODY, HEAD, Recorder, behind_nginx, cache_of, kept
from tests.support.waiting import until
from tests.support.wire import ask, refused

pytestmark = pytest.mark.slow

# A response that expires after a second.
SHORT = HEAD + b'Cache-Control: public, max-age=1\r\nETag: "a"\r\nVary: Accept-Encoding\r\n\r\n' + BODY
NOT_MODIFIED = (
    b"HTTP/1.1 304 Not Modified\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n"
    b'Cache-Control: public, max-age=3600\r\nETag: "a"\r\nVary: Accept-Encoding\r\n\r\n'
)
CLIENTS = 8


class Deployment:
    """nginx in front of a process that can be ended and started again."""

    def __init__(self, folder: Path, database: Path, stack: ExitStack) -> None:
        self.folder, self.database, self.stack = folder, database, stack
        self.backend = self.run()
        self.server = stack.enter_context(behind_nginx(folder, self.backend.port))

    def run(self, port: int | None = None) -> Server:
        return self.stack.enter_context(start(self.database, self.folder / f"{time.monotonic_ns()}.log", SHIPPED, port=port))

    def end(self, how: signal.Signals) -> None:
        """End the process as the kernel does, or as systemd does."""
        self.backend.process.send_signal(how)
        self.backend.process.wait(timeout=20)

    def replace(self) -> None:
        self.backend = self.run(self.backend.port)


@pytest.fixture
def deployment(example_database: Path, tmp_path: Path) -> Iterator[Deployment]:
    database = tmp_path / "profile.db"
    shutil.copy(example_database, database)
    with ExitStack() as stack:
        yield Deployment(tmp_path, database, stack)


def statuses(port: int, numbers: Iterator[int], end: float) -> tuple[set[int], set[int]]:
    """Send requests over one connection until the end; return the statuses of a cached page, and of ever new requests."""
    cached, others = set(), set()
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=20, headers={"Accept-Encoding": "gzip"}) as client:
        while time.monotonic() < end:
            cached.add(client.get("/api/publications").status_code)
            others.add(client.get(f"/api/publications?offset={next(numbers)}").status_code)
    return cached, others


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_restart_under_load(deployment: Deployment, how: signal.Signals) -> None:
    """Under the load of eight clients, what is cached is answered; the rest is, or gets a 503 for a moment."""
    kept(deployment.server, "/api/publications", Accept_Encoding="gzip")
    numbers, end = count(), time.monotonic() + 3
    with ThreadPoolExecutor(CLIENTS) as clients:
        running = [clients.submit(statuses, deployment.server.port, numbers, end) for _ in range(CLIENTS)]
        time.sleep(0.5)
        deployment.end(how)
        deployment.replace()
        results = [client.result() for client in running]
    assert set.union(*(cached for cached, _ in results)) == {200}
    assert set.union(*(others for _, others in results)) == {200, 503}
    assert ask(deployment.server, "/api/clinic").status == 200


def test_without_the_process_cached_responses_are_served(deployment: Deployment) -> None:
    server = deployment.server
    before = kept(server, "/api/publications")
    deployment.end(signal.SIGKILL)
    after = ask(server, "/api/publications")
    assert (cache_of(after), after.status, after.headers, after.body) == ("HIT", 200, before.headers, before.body)
    assert ask(server, "/api/publications", If_None_Match="*").status == 304
    answers = [
        ask(server, target, method)
        for target, method in (("/api/clinic", "GET"), ("/api/status", "GET"), ("/api", "OPTIONS"), ("/oauth/token", "POST"))
    ]
    assert {refused(answer, 503, "service_unavailable", **{"retry-after": "5"}) for answer in answers} == {
        "The service does not answer. Try again in a moment."
    }
    deployment.replace()
    assert ask(server, "/api/clinic").status == 200


@pytest.mark.parametrize("status", [b"500 No", b"503 No"])
def test_errors_of_the_application_are_passed_on(status: bytes, tmp_path: Path) -> None:
    """And the process is asked the next time, too."""
    answer = SHORT.replace(b"200 OK", status).replace(b"public, max-age=1", b"no-store")
    with Recorder(answer).running() as recorder, behind_nginx(tmp_path, recorder.port) as server:
        answers = [ask(server, f"/api/publications?offset={number}") for number in range(5)]
        assert [(answer.status, answer.body) for answer in answers] == [(int(status[:3]), BODY)] * 5
        assert len(recorder.asked()) == 5


def test_an_expired_copy_is_revalidated_with_its_etag(tmp_path: Path) -> None:
    """The copy is sent at once and revalidated in the background, whatever ETag the client has; 304 renews it."""
    with Recorder(SHORT).running() as recorder, behind_nginx(tmp_path, recorder.port) as server:
        assert kept(server, "/api").body == BODY
        recorder.heads.clear()
        time.sleep(2.1)
        recorder.answer = NOT_MODIFIED
        assert ask(server, "/api", If_None_Match='"b"').body == BODY
        assert until(lambda: cache_of(ask(server, "/api")) == "HIT")
        [head] = recorder.asked()
        assert b'\r\nIf-None-Match: "a"\r\n' in head


@pytest.mark.parametrize("failure", ["no answer", "500", "503"])
def test_an_expired_copy_is_served_instead_of_an_error(failure: str, tmp_path: Path) -> None:
    """stale-if-error: nothing listens, or the application fails."""
    with ExitStack() as stack:
        recorder = Recorder(SHORT)
        with recorder.running():
            server = stack.enter_context(behind_nginx(tmp_path, recorder.port))
            assert kept(server, "/api").body == BODY
            time.sleep(2.1)
            recorder.answer = SHORT.replace(b"200 OK", b"%s No" % failure.encode()).replace(b"public, max-age=1", b"no-store")
            if failure != "no answer":
                assert {(ask(server, "/api").status, ask(server, "/api").body) for _ in range(20)} == {(200, BODY)}
        assert {(ask(server, "/api").status, ask(server, "/api").body) for _ in range(20)} == {(200, BODY)}
