"""Exceptions become errors in the one shape; the process imports no more than it needs; addresses and settings."""

from functools import cached_property
from itertools import product
from pathlib import Path

import pytest

from api.application import log_setup
from api.context import Application, Context
from api.endpoint import Endpoint
from api.http.response import Representation
from api.routes import ENDPOINTS
from api.settings import Settings, from_environment
from api.site.site_files import static_application
from db.file_format import DatabaseError
from db.snapshot import Database, Snapshot
from db.store import Store
from tests.conftest import WAITRESS, Run, run_python
from tests.support.site import client_of, serving
from tests.support.wire import READING, Answer, refused

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
SECRET = "secret: /etc/passwd, select * from site"  # noqa: S105
UNEXPECTED = "Unexpected error in the service. It was logged."
# A function of each layer, and a request that gets there.
LAYERS = {
    "api.resource.read_query": "/api/services",
    "db.store.Store.row": "/api/publications?limit=1",
    "api.data.publications.represent": "/api/publications",
    "api.pages.page.render": "/",
    "api.resource.finish": "/api/profile",
    "api.http.cache.ResponseCache.put": "/api/profile",
}


@pytest.mark.parametrize(("layer", "kind"), [*product(LAYERS, (RuntimeError, DatabaseError))], ids=str)
def test_an_exception_in_any_layer(
    example_database: Path, layer: str, kind: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of it is shown: 503 for one of the database, 500 for any other."""

    def fail(*arguments: object, **options: object) -> None:
        raise kind(SECRET)

    client = client_of(example_database)
    monkeypatch.setattr(layer, fail)
    result = client.simulate_get(LAYERS[layer])
    answer = Answer(result.status_code, tuple(result.headers.items()), result.content)
    if kind is DatabaseError:
        description = refused(answer, 503, "service_unavailable", **{"retry-after": "5"})
        assert description == "The database cannot be read. Try again in a moment."
    else:
        assert refused(answer, 500, "internal_error") == UNEXPECTED


def test_requests_leave_the_data_that_they_share_as_it_is(example_database: Path) -> None:
    database = Database(example_database)
    client = client_of(database, cache_bytes=0)
    assert {client.simulate_get(path).status_code for path in READING} == {200}
    names = [name for name, value in vars(Store).items() if isinstance(value, cached_property)]
    used, fresh = database.snapshot().store, Snapshot(example_database).store
    assert [getattr(used, name) for name in names] == [getattr(fresh, name) for name in names]


def endless(context: Context) -> Representation:
    context.store.all("with recursive numbers(n) as (select 1 union all select n + 1 from numbers) select count(*) from numbers")
    return Representation(b"{}")


def test_a_query_that_takes_too_long_is_stopped(example_database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("db.store.QUERY_SECONDS", 0.05)
    client = client_of(example_database, Endpoint("/api/endless", endless, "Runs."))
    answers = [client.simulate_get(path) for path in ("/api/endless", "/api/profile", "/api/endless")]
    assert [answer.status_code for answer in answers] == [504, 200, 504]
    advice = "The query took too long. Add a filter, or shorten the search text."
    assert answers[0].json == {"error": "query_timeout", "error_description": advice}
    assert answers[0].headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("path", "advice"),
    [
        ("/he/publication", "Did you mean /he/publications?"),
        ("/api/authors", "Did you mean /api/publications/facets?"),
        ("/docs", "Did you mean /api/docs?"),
        ("/admin", "The endpoints are listed at /api."),
        (f"/{'publications' * 5000}", "The endpoints are listed at /api."),
    ],
    ids=lambda text: text[:20],
)
def test_the_nearest_address_is_suggested(example_database: Path, path: str, advice: str) -> None:
    """Spelled alike, or what other services call it."""
    answer = client_of(example_database).simulate_get(path)
    assert answer.json["error_description"] == f'There is nothing at "{path[:100]}". {advice}'


def test_an_error_page_that_fails_becomes_json(example_database: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The owner may have replaced its template."""
    (tmp_path / "error.html").write_text("{{ nothing.nothing.nothing }}")
    answer = serving(example_database, templates=tmp_path).get("/nothing", **BROWSER)
    assert (answer.status_code, answer.json()["error"]) == (404, "not_found")
    assert caplog.messages == ["Cannot render the error page"]


def test_it_imports_no_pipeline_library(example_database: Path) -> None:
    """Neither Frictionless nor its dependencies, once every endpoint has answered; Jinja2 only for pages and the feed.

    The parser of Markdown is imported with the first document that has its text, Typst by another process.
    """
    program = """
import sys
from falcon.testing import TestClient
from api import app
from api.routes import ENDPOINTS
client = TestClient(app)
heavy = {"PIL", "frictionless", "jsonschema", "yaml", "tzdata", "pydantic"}
heavy |= {"sqlite_utils", "db.write", "db.schema", "db.atomic"}
heavy |= {"jinja2", "markdown_it", "typst", "flask", "flask_swagger_ui", "httpx", "httpcore", "fontTools", "brotli"}
every = [endpoint.path for endpoint in ENDPOINTS]
in_api = [endpoint.path for endpoint in ENDPOINTS if endpoint.in_api]
for asked in (["/api", "/api/profile"], in_api, every):
    statuses = {client.simulate_get(path).status_code for path in asked}
    print(sorted(statuses), sorted(heavy & set(sys.modules)))
"""
    done = run_python("-c", program, PROFILE_DB=str(example_database))
    imported = ["[200] []", "[200, 404] ['jinja2', 'markdown_it']", "[200, 400, 404] ['jinja2', 'markdown_it']"]
    assert done.out.splitlines() == imported, done.err


DOI = "10.5555/msk.2021.001"
PUBLICATION = "/api/publications/{doi}"
ADDRESSES = [
    ("/he/cv", {}, "/he/cv", "/he/cv/"),
    ("/publications", {"year": 2021, "q": "a b"}, "/publications?year=2021&q=a+b", "/publications/?year=2021&q=a+b"),
    ("/publications/{doi}", {"doi": DOI}, "/publications/10.5555%2Fmsk.2021.001", f"/publications/{DOI}/"),
    ("/api", {}, "/api", "/api/index.json"),
    ("/api/docs", {}, "/api/docs", "/api/docs/"),
    ("/api/profile", {}, "/api/profile", "/api/profile.json"),
    ("/api/publications", {"limit": 5}, "/api/publications?limit=5", "/api/publications.json"),
    (PUBLICATION, {"doi": DOI}, "/api/publications/10.5555%2Fmsk.2021.001", f"/api/publications/{DOI}.json"),
    (PUBLICATION, {"doi": "key", "format": "csl"}, "/api/publications/key?format=csl", "/api/publications/key.csl.json"),
    ("/assets/{name}", {"name": "style.css"}, "/assets/style.css", "/assets/style.css"),
]


@pytest.mark.parametrize(("path", "values", "address", "static"), ADDRESSES)
def test_addresses_of_a_server_and_of_files(tmp_path: Path, path: str, values: dict[str, str], address: str, static: str) -> None:
    application = Application(Database(tmp_path / "profile.db"), ENDPOINTS)
    assert application.address(path, values) == address
    assert static_application(application).address(path, values) == static


ADDRESS = "an address such as https://profile.example.org"
BAD = [
    ("PROFILE_BASE_URL", "profile.example.org", ADDRESS),
    ("PROFILE_BASE_URL", "https://example.org/?q", ADDRESS),
    ("PROFILE_CACHE_MB", "-1", "a whole number of MiB such as 32; 0 turns the cache off"),
    ("PROFILE_CACHE_MB", "1.5", "a whole number of MiB such as 32; 0 turns the cache off"),
    ("PROFILE_ACCESS_LOG", "yes", "1 (log every request) or 0"),
    ("PROFILE_TEMPLATES", "/nowhere", "a folder of templates, see api/templates/README.md"),
]
# Every submodule, then every way to the application.
PROGRAM = """
import importlib, os, pkgutil, api
for module in pkgutil.walk_packages(api.__path__, "api."):
    if module.name != "api.__main__":
        importlib.import_module(module.name)
print("imported", "app" in vars(api))
del os.environ["PROFILE_BASE_URL"]
from api import app
print(callable(app), importlib.import_module("api").app is app)
"""


def test_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty variable counts as not set."""
    defaults = Settings(Path("db/profile.db"), None, 32 << 20, access_log=False, templates=None)
    assert from_environment() == defaults
    for name in ("DB", "BASE_URL", "CACHE_MB", "ACCESS_LOG", "TEMPLATES"):
        monkeypatch.setenv(f"PROFILE_{name}", "")
    assert from_environment() == defaults


def test_all_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    values = {"DB": "x.db", "BASE_URL": "https://example.org/a/", "CACHE_MB": "1", "ACCESS_LOG": "1", "TEMPLATES": str(tmp_path)}
    for name, value in values.items():
        monkeypatch.setenv(f"PROFILE_{name}", value)
    assert from_environment() == Settings(Path("x.db"), "https://example.org/a", 1 << 20, access_log=True, templates=tmp_path)


@pytest.mark.parametrize(("name", "value", "accepted"), BAD)
def test_a_bad_value_is_one_sentence(monkeypatch: pytest.MonkeyPatch, name: str, value: str, accepted: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit) as ended:
        from_environment()
    assert ended.value.code == f'{name} is "{value}". It must be {accepted}.'


def test_a_bad_setting_ends_a_wsgi_server() -> None:
    done = run_python(*(part.format(port=1) for part in WAITRESS), PROFILE_BASE_URL="example.org")
    assert done.code != 0
    assert f'PROFILE_BASE_URL is "example.org". It must be {ADDRESS}.\n' in done.err
    assert "Traceback" not in done.err


ONLY_AN_EXAMPLE = "which is only an example. Set base_url in site.yaml, or PROFILE_BASE_URL."


@pytest.mark.parametrize(
    ("base_url", "expected"),
    [
        (None, [f"Absolute links begin with https://profile.example.org, {ONLY_AN_EXAMPLE}"]),
        ("https://replace.example.org", [f"Absolute links begin with https://replace.example.org, {ONLY_AN_EXAMPLE}"]),
        ("https://noa.example.net", []),
        ("https://noaexample.org", []),
    ],
    ids=["the example's address", "address of the starting files", "own address", "similar address"],
)
def test_an_address_that_is_only_an_example_is_named(
    example_database: Path, caplog: pytest.LogCaptureFixture, base_url: str | None, expected: list[str]
) -> None:
    log_setup(Application(Database(example_database), ENDPOINTS, base_url))
    assert caplog.messages == expected


def test_a_wsgi_server_says_what_is_missing(tmp_path: Path) -> None:
    """In one line, when it loads the application."""
    done = run_python("-c", "from api import app", PROFILE_DB=str(tmp_path / "missing.db"))
    advice = "Build it with make build-db or public-profile build. Until then, every response is 503.\n"
    assert done == Run(0, "", f"The database does not exist yet. {advice}")


def test_importing_builds_nothing_and_never_exits(example_database: Path) -> None:
    """Even with a bad setting; with good ones ``api:app`` is the same application each time."""
    done = run_python("-c", PROGRAM, PROFILE_BASE_URL="example.org", PROFILE_DB=str(example_database))
    assert (done.code, done.out) == (0, "imported False\nTrue True\n")
    assert done.err.count("\n") == 1  # the address of the links
