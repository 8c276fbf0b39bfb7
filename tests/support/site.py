"""The service in this process, without a port: for tests of what it answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
from falcon.testing import TestClient
from lxml import html
from markdown_it import MarkdownIt

from api.application import create_app
from api.context import Application
from api.endpoint import Endpoint
from api.routes import ENDPOINTS
from bench.synthetic import write_csv
from db.snapshot import Database
from tests.support.messages import write_clinic
from tests.support.own import build_own

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment


class Site:
    def __init__(self, client: httpx.Client) -> None:
        self.client = client

    def get(self, path: str, **headers: str) -> httpx.Response:
        """Send a request; ``If_None_Match="*"`` is a header."""
        return self.client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def json(self, path: str) -> Any:
        response = self.get(path)
        assert response.status_code == 200, response.text
        return response.json()

    def page(self, path: str) -> Any:
        response = self.get(path)
        assert (response.status_code, response.headers["content-type"]) == (200, "text/html; charset=utf-8"), response.text
        return html.document_fromstring(response.text)

    def markdown(self, path: str) -> Any:
        response = self.get(path, Accept="text/markdown")
        assert (response.status_code, response.headers["content-type"]) == (200, "text/markdown; charset=utf-8")
        return html.document_fromstring(MarkdownIt("commonmark").enable("table").render(response.text))


def serving(database: Path, base_url: str | None = None, templates: Path | None = None, *, is_static: bool = False) -> Site:
    application = create_app(Application(Database(database), ENDPOINTS, base_url, templates, is_static=is_static))

    def as_a_server(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        # PEP 3333 has the bytes of the path as Latin-1; httpx has the decoded text.
        environ["PATH_INFO"] = environ["PATH_INFO"].encode().decode("latin-1")
        return application(environ, start_response)

    transport = httpx.WSGITransport(as_a_server)
    return Site(httpx.Client(transport=transport, base_url="http://localhost", headers={"Accept-Encoding": "identity"}))


def client_of(database: Path | Database, *more: Endpoint, cache_bytes: int = 32 << 20) -> TestClient:
    """A client of a service in this process, with additional endpoints."""
    opened = Database(database) if isinstance(database, Path) else database
    return TestClient(create_app(Application(opened, (*ENDPOINTS, *more)), cache_bytes=cache_bytes))


def serving_edited(folder: Path, edit: Callable[[Path], None]) -> Site:
    return serving(build_own(folder, edit))


def serving_clinic(folder: Path, text: str) -> Site:
    return serving_edited(folder, lambda sources: write_clinic(sources, text))


def serving_list(folder: Path, header: list[str], rows: Iterable[list[Any]]) -> Site:
    return serving_edited(folder, lambda sources: write_csv(sources / "publications.csv", header, rows))
