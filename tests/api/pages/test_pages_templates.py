"""Looks of one's own: a folder of templates whose files stand before those of the service."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import ROOT, Server
from tests.support.markup import page, texts
from tests.support.wire import ask, refused


def test_templates_of_ones_own(tmp_path: Path, example_database: Path, serve: Callable[..., Server]) -> None:
    """What is in the folder is taken, all else stays; another style sheet has another address."""
    usual = serve(example_database)
    (tmp_path / "style.css").write_text("h1 { color: red }")
    (tmp_path / "publications.html").write_text("<section id='publications'>{{ publications | length }} works</section>")
    (tmp_path / "publication.md").write_text("{{ publication.title | markdown }}!")
    (tmp_path / "notes.txt").write_text("{% nobody reads this")
    running = serve(example_database, PROFILE_TEMPLATES=str(tmp_path))
    assert running.get("/assets/style.css").text == "h1 { color: red }"
    document = page(running, "/")
    assert texts(document, "//section[@id='publications']") == ["13 works"]
    assert texts(document, "//h1") == ["Dr. Noa Example, MD, PhD"]
    markdown = ask(running, "/publications/10.5555%2Fmsk.2021.001", Accept="text/markdown")
    assert markdown.body == b"Sonography of the median nerve!"
    sheets = [texts(page(server, "/"), "//link[@rel='stylesheet']/@href") for server in (usual, running)]
    assert sheets[0] != sheets[1]
    assert refused(ask(running, "/assets/notes.txt"), 404, "not_found").startswith('There is no file "notes.txt" here.')


def started(**environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "import api; api.app"]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, timeout=30, check=False
    )


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("profile.html", b"<h1>\n{{ profile.name }</h1>", "line 2: unexpected '}'"),
        ("publication.md", b"{% if %}", "line 1: Expected an expression, got 'end of statement block'"),
        ("page.html", b"\xff", "it is not saved as UTF-8."),
    ],
)
def test_a_template_that_cannot_be_read_is_named_at_the_start(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    """The owner hears of it when the service starts, not a visitor later."""
    (tmp_path / name).write_bytes(content)
    done = started(PROFILE_TEMPLATES=str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.startswith(f"{tmp_path / name}")
    assert done.stderr.rstrip().endswith(said)
    assert "Traceback" not in done.stderr


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    done = started(PROFILE_TEMPLATES=str(tmp_path / "none"))
    assert (done.returncode, done.stderr) == (
        1,
        f'PROFILE_TEMPLATES is "{tmp_path / "none"}". It must be a folder of templates, see README.md.\n',
    )
