"""The folder of a static site: write what changed, remove what is gone, and leave other files alone.

Some files tell hosts how to serve it: headers and redirections (Netlify, Cloudflare Pages), and GitHub Pages.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType

from api.handlers.index import POLICY
from api.http.response import CACHEABLE, COMMON_HEADERS
from api.pages.page import HTML_HEADERS
from api.site.documents import SiteFile

# Lists the files of the site, so that the next run knows which ones are its own.
MANIFEST = ".site-files"
# Cloudflare Pages reads no more lines of redirections.
MAX_REDIRECTS = 2000


class FolderError(Exception):
    """The folder is not one that this program made; the message says what to do."""


class SiteFolder:
    """A folder to write a whole site into, as a context manager. Leaving it brings the folder up to date, and removes the files
    that were not written again. After an exception the folder stays as it was.

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
        self.changed: list[str] = []
        self.temporary = TemporaryDirectory(prefix="site-")

    def __enter__(self) -> SiteFolder:
        return self

    def write(self, name: str, content: bytes) -> None:
        """Write a file, unless it already has this content. It gets into the folder at the end."""
        path = self.path / name
        self.files.add(name)
        if path.is_file() and path.read_bytes() == content:
            return
        new = Path(self.temporary.name, name)
        new.parent.mkdir(parents=True, exist_ok=True)
        new.write_bytes(content)
        self.changed.append(name)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with self.temporary:
            if kind is None:
                self.publish()

    def publish(self) -> None:
        """Bring the folder up to date."""
        self.path.mkdir(parents=True, exist_ok=True)
        # A run that is interrupted must know its files the next time.
        self.write_manifest(self.before | self.files)
        for name in sorted(self.before - self.files):
            self.remove(self.path / name)
        for name in self.changed:
            path = self.path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(Path(self.temporary.name, name), path)
        self.write_manifest(self.files)

    def remove(self, path: Path) -> None:
        """Remove a file and the folders that it leaves empty."""
        path.unlink(missing_ok=True)
        for parent in path.parents:
            if parent == self.path or (parent.exists() and any(parent.iterdir())):
                break
            if parent.exists():
                parent.rmdir()

    def write_manifest(self, names: Iterable[str]) -> None:
        self.manifest.write_text("".join(f"{name}\n" for name in sorted(names)), encoding="utf-8")


def host_files(documents: Sequence[SiteFile], media_types: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the name and content of each file; ``media_types`` has the type of each document's file."""
    yield ".nojekyll", ""  # GitHub Pages would leave out names that begin with a dot or an underscore
    yield "_headers", headers(media_types)
    yield "_redirects", "".join(redirects(documents))


def headers(media_types: Mapping[str, str]) -> str:
    """Return the headers: the same as the service's for every response, and the media types of single files.

    Hosts join the values of rules that overlap, and disagree on wildcards within a path. So the files of publications have
    the media types that the host guesses from their endings.
    """
    by_path = {"/*": {**dict(COMMON_HEADERS), **HTML_HEADERS, "Content-Security-Policy": POLICY, "Cache-Control": CACHEABLE}}
    for file, media_type in media_types.items():
        if not file.endswith(".html") and "publications/" not in file:
            by_path[f"/{file}"] = {"Content-Type": media_type}
    return "".join(rule(path, values) for path, values in by_path.items())


def rule(pattern: str, values: Mapping[str, str]) -> str:
    return f"{pattern}\n" + "".join(f"  {name}: {value}\n" for name, value in values.items())


def redirects(documents: Sequence[SiteFile]) -> Iterator[str]:
    """Yield a line for each address of the API without an ending, answered with its file (status 200, no redirection)."""
    answers = [each for each in documents if each.file.endswith(".json") and "?" not in each.address]
    plain = [each for each in answers if not each.address.endswith(".json")]
    # If there are too many lines, drop those for publications.
    for document in sorted(plain, key=lambda each: "publications/" in each.file)[:MAX_REDIRECTS]:
        yield f"{document.address.replace('%2F', '/')} {document.static_address} 200\n"
