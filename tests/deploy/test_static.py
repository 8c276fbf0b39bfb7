"""The static site behind nginx, with the server block of deploy/README.md."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.conftest import ROOT
from tests.support.nginx import nginx_command
from tests.support.static_site import write_site
from tests.support.waiting import free_port, is_answering, until


@pytest.fixture(scope="module")
def client(example_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Run nginx on the static site of the example."""
    folder, port = tmp_path_factory.mktemp("nginx"), free_port()
    assert write_site(example_database, folder / "public").code == 0
    text = (ROOT / "deploy" / "README.md").read_text(encoding="utf-8")
    [block] = re.findall(r"```nginx\n(server \{\n.*?root /var/www/profile;.*?)```", text, re.DOTALL)
    block = block.replace("listen 80;", f"listen 127.0.0.1:{port};").replace("/var/www/profile", str(folder / "public"))
    (folder / "profile.conf").write_text(f"types {{ text/html html; application/json json; image/png png; }}\n{block}")
    process = subprocess.Popen(nginx_command(folder))
    with httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
        assert until(lambda: is_answering(port))
        yield client
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=20)


def test_pages_and_answers_are_found(client: httpx.Client) -> None:
    """A page with and without the slash at its end, data under both forms of a DOI, readable in the browser of any site."""
    assert "<h1" in client.get("/").text
    assert client.get("/publications", follow_redirects=True).url.path == "/publications/"
    for separator in ("/", "%2F"):
        answer = client.get(f"/api/publications/10.5555{separator}msk.2025.007.json")
        assert (answer.json()["doi"], answer.headers["Access-Control-Allow-Origin"]) == ("10.5555/msk.2025.007", "*")
    assert client.get("/profile.db").content.startswith(b"SQLite format 3")


def test_a_missing_page_is_an_error_of_the_site(client: httpx.Client) -> None:
    answer = client.get("/nowhere")
    assert answer.status_code == 404
    assert "There is no page at this address." in answer.text
