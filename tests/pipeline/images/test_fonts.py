"""The fonts of the pages: parts of FiraGO under another name, made once for each machine."""

import shutil
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from db.snapshot import Snapshot
from pipeline.images.fonts import font_cache, site_fonts
from tests.support.messages import edit
from tests.support.own import build_own
from tests.support.static_site import files

MESSAGE = "Making the fonts of the pages, which takes a few seconds.\n"


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder with the fonts of a site in English and Hebrew."""
    made = font_cache().folder
    assert made is not None
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return shutil.copytree(made, tmp_path / "public-profile" / made.name)


def test_the_database_holds_the_fonts_of_its_scripts_and_their_license(example_database: Path) -> None:
    store = Snapshot(example_database).store
    assert [name.rpartition("-")[0] or name for name in store.font_names()] == [
        "Grek-400",
        "Grek-700",
        "Hebr-400",
        "Hebr-700",
        "Latn-400",
        "Latn-700",
        "Latx-400",
        "Latx-700",
        "OFL.txt",
    ]
    assert [(name, store.font(name)) for name in store.font_names()] == sorted(site_fonts({"Hebr"}))


def test_a_title_in_another_script_has_its_font(tmp_path: Path) -> None:
    """Otherwise a page in English would show it in a font of the system."""
    database = build_own(tmp_path, lambda folder: edit(folder, "cv.csv", "Musculoskeletal", "Зуб мудрости"))
    store = Snapshot(database).store
    assert [name[:8] for name in store.font_names() if name.startswith("Cyrl")] == ["Cyrl-400", "Cyrl-700"]


@pytest.mark.parametrize("weight", ["Regular", "Bold"])
def test_a_font_has_another_name_and_its_license(weight: str) -> None:
    """FiraGO's license reserves the name Fira, and wants its copyright kept."""
    fonts = dict(site_fonts({"Hebr"}))
    [name] = [name for name in fonts if name.startswith(f"Hebr-{'700' if weight == 'Bold' else '400'}-")]
    names = TTFont(BytesIO(fonts[name]))["name"]
    assert [names.getDebugName(number) for number in (1, 2, 3, 4, 6)] == [
        "Profile Sans",
        weight,
        f"Profile Sans {weight}",
        f"Profile Sans {weight}",
        f"ProfileSans-{weight}",
    ]
    assert 'with Reserved Font Name "Fira"' in names.getDebugName(0)
    assert b"SIL OPEN FONT LICENSE Version 1.1" in fonts["OFL.txt"]


def test_fonts_are_made_once(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Only what the cache lacks, with the same bytes as before, so with the same name."""
    before, cached = site_fonts({"Hebr"}), files(kept)
    [lost] = kept.glob("Hebr-700.*")
    lost.unlink()
    assert (site_fonts({"Hebr"}), files(kept)) == (before, cached)
    assert site_fonts({"Hebr"}) == before
    assert capsys.readouterr().err == MESSAGE


def damage(path: Path) -> None:
    path.write_bytes(b"")


def block(path: Path) -> None:
    """Neither can the file be read, nor another one be put there."""
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("spoil", [damage, block])
def test_a_spoiled_cache_costs_only_time(kept: Path, capsys: pytest.CaptureFixture[str], spoil: Callable[[Path], None]) -> None:
    before = site_fonts({"Hebr"})
    [path] = kept.glob("Hebr-700.*")
    spoil(path)
    assert site_fonts({"Hebr"}) == before
    assert capsys.readouterr().err == MESSAGE


@pytest.mark.parametrize(
    ("platform", "variable", "folder"),
    [
        ("linux", "XDG_CACHE_HOME", "caches"),
        ("linux", "HOME", "caches/.cache"),
        ("darwin", "HOME", "caches/Library/Caches"),
        ("win32", "LOCALAPPDATA", "caches"),
    ],
    ids=["XDG", "Linux", "macOS", "Windows"],
)
def test_the_cache_is_in_the_folder_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, variable: str, folder: str
) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv(variable, str(tmp_path / "caches"))
    found = font_cache().folder
    assert found is not None
    assert found.parent == tmp_path / folder / "public-profile"
