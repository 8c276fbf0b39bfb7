"""The service in this process, without a port: for tests of what it answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
from lxml import html

from api.application import create_app
from api.context import Service
from api.data.snapshot import Database
from api.endpoints import ENDPOINTS
from tests.support.own import build_own

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment


class Site:
    """A service and a client for it."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client

    def get(self, path: str, **headers: str) -> httpx.Response:
        """Send a request; ``If_None_Match="*"`` is a header."""
        return self.client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def json(self, path: str) -> Any:
        """Return the body of a successful JSON response."""
        response = self.get(path)
        assert response.status_code == 200, response.text
        return response.json()

    def page(self, path: str) -> Any:
        """Return the HTML document at a path."""
        response = self.get(path)
        assert (response.status_code, response.headers["content-type"]) == (200, "text/html; charset=utf-8"), response.text
        return html.document_fromstring(response.text)


@contextmanager
def serving(database: Path, base_url: str | None = None, templates: Path | None = None) -> Iterator[Site]:
    """Serve a database."""
    application = create_app(Service(Database(database), ENDPOINTS, base_url, templates))

    def as_a_server(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        # PEP 3333 has the bytes of the path as Latin-1; httpx has the decoded text.
        environ["PATH_INFO"] = environ["PATH_INFO"].encode().decode("latin-1")
        return application(environ, start_response)

    transport = httpx.WSGITransport(as_a_server)
    with httpx.Client(transport=transport, base_url="http://localhost", headers={"Accept-Encoding": "identity"}) as client:
        yield Site(client)


@contextmanager
def serving_edited(folder: Path, edit: Callable[[Path], None]) -> Iterator[Site]:
    """Serve the example after ``edit`` has changed a copy of its sources."""
    with serving(build_own(folder, edit)) as site:
        yield site
