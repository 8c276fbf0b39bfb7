"""The cache: bounded in bytes, least recently used first out."""

import tracemalloc

import pytest

from api.http.cache import MAX_SHARE, OVERHEAD, ResponseCache
from api.http.response import CACHEABLE, JSON, Response, finish

KIB = 1024


def response(size: int, char: str = "x") -> Response:
    return Response({}, char.encode() * size)


@pytest.fixture
def cache() -> ResponseCache:
    """A cache with room for 20 responses of 10 KiB under keys of one character."""
    return ResponseCache(20 * (10 * KIB + OVERHEAD + 1))


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
    assert cache.used == 10 * KIB + OVERHEAD + len("a")


@pytest.mark.parametrize(
    ("max_bytes", "size", "kept"),
    [
        (int(100 * KIB / MAX_SHARE), 100 * KIB - OVERHEAD - 1, True),
        (int(100 * KIB / MAX_SHARE), 100 * KIB - OVERHEAD, False),
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
            headers = {"content-type": JSON, "cache-control": CACHEABLE, "x-total-count": "0"}
            cache.put(key, finish(headers, bytes(bytearray(body)), gzip_accepted=False))
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(cache.entries) > 500
    assert taken < max_bytes
