"""The static site behind nginx, with the server block of deploy/README.md."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT, Server
from tests.support.nginx import running_nginx
from tests.support.static_site import write_site
from tests.support.waiting import free_port


@pytest.fixture(scope="module")
def site(example_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder, port = tmp_path_factory.mktemp("nginx"), free_port()
    assert write_site(example_database, folder / "public").code == 0
    text = (ROOT / "deploy" / "README.md").read_text(encoding="utf-8")
    [block] = re.findall(r"```nginx\n(server \{\n.*?root /var/www/profile;.*?)```", text, re.DOTALL)
    block = block.replace("listen 80;", f"listen 127.0.0.1:{port};").replace("/var/www/profile", str(folder / "public"))
    with running_nginx(folder, port, f"types {{ text/html html; application/json json; image/png png; }}\n{block}") as server:
        yield server


def test_pages_and_answers_are_found(site: Server) -> None:
    """A page with and without the slash at its end, data under both forms of a DOI, readable in the browser of any site."""
    assert "<h1" in site.get("/").text
    assert site.get("/publications", follow_redirects=True).url.path == "/publications/"
    for separator in ("/", "%2F"):
        answer = site.get(f"/api/publications/10.5555{separator}msk.2025.007.json")
        assert (answer.json()["doi"], answer.headers["Access-Control-Allow-Origin"]) == ("10.5555/msk.2025.007", "*")
    assert site.get("/profile.db").content.startswith(b"SQLite format 3")


def test_a_missing_page_is_an_error_of_the_site(site: Server) -> None:
    answer = site.get("/nowhere")
    assert answer.status_code == 404
    assert "There is no page at this address." in answer.text
