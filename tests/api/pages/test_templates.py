"""PROFILE_TEMPLATES: a folder whose templates and assets replace those that ship."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from api.pages.templates import template_errors
from tests.conftest import ROOT
from tests.support.markup import texts
from tests.support.site import Site, serving


def test_files_of_the_folder_replace_those_that_ship(site: Site, example_database: Path, tmp_path: Path) -> None:
    """All others stay; a changed style sheet has another address; files that are no asset are not served."""
    (tmp_path / "style.css").write_text("h1 { color: red }")
    (tmp_path / "publications.html").write_text("<section id='publications'>{{ publications | length }} works</section>")
    (tmp_path / "publication.md").write_text("{{ publication.title | markdown }}!")
    (tmp_path / "notes.txt").write_text("{% not a template")
    assert template_errors(tmp_path) == []
    with serving(example_database, templates=tmp_path) as own:
        assert own.get("/assets/style.css").text == "h1 { color: red }"
        document = own.page("/")
        assert texts(document, "//section[@id='publications']") == ["13 works"]
        assert texts(document, "//h1") == ["Dr. Noa Example, MD, PhD"]
        markdown = own.get("/publications/10.5555%2Fmsk.2021.001", Accept="text/markdown")
        assert markdown.text == "Sonography of the median nerve!"
        address = "//link[@rel='stylesheet']/@href"
        assert texts(document, address) != texts(site.page("/"), address)
        refused = own.get("/assets/notes.txt")
        assert (refused.status_code, refused.json()["error"]) == (404, "not_found")


@pytest.mark.parametrize(
    ("name", "content", "error"),
    [
        ("profile.html", b"<h1>\n{{ profile.name }</h1>", ", line 2: unexpected '}'"),
        ("publication.md", b"{% if %}", ", line 1: Expected an expression, got 'end of statement block'"),
        ("llms.txt", b"{{", ", line 1: unexpected 'end of template'"),
        ("page.html", b"\xff", ": it is not saved as UTF-8."),
    ],
)
def test_a_broken_template_is_named(tmp_path: Path, name: str, content: bytes, error: str) -> None:
    (tmp_path / name).write_bytes(content)
    assert template_errors(tmp_path) == [f"{tmp_path / name}{error}"]


def test_the_service_does_not_start_with_a_broken_template(tmp_path: Path) -> None:
    """The owner sees the error before a visitor does."""
    (tmp_path / "profile.html").write_text("{{")
    environment = {**os.environ, "PROFILE_TEMPLATES": str(tmp_path)}
    command = [sys.executable, "-c", "import api; api.app"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=30, check=False)
    assert (done.returncode, done.stderr) == (1, f"{tmp_path / 'profile.html'}, line 1: unexpected 'end of template'\n")
