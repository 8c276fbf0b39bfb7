"""The console at /api/docs in a real browser: every endpoint of the description is there, and can be tried."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.conftest import Server
from tests.support.browser import Seen, chromium, needs_chromium, watched

pytestmark = needs_chromium


@pytest.fixture(scope="module")
def console(server: Server) -> Iterator[tuple[Page, Seen]]:
    """The console with the example; nothing may have gone wrong in the end, and nobody else been asked."""
    with chromium() as browser:
        page = browser.new_page()
        seen = watched(page)
        page.goto(f"{server.address}/api/docs")
        expect(page.locator(".opblock").first).to_be_visible()
        yield page, seen
        # It tells what cannot be found on the console as well.
        assert [fault for fault in seen.errors if "404" not in fault and "400" not in fault] == []
        assert [address for address in seen.requests if not address.startswith((f"{server.address}/", "data:", "blob:"))] == []


def opened(page: Page, operation: str, **values: str) -> Locator:
    """Try an operation: the block of the page that shows it with its answer."""
    block = page.locator(f"#operations-{operation}")
    if "is-open" not in (block.get_attribute("class") or ""):
        block.locator("button.opblock-summary-control").click()
    for name, value in values.items():
        field = block.locator(f'tr[data-param-name="{name}"]').locator("input, select").first
        if field.evaluate("element => element.localName") == "select":
            field.select_option(value)
        else:
            field.fill(value)
    block.get_by_role("button", name="Execute").click()
    expect(block.locator(".live-responses-table .response").first).to_be_visible()
    return block


def tried(page: Page, operation: str, **values: str) -> tuple[str, Any]:
    """Try an operation: the status and the body that the console shows, which must be JSON."""
    answer = opened(page, operation, **values).locator(".live-responses-table .response").first
    status = answer.locator(".response-col_status").inner_text().split()[0]
    return status, json.loads(answer.locator("pre").first.inner_text())


def test_it_takes_few_requests(console: tuple[Page, Seen], server: Server) -> None:
    _, seen = console
    first = [address.removeprefix(server.address).partition("?")[0] for address in seen.requests if address.startswith("http")][
        :4
    ]
    assert first == ["/api/docs", "/assets/console.css", "/assets/console.js", "/api/openapi.json"]


def test_every_operation_is_there(console: tuple[Page, Seen], server: Server) -> None:
    page, _ = console
    paths = server.json("/api/openapi.json")["paths"]
    wanted = {
        f"operations-{operation['tags'][0]}-{operation['operationId']}"
        for methods in paths.values()
        for operation in methods.values()
    }
    assert {block.get_attribute("id") for block in page.locator(".opblock").all()} == wanted


def test_every_operation_can_be_tried(console: tuple[Page, Seen], server: Server) -> None:
    """With what it needs and nothing else, each shows the status that its address gives."""
    page, _ = console
    needed = {"doi": "10.5555/msk.2021.001", "name": "style.css"}
    shown, expected = {}, {}
    for path, methods in server.json("/api/openapi.json")["paths"].items():
        for method, operation in methods.items():
            identity = f"{operation['tags'][0]}-{operation['operationId']}"
            values = {
                parameter["name"]: needed[parameter["name"]]
                for parameter in operation.get("parameters", ())
                if parameter["required"]
            }
            block = opened(page, identity, **values)
            expect(block.locator(".loading-container")).to_have_count(0)
            shown[identity] = block.locator(".live-responses-table .response-col_status").nth(1).inner_text().split()[0]
            address = path.format(**{name: quote(value, safe="") for name, value in values.items()})
            block.locator("button.opblock-summary-control").click()  # closed again, it takes no time
            expected[identity] = str(server.client.request(method, address).status_code)
    assert len(expected) > 30
    assert shown == expected


def test_a_list_is_tried(console: tuple[Page, Seen], server: Server) -> None:
    page, _ = console
    shown = tried(page, "API-listPublications", q="nerve", year="2021", limit="5", sort="title", fields="title")
    assert shown == ("200", server.json("/api/publications?q=nerve&year=2021&limit=5&sort=title&fields=title"))


def test_a_doi_is_tried(console: tuple[Page, Seen], server: Server) -> None:
    """With its slash; one that there is, and one that there is not."""
    page, _ = console
    for doi, status in (("10.5555/msk.2021.001", "200"), ("10.5555/none", "404")):
        expected = server.get(f"/api/publications/{quote(doi, safe='')}").json()
        assert tried(page, "API-getPublication", doi=doi) == (status, expected)


@pytest.mark.parametrize(
    ("operation", "path"),
    [
        ("API-getIndex", "/api"),
        ("API-getProfile", "/api/profile"),
        ("API-getClinic", "/api/clinic"),
        ("API-getResearch", "/api/research"),
        ("API-listServices", "/api/services"),
        ("API-countPublications", "/api/publications/facets?limit=100"),
        ("Site-authorize", "/oauth/authorize"),
    ],
)
def test_an_endpoint_is_tried(console: tuple[Page, Seen], server: Server, operation: str, path: str) -> None:
    """What the console shows is what the endpoint answers."""
    page, _ = console
    answer = server.get(path)
    assert tried(page, operation) == (str(answer.status_code), answer.json())
