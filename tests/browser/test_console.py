"""The console at /api/docs in a real browser."""

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.conftest import Server
from tests.support.browser import Seen, needs_chromium, watched

pytestmark = needs_chromium


@pytest.fixture(scope="module")
def console(browser: Browser, server: Server) -> Iterator[tuple[Page, Seen]]:
    with browser.new_page() as page:
        seen = watched(page)
        page.goto(f"{server.address}/api/docs")
        expect(page.locator(".opblock").first).to_be_visible()
        yield page, seen
        assert [error for error in seen.errors if "404" not in error] == []
        assert [url for url in seen.requests if not url.startswith((f"{server.address}/", "data:", "blob:"))] == []


def execute(page: Page, operation: str, **values: str) -> Locator:
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
    expect(block.locator(".loading-container")).to_have_count(0)
    expect(block.locator(".live-responses-table .response").first).to_be_visible()
    return block


def response(block: Locator) -> tuple[str, Any]:
    row = block.locator(".live-responses-table .response").first
    return row.locator(".response-col_status").inner_text().split()[0], json.loads(row.locator("pre").first.inner_text())


def test_the_console_lists_the_operations_of_the_api(console: tuple[Page, Seen], server: Server) -> None:
    page, seen = console
    loaded = [url.removeprefix(server.address).partition("?")[0] for url in seen.requests if url.startswith("http")]
    assert {"/assets/console.css", "/assets/console.js", "/api/openapi.json"} < set(loaded)
    operations = [operation for path in server.json("/api/openapi.json")["paths"].values() for operation in path.values()]
    blocks = {block.get_attribute("id") for block in page.locator(".opblock").all()}
    assert blocks == {f"operations-{operation['tags'][0]}-{operation['operationId']}" for operation in operations}


def test_each_request_is_shown_with_the_beginning_of_its_answer(console: tuple[Page, Seen], server: Server) -> None:
    answers = console[0].locator("[data-answer]")
    expect(console[0].locator("[data-answer]:empty")).to_have_count(0)
    shown = {answer.get_attribute("data-answer") or "": answer.inner_text() for answer in answers.all()}
    assert len(shown) == 10
    uptime = re.compile(r'"(ts|uptime)": .*')
    expected = {path: uptime.sub("", beginning(server.get(path).text)) for path in shown}
    assert {path: uptime.sub("", text) for path, text in shown.items()} == expected


def beginning(text: str) -> str:
    lines = text.split("\n")
    return "\n".join([*lines[:12], *(["…"] if len(lines) > 12 else [])])


def test_a_list_is_requested(console: tuple[Page, Seen], server: Server) -> None:
    block = execute(console[0], "API-listPublications", q="nerve", year="2021", limit="5", sort="title", fields="title")
    expected = server.json("/api/publications?q=nerve&year=2021&limit=5&sort=title&fields=title")
    assert response(block) == ("200", expected)


def test_a_doi_is_requested(console: tuple[Page, Seen], server: Server) -> None:
    """The slash of the DOI is encoded; an error is shown as the API answers it."""
    for doi, status in (("10.5555/msk.2021.001", "200"), ("10.5555/none", "404")):
        expected = server.get(f"/api/publications/{quote(doi, safe='')}").json()
        assert response(execute(console[0], "API-getPublication", doi=doi)) == (status, expected)
