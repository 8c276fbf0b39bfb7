"""What tests of the proxies share: an answer for them to keep, and whether one came from their cache."""

from __future__ import annotations

import pytest

from tests.conftest import Server
from tests.support.front import program
from tests.support.wire import Answer, ask

BODY = b'{\n  "name": "Dr. Noa Example"\n}'
HEAD = b"HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: %d\r\nConnection: close\r\n" % len(BODY)
KEPT = HEAD + b'Cache-Control: public, max-age=3600\r\nETag: "a"\r\nVary: Accept-Encoding\r\n\r\n' + BODY


def installed(kind: str) -> str:
    if program({"varnish": "varnishd"}.get(kind, kind)) is None:
        pytest.skip(f"{kind} is not installed")
    return kind


def cache_of(answer: Answer) -> str | None:
    return dict(answer.fields).get("x-cache")


def kept(server: Server, target: str, method: str = "GET", **headers: str) -> Answer:
    """Request something twice, after which nginx keeps it too; return the answer that is kept."""
    answers = [ask(server, target, method, **headers) for _ in range(2)]
    assert cache_of(answers[0]) == "MISS"
    return answers[1]
