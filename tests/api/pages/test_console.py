"""The page /api/docs, as far as it needs no browser."""

import html
import re
import shlex

from tests.conftest import BASE_URL, Server
from tests.test_readme import README, table


def commands(server: Server) -> list[str]:
    """The addresses of the commands that the page shows."""
    page = html.unescape(server.get("/api/docs").text)
    return [shlex.split(command)[1] for command in re.findall(r"<pre[^>]*>(curl .*?)</pre>", page)]


def test_each_endpoint_of_the_specification_has_a_command(server: Server) -> None:
    paths = [re.findall("`([^`]+)`", row[0])[0] for row in table(README, "endpoint")]
    shown = [address.removeprefix(BASE_URL).partition("?")[0] for address in commands(server)]
    assert [re.sub("/publications/10.*", "/publications/{doi}", path) for path in shown] == paths


def test_each_command_finds_something(server: Server) -> None:
    statuses = {address: server.get(address.removeprefix(BASE_URL)).status_code for address in commands(server)}
    assert [*statuses.values()] == [200] * 10, statuses
