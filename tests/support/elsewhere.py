"""A server on this machine with the public documents of a person."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.support.department import paper
from tests.support.waiting import in_background

PROFILE = {"name": "Sam Cohen", "specialty": "Neurology", "positions": ["Neurologist"]}
PAPER = paper(landingPage="https://sam.example.org/publications/1")
SITE: dict[str, Any] = {
    "/api/profile.json": PROFILE,
    "/api/publications.json": {"count": 1, "total": 1, "publications": [PAPER]},
    "/api/services.json": {"services": [{"name": "Advice"}]},
}
READ: dict[str, Any] = {"profile": PROFILE, "publications": [PAPER], "clinic": {}, "services": [{"name": "Advice"}]}


@contextmanager
def serve(site: dict[str, Any]) -> Iterator[str]:
    """Serve JSON, bytes, or what a function of the handler does, by path; the rest is 404."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            url = urlsplit(self.path)
            answer = site.get(url.path)
            if callable(answer):
                answer(self, parse_qs(url.query))
                return
            self.send_response(404 if answer is None else 200)
            self.end_headers()
            self.wfile.write(answer if isinstance(answer, bytes) else json.dumps(answer).encode())

        def log_message(self, *_: Any) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    with in_background(server):
        yield f"http://127.0.0.1:{server.server_port}/"
