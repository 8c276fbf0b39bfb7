"""The files behind pages: templates, style sheets, scripts and phrases."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from look.phrases import PHRASES_FOLDER

TEMPLATES_FOLDER = Path(__file__).parent / "templates"
ASSETS_FOLDER = Path(__file__).parent / "assets"


def read_text_files(own: Path | None) -> None:
    """Read all files now, because an upgrade in place would otherwise mix two versions in a running process.

    Templates are compiled on first use: compiling them here would double the time of a start.

    Raises:
        OSError: a file cannot be read.
    """
    for folder in (TEMPLATES_FOLDER, ASSETS_FOLDER, PHRASES_FOLDER, own):
        if folder:
            read_visible_files(folder)


def find_file(name: str, shipped: Path, own: Path | None) -> tuple[Path, bytes]:
    """Path and content of a file: from the owner's folder ``own``, or else from the shipped one.

    Raises:
        FileNotFoundError: neither folder has the file.
    """
    for folder in (own, shipped):
        if folder and name in read_visible_files(folder):
            return folder / name, read_visible_files(folder)[name]
    raise FileNotFoundError(name)


@cache
def read_visible_files(folder: Path) -> dict[str, bytes]:
    """The files of a folder by name, without hidden ones, such as the locks of editors."""
    paths = (path for path in folder.rglob("[!.]*") if path.is_file() or not path.exists())  # a broken link is an error
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
