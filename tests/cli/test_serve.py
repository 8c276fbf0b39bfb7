"""``make serve``: the owner's pages while the sources are edited."""

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.serve import source_state, stable_states
from pipeline.build import build
from tests.conftest import ROOT, SOURCES, Server, start
from tests.support.messages import edit, never_over
from tests.support.waiting import until

COMMAND = (sys.executable, "-m", "cli", "serve", "--port", "{port}")


@pytest.fixture(scope="module")
def edited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources of the preview, which one test edits."""
    copy = tmp_path_factory.mktemp("preview") / "sources"
    shutil.copytree(SOURCES, copy)
    return never_over(copy)


@pytest.fixture(scope="module")
def preview(edited: Path) -> Iterator[Server]:
    """A preview in a folder that has code in place of the software's."""
    folder, command = edited.parent, (COMMAND[0], "-P", *COMMAND[1:])
    (folder / "pipeline").mkdir()
    (folder / "pipeline" / "__init__.py").write_text("open('ran', 'w')\n")
    with start(folder / "profile.db", folder / "log", command, folder, SOURCES=str(edited), PYTHONPATH=str(ROOT)) as server:
        yield server


def test_links_begin_with_the_address_of_the_preview(preview: Server) -> None:
    """With the documented base_url of GitHub Pages, styles and links would point to a site that has nothing yet."""
    page = preview.get("/").text
    assert f'<link rel="canonical" href="{preview.address}/">' in page
    assert re.findall("<(?:link|script|img) [^>]*https://profile.example.org", page) == []
    assert preview.json("/api/openapi.json")["servers"] == [{"url": preview.address}]


@pytest.mark.parametrize("path", ["/", "/publications", "/assets/style.css", "/images/card.png", "/robots.txt"])
def test_pages_and_assets_show_an_edit_at_once(preview: Server, path: str) -> None:
    response = preview.get(path)
    assert (response.status_code, response.headers["Cache-Control"]) == (200, "no-cache")


def test_fonts_and_photos_are_asked_for_again(preview: Server) -> None:
    """Their names have a hash of their content, but a preview caches nothing."""
    addresses = re.findall(r"/(?:assets|images)/[\w-]+\.(?:woff2|jpg)", preview.get("/").text)
    assert {Path(address).suffix for address in addresses} == {".woff2", ".jpg"}
    assert {preview.get(address).headers["Cache-Control"] for address in addresses} == {"no-cache"}


@pytest.mark.parametrize("path", ["/api/profile", "/api/export.csv", "/feed.atom", "/datapackage.json"])
def test_the_api_has_the_headers_of_its_contract(preview: Server, path: str) -> None:
    response = preview.get(path)
    assert response.headers["Cache-Control"] == "public, max-age=3600"
    assert preview.get(path, headers={"If-None-Match": response.headers["ETag"]}).status_code == 304


@pytest.mark.parametrize("path", ["/", "/api/profile", "/api/status", "/assets/style.css", "/nowhere"])
@pytest.mark.parametrize("validator", ["", "*"])
def test_scripts_of_other_sites_cannot_read_drafts(preview: Server, path: str, validator: str) -> None:
    headers = preview.get(path, headers={"Origin": "https://example.org", "If-None-Match": validator}).headers
    assert [name for name in headers if name.startswith("access-control-")] == []
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_nothing_is_published(folder: Path, target: Path, tmp_path: Path) -> None:
    """The preview has its own file, which is deleted at the end; the published one stays unchanged."""
    assert build(folder, target).outcome == "built"
    published, temporary = target.read_bytes(), tmp_path / "temporary"
    temporary.mkdir()
    edit(folder, "profile.yaml", "name: Dr. Noa Example", "name: Dr. Dana Example")
    with start(target, tmp_path / "log", COMMAND, SOURCES=str(folder), TMPDIR=str(temporary)) as server:
        assert server.json("/api/profile")["name"] == "Dr. Dana Example"
    assert (target.read_bytes(), [*temporary.iterdir()]) == (published, [])


def test_code_in_the_folder_does_not_run(preview: Server, edited: Path) -> None:
    assert preview.get("/api/profile").status_code == 200
    assert not (edited.parent / "ran").exists()


def test_a_save_that_is_being_written_is_waited_for(tmp_path: Path) -> None:
    """The lock files of spreadsheet programs are no change."""
    before, half, whole = ({"cv.csv": (time, time)} for time in (1, 2, 3))
    assert [*stable_states([before, half, whole, whole, whole, before, half, half], before)] == [whole, half]
    for name in ("cv.csv", ".~lock.cv.csv#", "~$cv.csv"):
        (tmp_path / name).write_text("a")
    assert [*source_state(tmp_path)] == ["cv.csv"]


def built_at(preview: Server) -> list[str]:
    return re.findall(r">Preview, built at (\d\d:\d\d:\d\d)\.<", preview.get("/").text)


@pytest.mark.slow
def test_a_file_that_is_saved_is_built(preview: Server, edited: Path) -> None:
    """If it has problems, the pages show them above the last good data, and so does the terminal, until they are fixed."""
    first = built_at(preview)
    edit(edited, "profile.yaml", "name: Dr. Noa Example", "name: Dr. Dana Example")
    # A moment after the new data.
    assert until(lambda: "Dr. Dana Example" in preview.get("/").text and built_at(preview) != first)
    built = built_at(preview)
    assert 'role="alert"' not in preview.get("/").text
    edit(edited, "clinic.yaml", "latitude: 31.5", "latitude: 91")
    edit(edited, "profile.yaml", "name: Dr. Dana Example", "name: Dr. Lea Example")
    message = "clinic.yaml, line 17, coordinates.latitude: Expected at most 90, got"
    assert until(lambda: message in preview.get("/").text)
    assert "Dr. Dana Example" in preview.get("/").text
    assert message in preview.get("/no-such-page", headers={"Accept": "text/html"}).text
    assert "warning: " not in preview.get("/").text
    assert built_at(preview) == built
    log = preview.log.read_text(encoding="utf-8")
    assert message in log
    assert ("\nThe preview still shows the last version without errors.\n" in log, "/preview.db" in log) == (True, False)
    assert preview.json("/api/profile")["name"] == "Dr. Dana Example"
    edit(edited, "clinic.yaml", "latitude: 91", "latitude: 31.5")
    assert until(lambda: "Dr. Lea Example" in preview.get("/").text)
    assert until(lambda: message not in preview.get("/").text)


@pytest.mark.slow
def test_the_first_build_may_fail(folder: Path, target: Path, tmp_path: Path) -> None:
    edit(folder, "clinic.yaml", "latitude: 31.5", "latitude: 91")
    with start(target, tmp_path / "log", COMMAND, SOURCES=str(folder)) as server:
        response = server.get("/", headers={"Accept": "text/html"})
        assert response.status_code == 503
        assert "coordinates.latitude: Expected at most 90" in response.text
        assert "make build-db" not in server.log.read_text(encoding="utf-8")
        edit(folder, "clinic.yaml", "latitude: 91", "latitude: 31.5")
        assert until(lambda: server.get("/").status_code == 200)
