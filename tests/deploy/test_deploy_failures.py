"""nginx and Varnish when processes are killed and replaced, when none answers, after an hour, and after a build."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from tests.conftest import Server, pipeline, start
from tests.support.front import PROXIES, Front, Recorder, proxy
from tests.support.proxies import BODY, HEAD, cache_of, installed, kept
from tests.support.waiting import until
from tests.support.wire import Answer, ask, refused

pytestmark = pytest.mark.slow

# A response that expires after a second.
SHORT = HEAD + b'Cache-Control: public, max-age=1\r\nETag: "a"\r\nVary: Accept-Encoding\r\n\r\n' + BODY
NOT_MODIFIED = (
    b"HTTP/1.1 304 Not Modified\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n"
    b'Cache-Control: public, max-age=3600\r\nETag: "a"\r\nVary: Accept-Encoding\r\n\r\n'
)
CLIENTS = 8


class Deployment:
    """A proxy in front of two processes that can be killed and replaced."""

    def __init__(self, kind: str, folder: Path, database: Path, stack: ExitStack) -> None:
        self.kind, self.folder, self.database, self.stack = kind, folder, database, stack
        self.backends = [self.run() for _ in range(2)]
        self.front: Front = stack.enter_context(proxy(kind, folder / "front", [backend.port for backend in self.backends]))
        self.server = Server(self.front.process, self.front.port, database, self.front.log)
        stack.callback(self.server.client.close)

    def run(self, port: int | None = None) -> Server:
        """Start a process as the unit does."""
        command = (sys.executable, "-m", "api", "--host", "127.0.0.1", "--port", "{port}")
        backend = start(self.database, self.folder / f"{time.monotonic_ns()}.log", command, port=port)
        self.stack.callback(backend.close)
        return backend

    def end(self, number: int, how: signal.Signals = signal.SIGKILL) -> None:
        """End a process as the kernel does, or as systemd does."""
        self.backends[number].process.send_signal(how)
        self.backends[number].process.wait(timeout=20)

    def replace(self, number: int) -> None:
        self.backends[number] = self.run(self.backends[number].port)


@pytest.fixture(params=PROXIES)
def deployment(request: pytest.FixtureRequest, example_database: Path, tmp_path: Path) -> Iterator[Deployment]:
    kind = installed(request.param)
    database = tmp_path / "profile.db"
    shutil.copy(example_database, database)
    with ExitStack() as stack:
        yield Deployment(kind, tmp_path, database, stack)


def load(port: int, numbers: Iterator[int], end: float) -> tuple[int, list[object]]:
    """Send requests over one connection until the end; return their number and the failures.

    Some are answered from the cache, some fill it, some are never cached.
    """
    asked = 0
    failures: list[object] = []
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=20) as client:
        while time.monotonic() < end:
            for target in ("/api/publications", f"/api/publications?offset={next(numbers)}", "/api/status"):
                asked += 1
                try:
                    status: object = client.get(target).status_code
                except httpx.TransportError as error:
                    status = error
                if status != 200:
                    failures.append((target, status))
    return asked, failures


def test_no_request_fails_while_processes_are_killed_and_replaced(deployment: Deployment) -> None:
    """One killed, one stopped, under the load of eight clients."""
    numbers, end = iter(range(10**9)), time.monotonic() + 8
    with ThreadPoolExecutor(CLIENTS) as clients:
        running = [clients.submit(load, deployment.front.port, numbers, end) for _ in range(CLIENTS)]
        for number, how in enumerate((signal.SIGKILL, signal.SIGTERM)):
            time.sleep(0.8)
            deployment.end(number, how)
            time.sleep(0.5)
            deployment.replace(number)
            # Varnish's probes notice within two seconds that it is back.
            time.sleep(2)
        results = [client.result() for client in running]
    assert [failure for _, failures in results for failure in failures] == []
    assert sum(asked for asked, _ in results) > 300


def test_without_any_process_cached_responses_are_served(deployment: Deployment) -> None:
    server = deployment.server
    before = kept(server, "/api/publications")
    for number in (0, 1):
        deployment.end(number)
    after = ask(server, "/api/publications")
    assert (cache_of(after), after.status, after.headers, after.body) == ("HIT", 200, before.headers, before.body)
    assert ask(server, "/api/publications", If_None_Match="*").status == 304
    for target, method in (("/api/clinic", "GET"), ("/api/status", "GET"), ("/api", "OPTIONS"), ("/oauth/token", "POST")):
        refused(ask(server, target, method), 503, "service_unavailable", **{"retry-after": "5"})
    deployment.replace(1)
    assert until(lambda: ask(server, "/api/clinic").status == 200)


def test_a_machine_without_a_database_gets_no_requests(deployment: Deployment, tmp_path: Path) -> None:
    """If another process can answer, a 503 never reaches a client; if none can, the application's sentence does."""
    deployment.end(0)
    deployment.database, here = tmp_path / "none.db", deployment.database
    deployment.replace(0)
    assert [ask(deployment.server, f"/api/publications?offset={number}").status for number in range(20)] == [200] * 20
    here.unlink()
    numbers = iter(range(10**9))
    answers: list[Answer] = []

    def without_a_database() -> bool:
        """Twice in a row, because a check that began before the file was gone may end after one that did not find it."""
        answers[:] = [ask(deployment.server, f"/api/publications?limit=1&offset={next(numbers)}") for _ in range(2)]
        return [answer.status for answer in answers] == [503, 503]

    assert until(without_a_database)
    answer = answers[-1]
    assert refused(answer, 503, "service_unavailable", **{"retry-after": "5"}) in (
        "The database does not exist yet. Build it with make build-db. Try again in a moment.",
        "No process of the service answers. Try again in a moment.",
    )


@pytest.mark.parametrize("kind", PROXIES)
def test_an_expired_copy_is_revalidated_with_its_etag(kind: str, tmp_path: Path) -> None:
    """The copy is sent at once and revalidated in the background, whatever ETag the client has; 304 renews it."""
    installed(kind)
    with Recorder(SHORT).running() as recorder, proxy(kind, tmp_path / "front", (recorder.port, recorder.port)) as running:
        server = Server(running.process, running.port, tmp_path, running.log)
        server.client.close()
        assert kept(server, "/api").body == BODY
        recorder.heads.clear()
        time.sleep(2.1)
        recorder.answer = NOT_MODIFIED
        assert ask(server, "/api", If_None_Match='"b"').body == BODY
        assert until(lambda: cache_of(ask(server, "/api")) == "HIT")
        [head] = recorder.asked()
        assert b'\r\nIf-None-Match: "a"\r\n' in head


@pytest.mark.parametrize("kind", PROXIES)
@pytest.mark.parametrize("failure", ["no answer", "500", "503"])
def test_an_expired_copy_is_served_instead_of_an_error(kind: str, failure: str, tmp_path: Path) -> None:
    """stale-if-error: nothing listens, or the application fails."""
    installed(kind)
    with ExitStack() as stack:
        recorder = Recorder(SHORT)
        with recorder.running():
            running = stack.enter_context(proxy(kind, tmp_path / "front", (recorder.port, recorder.port)))
            server = Server(running.process, running.port, tmp_path, running.log)
            stack.callback(server.client.close)
            assert kept(server, "/api").body == BODY
            time.sleep(2.1)
            recorder.answer = SHORT.replace(b"200 OK", b"%s No" % failure.encode()).replace(b"public, max-age=1", b"no-store")
            if failure != "no answer":
                assert {(ask(server, "/api").status, ask(server, "/api").body) for _ in range(20)} == {(200, BODY)}
        assert {(ask(server, "/api").status, ask(server, "/api").body) for _ in range(20)} == {(200, BODY)}


@pytest.mark.parametrize("failure", [b"500 No", b"503 No"])
def test_varnish_serves_it_even_if_the_process_seemed_healthy(failure: bytes, tmp_path: Path) -> None:
    """After the seconds in which an expired copy is sent anyway (here none), and before a probe has noticed. Without a copy the
    client gets the application's error.
    """
    installed("varnish")
    at_once = {"set req.grace = 10s;": "set req.grace = 0s;"}
    with (
        Recorder(SHORT).running() as recorder,
        proxy("varnish", tmp_path / "front", (recorder.port, recorder.port), at_once) as running,
    ):
        server = Server(running.process, running.port, tmp_path, running.log)
        server.client.close()
        recorder.health = SHORT
        assert ask(server, "/api").body == BODY
        time.sleep(1.5)
        recorder.answer = SHORT.replace(b"200 OK", failure).replace(b"public, max-age=1", b"no-store")
        assert {(ask(server, "/api").status, ask(server, "/api").body) for _ in range(5)} == {(200, BODY)}
        other = ask(server, "/other")
        assert (other.status, other.body) == (int(failure[:3]), BODY)


def test_new_data_is_served_after_a_build_and_a_purge(deployment: Deployment, sources: Path) -> None:
    """As in deploy/README.md: build, wait until every process has the new file, purge."""
    server = deployment.server
    assert kept(server, "/api/profile").json()["name"] == "Dr. Noa Example"
    etag = ask(server, "/api/clinic").headers["etag"]
    profile = sources / "profile.yaml"
    profile.write_text(profile.read_text(encoding="utf-8").replace("Dr. Noa Example", "Dr. Neo Example"), encoding="utf-8")
    assert pipeline("build", "--sources", sources, "--database", deployment.database).code == 0
    for backend in deployment.backends:
        assert backend.json("/api/profile")["name"] == "Dr. Neo Example"
    assert (server.json("/api/profile")["name"], cache_of(ask(server, "/api/profile"))) == ("Dr. Noa Example", "HIT")
    if deployment.kind == "nginx":
        subprocess.run(["find", str(deployment.front.cache), "-type", "f", "-delete"], check=True)
    else:
        refused(ask(server, "/", "PURGE"), 405, "method_not_allowed", allow="GET, HEAD, OPTIONS")
        purge = httpx.request("PURGE", f"http://127.0.0.1:{deployment.front.purge_port}/")
        assert purge.json() == {"purged": True}
    assert until(lambda: str(server.json("/api/profile")["name"]) == "Dr. Neo Example", 2)
    assert cache_of(ask(server, "/api/profile")) == "HIT"
    assert ask(server, "/api/clinic", If_None_Match=etag).status == 304
