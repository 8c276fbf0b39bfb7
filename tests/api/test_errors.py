"""Whatever is raised, wherever: the answer is an error in the one shape, and shows nothing of the exception."""

from __future__ import annotations

import builtins
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.api.http.test_middleware import client_of
from tests.conftest import Server
from tests.support.load import Client, shipped_with
from tests.support.wire import Answer, refused

SECRET = "secret: /etc/passwd, select * from site"  # noqa: S105
# A function of each layer, and a request that gets there.
LAYERS = {
    "api.resource.read_query": "/api/services",
    "api.data.snapshot.Database.snapshot": "/api/profile",
    "api.data.store.Store.row": "/api/publications?limit=1",
    "api.handlers.publications.formatted": "/api/publications",
    "api.pages.page.render": "/",
    "api.http.middleware.CachingMiddleware.cache_key": "/api/profile",
    "api.http.middleware.finish": "/api/profile",
    "api.http.middleware.ResponseCache.get": "/api/profile",
    "api.http.middleware.ResponseCache.put": "/api/profile",
    "api.application.prefers_html": "/nothing",
}
# Problems outside the handlers as the server meets them, one at each path.
CHANGE = """
from api import application
from api.context import Endpoint
from api.http import middleware
from api.http.response import Representation
def exits(context):
    raise SystemExit(1)
def forges(context):
    return Representation(b"", headers={"Link": "</>\\r\\nForged: yes"})
def failing(response, **options):
    if b"bookingLinks" in response.body:
        raise ValueError("in the middleware")
    return finish(response, **options)
finish, middleware.finish = middleware.finish, failing
application.ENDPOINTS += tuple(Endpoint(f"/api/{each.__name__}", each, "Fails.") for each in (exits, forges))
"""


def exceptions() -> Iterator[BaseException]:
    """One of each class of Python's and SQLite's exceptions."""
    unusual: dict[type, tuple[object, ...]] = {
        UnicodeDecodeError: ("utf-8", SECRET.encode(), 0, 1, SECRET),
        UnicodeEncodeError: ("utf-8", SECRET, 0, 1, SECRET),
        UnicodeTranslateError: (SECRET, 0, 1, SECRET),
        BaseExceptionGroup: (SECRET, [KeyboardInterrupt(SECRET)]),
        ExceptionGroup: (SECRET, [ValueError(SECRET)]),
    }
    found = [each for each in (*vars(builtins).values(), *vars(sqlite3).values()) if isinstance(each, type)]
    for each in [each for each in found if issubclass(each, BaseException)]:
        yield each(*unusual.get(each, (SECRET,)))


@pytest.mark.parametrize("layer", LAYERS)
def test_every_exception_in_every_layer(
    example_database: Path, layer: str, monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    """Those of the database are 503, all others 500."""

    def fail(*arguments: object, **options: object) -> None:
        raise failure

    with client_of(example_database) as client:
        monkeypatch.setattr(layer, fail)
        for failure in exceptions():
            with subtests.test(failure=failure):
                result = client.simulate_get(LAYERS[layer])
                answer = Answer(result.status_code, tuple(result.headers.items()), result.content)
                if isinstance(failure, sqlite3.DatabaseError):
                    description = refused(answer, 503, "service_unavailable", **{"retry-after": "5"})
                else:
                    description = refused(answer, 500, "internal_error")
                assert "secret" not in description


def test_the_server_adds_no_error_of_its_own(
    serve: Callable[..., Server], example_database: Path, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    """HEAD has the headers alone; others are answered."""
    server = serve(example_database, command=shipped_with(tmp_path, CHANGE))
    with Client(server.port) as client:
        for path in ("/api/exits", "/api/forges", "/api/clinic"):
            with subtests.test(path=path):
                answer = client.get(path)
                assert refused(answer, 500, "internal_error") == "Unexpected error in the service. It was logged."
                assert client.head(path).headers == answer.headers
    assert server.get("/api/profile").status_code == 200
