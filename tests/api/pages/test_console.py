"""What the page /api/docs shows before its script runs."""

import html
import re
import shlex
from pathlib import Path

from tests.conftest import BASE_URL, Server
from tests.support.markup import links
from tests.support.messages import HEADER
from tests.support.site import Site, serving_list


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


def test_it_has_the_navigation_and_the_fonts_of_the_pages(site: Site) -> None:
    assert links(site.page("/api/docs"), "//nav/a") == links(site.page("/cv"), "//header[@class='site']//a[not(@hreflang)]")
    rules = [re.findall("@font-face{.*}", site.get(f"/assets/{name}.css").text) for name in ("console", "style")]
    assert rules[0] == rules[1] != []


def test_without_publications_it_does_not_offer_to_embed_the_list(site: Site, tmp_path: Path) -> None:
    none = serving_list(tmp_path, HEADER.split(","), [])
    assert [bool(each.page("/api/docs").xpath("//main//a[@href='/embed']")) for each in (site, none)] == [True, False]
