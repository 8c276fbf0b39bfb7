"""The fonts of the pages: parts of FiraGO under another name, made once."""

import shutil
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from pipeline.__main__ import main
from pipeline.images.fonts import make_fonts
from tests.conftest import ROOT, run_main
from tests.support.static_site import files

FONTS = ROOT / "db" / "fonts-1"


@pytest.mark.parametrize("weight", ["Regular", "Bold"])
def test_a_font_has_another_name_and_its_licence(weight: str) -> None:
    """FiraGO's licence reserves the name Fira, and wants its copyright kept."""
    [path] = FONTS.glob(f"Hebr-{'700' if weight == 'Bold' else '400'}-*.woff2")
    names = TTFont(path)["name"]
    assert [names.getDebugName(number) for number in (1, 2, 3, 4, 6)] == [
        "Profile Sans", weight, f"Profile Sans {weight}", f"Profile Sans {weight}", f"ProfileSans-{weight}"
    ]  # fmt: skip
    assert 'with Reserved Font Name "Fira"' in names.getDebugName(0)
    assert "SIL OPEN FONT LICENSE Version 1.1" in (FONTS / "OFL.txt").read_text(encoding="utf-8")


def test_only_missing_fonts_are_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the same bytes as before, so with the same name."""
    folder = tmp_path / "fonts"
    shutil.copytree(FONTS, folder)
    before = files(folder)
    [lost] = folder.glob("Hebr-700-*")
    lost.unlink()
    make_fonts(folder, {"Hebr"})
    assert files(folder) == before
    make_fonts(folder, {"Hebr"})
    message = "Making the fonts of the pages, which takes some seconds. Later builds use them again.\n"
    assert capsys.readouterr().err == message


def test_fonts_that_cannot_be_written(folder: Path, target: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = run_main(main, "build", SOURCES=str(folder), PROFILE_DB=str(target), PROFILE_FONTS=str(tmp_path / "file"))
    reason = f"the fonts of the pages cannot be written into {tmp_path}/file/fonts-1 (Not a directory)"
    assert done.err.splitlines()[1:] == [f"{target} cannot be written: {reason}. Nothing was changed."]
    assert (done.code, target.exists()) == (2, False)
