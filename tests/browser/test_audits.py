"""Audits of the pages: accessibility (axe-core), markup (html-validate), and Lighthouse."""

import json
import os
import subprocess
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import EVERY_PAGE
from tests.conftest import ROOT, Server
from tests.support.browser import CHROMIUM, FLAGS, needs_chromium

MODULES = ROOT / "tests" / "node" / "node_modules"
# The number of rules that a page obeys, and the others with their elements.
AXE = """axe.run(document, {resultTypes: ["violations"], preload: false}).then(({ passes, violations }) =>
    [passes.length, violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))])])"""
needs_node = pytest.mark.skipif(
    not MODULES.is_dir(), reason="the packages of tests/node are not installed (npm ci --prefix tests/node)"
)
pytestmark = [needs_chromium, needs_node]


def violations(page: Page) -> list[tuple[str, list[str]]]:
    if not page.evaluate("'axe' in window"):
        page.evaluate((MODULES / "axe-core" / "axe.min.js").read_text(encoding="utf-8"))
    passes, broken = page.evaluate(AXE)
    assert passes > 10
    return list(broken)


@pytest.mark.parametrize("path", EVERY_PAGE)
def test_pages_are_accessible(page: Page, server: Server, path: str) -> None:
    """On a telephone with dark and with light colors, and on a wide screen."""
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{server.address}{path}")
    if path.endswith("/publications"):
        page.locator("a.cite").first.click()
    for width, theme in ((390, "dark"), (390, "light"), (1280, "light")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        assert (width, theme, violations(page)) == (width, theme, [])


def test_the_console_is_accessible(page: Page, server: Server) -> None:
    """When it opens, and with a response in both themes; without motion: a button that fades in has too little contrast."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.goto(f"{server.address}/api/docs")
    expect(page.locator(".opblock").first).to_be_visible()
    assert violations(page) == []
    block = page.locator("#operations-API-listPublications")
    block.locator("button.opblock-summary-control").click()
    block.get_by_role("button", name="Execute").click()
    expect(block.locator(".live-responses-table").first).to_be_visible()
    assert violations(page) == []
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert violations(page) == []


def test_the_markup_is_valid(server: Server, tmp_path: Path) -> None:
    """The HTML standard as html-validate checks it."""
    (tmp_path / ".htmlvalidate.json").write_text('{"root": true, "extends": ["html-validate:standard"]}')
    paths = (*EVERY_PAGE, "/publications?q=nerve&year=2021", "/he/publications?q=no+such+words", "/api/docs")
    for path in paths:
        page = server.get(path, headers={"Accept": "text/html"})
        (tmp_path / f"{quote(path, safe='')}.html").write_text(page.text, encoding="utf-8")
    command = [str(MODULES / ".bin" / "html-validate"), "--formatter=text", "*.html"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_lighthouse(server: Server) -> None:
    """axe-core tests accessibility. The performance score depends on the machine; test_pages counts what makes a page fast."""
    assert CHROMIUM is not None
    flags = " ".join(["--headless", *FLAGS])
    # The page is loaded when its script has run.
    waits = ("pause-after-load", "pause-after-fcp", "network-quiet-threshold", "cpu-quiet-threshold")
    command = [
        str(MODULES / ".bin" / "lighthouse"),
        server.address,
        "--quiet",
        "--output=json",
        "--only-categories=best-practices,seo",
        "--disable-full-page-screenshot",
        *(f"--{wait}-ms=500" for wait in waits),
        f"--chrome-flags={flags}",
    ]
    environment = {**os.environ, "CHROME_PATH": CHROMIUM}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=180, check=False)
    assert done.returncode == 0, done.stderr
    categories = json.loads(done.stdout)["categories"]
    assert {name: category["score"] for name, category in categories.items()} == {"best-practices": 1, "seo": 1}
