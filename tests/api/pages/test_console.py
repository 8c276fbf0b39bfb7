"""What the page /api/docs shows before its script runs."""

import html
import re
import shlex

from tests.conftest import BASE_URL, Server


def commands(server: Server) -> list[str]:
    """The addresses of the commands that the page shows."""
    page = html.unescape(server.get("/api/docs").text)
    return [shlex.split(command)[1] for command in re.findall(r"<pre[^>]*>(curl .*?)</pre>", page)]


def test_each_endpoint_of_the_specification_has_a_command(server: Server) -> None:
    assert [address.removeprefix(BASE_URL) for address in commands(server)] == [
        "/api",
        "/api/profile",
        "/api/publications?year=2025&limit=5",
        "/api/publications/10.5555%2Fmsk.2025.007",
        "/api/clinic",
        "/api/services?category=diagnostic-ultrasound",
        "/api/research",
        "/api/status",
        "/api/export.csv",
        "/api/openapi.json",
    ]


def test_each_command_finds_something(server: Server) -> None:
    statuses = {address: server.get(address.removeprefix(BASE_URL)).status_code for address in commands(server)}
    assert [*statuses.values()] == [200] * 10, statuses
