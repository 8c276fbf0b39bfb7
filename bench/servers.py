"""Servers that run for a comparison: started on their core, asked until they answer, stopped."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench import machine
from tests.support.cold import free_port

PATIENCE = 60.0
# Settings of whoever runs this, which must not change what is measured.
SETTINGS = ("PROFILE_DB", "PROFILE_BASE_URL", "PROFILE_CACHE_MB", "PROFILE_ACCESS_LOG", "SOURCES", "PYTHONPATH")
# What a server says by itself; the rest of an answer is the application's.
OF_THE_SERVER = ("date", "server", "connection", "via")


class NotStartedError(Exception):
    """A server gave no answer; the message says what it said instead."""


@dataclass(frozen=True)
class Server:
    """A running server; ``name`` for messages."""

    name: str
    pid: int
    port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@dataclass(frozen=True)
class Answer:
    """An answer as it came over the wire, without what the server itself adds."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


@contextmanager
def serving(name: str, command: Sequence[str], first: str = "/api/publications", **environment: str | Path) -> Iterator[Server]:
    """Run a server until the block ends. ``{port}`` in the command becomes a free port; ``first`` must answer 200."""
    port = free_port()
    core, _ = machine.cores()
    clean = {key: value for key, value in os.environ.items() if key not in SETTINGS}
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            [part.replace("{port}", str(port)) for part in command],
            cwd=machine.ROOT,
            env={**clean, **{key: str(value) for key, value in environment.items()}},
            stdout=subprocess.DEVNULL,
            stderr=said,
            start_new_session=True,
            preexec_fn=lambda: os.sched_setaffinity(0, core),
        )
        try:
            server = Server(name, process.pid, port)
            if not answers(server, first, process):
                said.seek(0)
                raise NotStartedError(f"{name} does not answer: {said.read().decode(errors='replace').strip()[-300:]}")
            yield server
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def answers(server: Server, path: str, process: subprocess.Popen[bytes]) -> bool:
    """Whether a server that was just started comes to answer 200."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        try:
            return get(server, path).status == 200
        except OSError:
            time.sleep(0.005)
    return False


def get(server: Server, path: str) -> Answer:
    """Ask once, as wrk does: no header but Host."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    try:
        connection.putrequest("GET", path, skip_accept_encoding=True)
        connection.endheaders()
        response = connection.getresponse()
        headers = [pair for pair in response.getheaders() if pair[0].lower() not in OF_THE_SERVER]
        return Answer(response.status, headers, response.read())
    finally:
        connection.close()
