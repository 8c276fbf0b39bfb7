"""Nothing of a request stays in memory, except in the cache, which is bounded in bytes."""

import gc
import logging
import tracemalloc
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from falcon.testing import TestClient, create_environ

from api.context import Context
from api.endpoint import Endpoint
from api.errors import STATUS_OF
from api.http.cache import KEY_OVERHEAD_BYTES, MAX_SHARE, RESPONSE_OVERHEAD_BYTES, CacheLookup, ResponseCache
from api.http.response import CACHEABLE, JSON, FinishedResponse, Representation, finish
from db.file_format import SlowQueryError
from tests.support.site import client_of

KIB = 1024


def fail(context: Context) -> Representation:
    raise RuntimeError


def take_too_long(context: Context) -> Representation:
    raise SlowQueryError


FAILING = (Endpoint("/api/fails", fail, "Fails."), Endpoint("/api/endless", take_too_long, "Takes too long."))
# Requests with the code of their error.
ERRORS = {
    "GET /api/publications?limit=x": "invalid_parameter",
    "GET /api/publications?year=2020&year_from=2021": "invalid_parameter",
    "GET /api/publications?nothing=1": "unknown_parameter",
    "GET /oauth/authorize": "unsupported_response_type",
    "POST /oauth/token": "unsupported_grant_type",
    "GET /api/clinic": "not_found",
    "GET /api/publications/10.5555%2Fnone": "not_found",
    "GET /assets/none": "not_found",
    "GET /nothing": "not_found",
    "POST /api": "method_not_allowed",
    "GET /api/fails": "internal_error",
    "GET /api/endless": "query_timeout",
    "GET /api/profile": "service_unavailable",
}
BROWSER = {"Accept": "text/html"}


def send(client: TestClient, method: str, target: str, headers: dict[str, str]) -> None:
    """Send a request without the client's own work, which takes longer than the response."""
    path, _, query = target.partition("?")
    environ = create_environ(path, query, method=method, headers=headers)
    for _ in client.app(environ, lambda *_: lambda _: None):
        pass


def growth(request: Callable[[], object], times: int) -> tuple[int, int]:
    """How many more contexts and bytes are in memory after many requests. A first round fills the caches."""
    for _ in range(10):
        request()
    gc.freeze()  # the objects before, of all tests, which would be looked at each time
    tracemalloc.start()
    try:
        for _ in range(times):
            request()
        return contexts(), tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


def contexts() -> int:
    gc.collect()
    return sum(isinstance(each, Context) for each in gc.get_objects())


@pytest.fixture
def no_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """The records of the log, which pytest keeps, hold exceptions."""
    monkeypatch.setattr(logging.root.manager, "disable", logging.CRITICAL)


def test_every_error_is_asked_for() -> None:
    assert {*ERRORS.values()} == {*STATUS_OF}


@pytest.mark.usefixtures("no_log")
@pytest.mark.parametrize(("target", "headers"), [*((target, {}) for target in ERRORS), ("GET /nothing", BROWSER)])
def test_an_error_leaves_nothing(resident_database: Path, target: str, headers: dict[str, str]) -> None:
    """An exception that outlives its request would hold the frames that it passed, with the context and the snapshot."""
    method, _, path = target.partition(" ")
    is_missing = ERRORS[target] == "service_unavailable"
    client = client_of(resident_database.with_name("none.db") if is_missing else resident_database, *FAILING)
    assert client.simulate_request(method, path).json["error"] == ERRORS[target]
    kept, size = growth(partial(send, client, method, path, headers), 100)
    assert kept == 0
    assert size < 50 * KIB


@pytest.mark.parametrize("name", ["Accept", "Accept-Encoding", "If-None-Match", "Cookie", "Content-Type", "User-Agent"])
def test_a_header_leaves_nothing(resident_database: Path, name: str) -> None:
    """Of 40 headers, each of 100 KB and different from the others, as an attacker sends them."""
    client, numbers = client_of(resident_database), count()
    _, size = growth(lambda: send(client, "GET", "/api/profile", {name: f"{next(numbers)}{'x' * 100_000}"}), 40)
    assert size < 500 * KIB


@pytest.mark.parametrize(
    "target",
    [
        "/api/publications/{}",
        "/{}",
        *(f"/api/publications?{name}={{}}" for name in ("author", "q", "journal", "keywords", "doi")),
    ],
)
def test_a_value_leaves_nothing(resident_database: Path, target: str) -> None:
    """Besides the response, whose cache is bounded in bytes."""
    client, numbers = client_of(resident_database, cache_bytes=0), count(10)
    _, size = growth(lambda: send(client, "GET", target.format(f"10.5555/{'x+' * 90}{next(numbers)}"), {}), 100)
    assert size < 250 * KIB


def response(size: int, char: str = "x") -> FinishedResponse:
    return FinishedResponse({}, char.encode() * size)


@pytest.fixture
def cache() -> ResponseCache:
    """A cache with room for 20 responses of 10 KiB under keys of one character."""
    return ResponseCache(20 * (10 * KIB + RESPONSE_OVERHEAD_BYTES + KEY_OVERHEAD_BYTES + 1))


def test_the_least_recently_used_response_is_dropped_first(cache: ResponseCache) -> None:
    for key in "abcdefghijklmnopqrst":
        cache.put(key, response(10 * KIB, key))
    assert cache.get("a") == response(10 * KIB, "a")
    cache.put("u", response(10 * KIB))
    assert [key for key in "abcu" if cache.get(key)] == ["a", "c", "u"]


def test_a_response_put_again_replaces_the_first(cache: ResponseCache) -> None:
    for _ in range(100):
        cache.put("a", response(10 * KIB, "1"))
        cache.put("a", response(10 * KIB, "2"))
    assert cache.get("a") == response(10 * KIB, "2")
    assert cache.used == 10 * KIB + RESPONSE_OVERHEAD_BYTES + KEY_OVERHEAD_BYTES + len("a")


def test_a_response_counts_once_however_many_requests_it_answers(cache: ResponseCache) -> None:
    cache.put("a", response(10 * KIB))
    for key in "bcb":
        cache.link(key, "a")
    assert cache.used == 10 * KIB + RESPONSE_OVERHEAD_BYTES + 3 * (KEY_OVERHEAD_BYTES + 1)
    for key in "abc":
        cache.drop(key)
    assert cache.used == 0


def test_a_response_stays_while_a_key_refers_to_it(cache: ResponseCache) -> None:
    cache.put("a", response(10 * KIB))
    cache.link("b", "a")
    cache.drop("a")
    cache.link("c", "a")
    assert [cache.get(key) for key in "abc"] == [None, response(10 * KIB), None]


@pytest.mark.parametrize(
    ("max_bytes", "size", "kept"),
    [
        (int(100 * KIB / MAX_SHARE), 100 * KIB - RESPONSE_OVERHEAD_BYTES, True),
        (int(100 * KIB / MAX_SHARE), 100 * KIB - RESPONSE_OVERHEAD_BYTES + 1, False),
        (0, 0, False),  # PROFILE_CACHE_MB=0
    ],
)
def test_a_response_larger_than_its_share_is_not_kept(max_bytes: int, size: int, kept: bool) -> None:
    cache = ResponseCache(max_bytes)
    cache.put("a", response(size))
    assert (cache.get("a") is not None) is kept


def test_the_bound_holds_for_the_memory_that_python_takes() -> None:
    """Even if every response has almost no body: headers, keys and Python's own objects count too."""
    max_bytes = 4 << 20
    body = b'{\n  "count": 0,\n  "publications": []\n}'
    tracemalloc.start()
    try:
        cache = ResponseCache(max_bytes)
        for number in range(3000):
            key = ("/api/publications", f"year={10**19 + number}", False, False)
            headers = {"cache-control": CACHEABLE, "x-total-count": "0"}
            cache.put(key, finish(Representation(bytes(bytearray(body)), JSON, headers)))
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(cache.entries) > 500
    assert taken < max_bytes


def test_the_bound_holds_for_requests_with_ignored_parameters(example_database: Path) -> None:
    """Each reader has a link with another tag."""
    max_bytes, numbers = 1 << 20, count()
    client = client_of(example_database, cache_bytes=max_bytes)
    _, size = growth(lambda: send(client, "GET", f"/he/cv.md?tag={next(numbers)}", {}), 3000)
    assert isinstance(client.app, CacheLookup)
    assert len({id(entry) for entry in client.app.cache.entries.values()}) == 1
    assert 500 < len(client.app.cache.entries) < 3000
    assert size < max_bytes
