"""The folder of a static site: write what changed, remove what is gone, and leave other files alone."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType

# Lists the files of the site, so that the next run knows which ones are its own.
MANIFEST = ".site-files"


class FolderError(Exception):
    """The folder is not one that this program made; the message says what to do."""


class SiteFolder:
    """A folder to write a whole site into, as a context manager; leaving it removes the files that were not written again.

    Raises:
        FolderError: the folder has files of others.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.manifest = path / MANIFEST
        if path.exists() and not path.is_dir():
            raise FolderError(f"{path} is a file. Name a folder.")
        if path.exists() and any(path.iterdir()) and not self.manifest.is_file():
            raise FolderError(f"{path} has files that this command did not write. Name a new folder, or delete it.")
        self.before = set(self.manifest.read_text(encoding="utf-8").splitlines()) if self.manifest.is_file() else set()
        self.files: set[str] = set()
        self.changed = 0

    def __enter__(self) -> SiteFolder:
        return self

    def write(self, name: str, content: bytes) -> None:
        """Write a file, unless it already has this content."""
        path = self.path / name
        self.files.add(name)
        if path.is_file() and path.read_bytes() == content:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        if name not in self.before:  # listed first: a run that is interrupted must know its files the next time
            with self.manifest.open("a", encoding="utf-8") as manifest:
                manifest.write(f"{name}\n")
        path.write_bytes(content)
        self.changed += 1

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if kind is not None:
            return
        for name in sorted(self.before - self.files):
            path = self.path / name
            path.unlink(missing_ok=True)
            for parent in path.parents:
                if parent == self.path or (parent.exists() and any(parent.iterdir())):
                    break
                if parent.exists():
                    parent.rmdir()
        self.manifest.write_text("".join(f"{name}\n" for name in sorted(self.files)), encoding="utf-8")
