"""What tests of nginx share: an answer for it to keep, and whether one came from its cache."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.conftest import Server
from tests.support.front import nginx
from tests.support.wire import Answer, ask

BODY = b'{\n  "name": "Dr. Noa Example"\n}'
HEAD = b"HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: %d\r\nConnection: close\r\n" % len(BODY)
KEPT = HEAD + b'Cache-Control: public, max-age=3600\r\nETag: "a"\r\nVary: Accept-Encoding\r\n\r\n' + BODY


@contextmanager
def behind_nginx(folder: Path, backend: int, changes: Mapping[str, str] | None = None) -> Iterator[Server]:
    """Run nginx in front of a process, as a server to ask."""
    with nginx(folder / "nginx", backend, changes) as front:
        server = Server(front.process, front.port, folder, front.log)
        with server.client:
            yield server


def cache_of(answer: Answer) -> str | None:
    return dict(answer.fields).get("x-cache")


def kept(server: Server, target: str, method: str = "GET", **headers: str) -> Answer:
    """Request something twice, after which nginx keeps it; return the answer that is kept."""
    answers = [ask(server, target, method, **headers) for _ in range(2)]
    assert cache_of(answers[0]) == "MISS"
    return answers[1]
