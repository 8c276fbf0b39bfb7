"""One line for each request, if the operator wants it."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.conftest import Server

LOGGED = re.compile(r'INFO:api\.access:127\.0\.0\.1 "(?P<request>[^"\n]*)" (?P<status>\d{3}) (?P<size>\d+) \d+\.\dms')


def test_each_request_is_one_line(example_database: Path, serve: Callable[..., Server]) -> None:
    """Also a request whose path contains line breaks, which would otherwise forge further lines."""
    running = serve(example_database, PROFILE_ACCESS_LOG="1")
    before = len(running.log.read_text().splitlines())
    size = len(running.get("/api/profile?x=1").content)
    running.get("/nothing%0AINFO:api.access:forged")
    running.client.request("DELETE", "/api")
    lines = running.log.read_text().splitlines()[before:]
    assert [match and (match["request"], match["status"]) for match in map(LOGGED.fullmatch, lines)] == [
        ("GET /api/profile?x=1", "200"),
        ("GET /nothing%0AINFO%3Aapi.access%3Aforged", "404"),
        ("DELETE /api", "405"),
    ]
    assert f" 200 {size} " in lines[0]


def test_a_full_queue_is_not_logged(example_database: Path, serve: Callable[..., Server]) -> None:
    """With 32 clients on four threads, waitress alone would warn about its queue at nearly every request."""
    running = serve(example_database)
    with ThreadPoolExecutor(32) as clients:
        statuses = list(clients.map(lambda _: running.get("/api/openapi.json").status_code, range(160)))
    assert statuses == [200] * 160
    assert [line for line in running.log.read_text().splitlines() if "WARNING" in line or "queue" in line] == []
