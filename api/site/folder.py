"""The folder of a static site: write changed files, remove obsolete ones, and leave other files alone.

Some files tell hosts how to serve the site: headers and redirects (Netlify, Cloudflare Pages), and GitHub Pages.
"""

from __future__ import annotations

import filecmp
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import accumulate, chain
from pathlib import Path

from api.http.response import CACHEABLE, COMMON_HEADERS
from api.openapi.description import CONSOLE_POLICY
from api.pages.page import HTML_HEADERS
from api.site.site_files import address_of
from db.atomic import lock, write_file

# Lists the files of the site. The next run needs it to know its own files.
FILE_LIST = ".site-files"
# A run first writes its files into this folder of the site. If the disk is full, no file has been replaced yet.
NEW_FILES = ".site-new"
# Hosts know the media types that begin with these from the ending of a file.
KNOWN_TYPES = ("text/html", "text/css", "text/javascript", "application/json", "application/pdf", "image/", "font/")


class FolderError(Exception):
    """This program did not make the folder; the message says what to do."""


def own_files(folder: Path) -> set[str]:
    """Read the names of files that earlier runs wrote into a folder.

    Raises:
        FolderError: the folder has files from another program.
    """
    manifest = folder / FILE_LIST
    if manifest.is_file():
        return set(manifest.read_text(encoding="utf-8").splitlines())
    if folder.exists() and not folder.is_dir():
        raise FolderError(f"{folder} is a file. Name a folder.")
    if folder.exists() and {path.name for path in folder.iterdir()} - {NEW_FILES}:
        raise FolderError(f"{folder} has files that this command did not write. Name a new or an empty folder.")
    return set()


@contextmanager
def updating(folder: Path) -> Iterator[tuple[set[str], Path]]:
    """Yield the names of files from earlier runs, and a path inside the folder for new files, which are deleted afterwards.

    A second run waits until the first one ends, because each run begins by deleting new files: a killed run left them.

    Raises:
        FolderError: the folder has files from another program.
    """
    folder = folder.resolve()
    made = folder / NEW_FILES
    if not folder.parent.exists():  # for a file, mkdir only says "File exists"
        folder.parent.mkdir(parents=True, exist_ok=True)
    with lock(folder.parent):  # writing the list of files locks the folder itself
        before = own_files(folder)
        shutil.rmtree(made, ignore_errors=True)
        try:
            yield before, made
        finally:
            shutil.rmtree(made, ignore_errors=True)


def update_folder(folder: Path, before: set[str], files: Mapping[str, Path]) -> int:
    """Move the changed ``files``, which are on the same disk, into a folder. Return how many have changed.

    ``before`` has the names of files from earlier runs.

    Raises:
        FolderError: a name is outside of the folder.
    """
    check_names(folder, {FILE_LIST, *before, *files})
    changed = [name for name, made in files.items() if not has_same_bytes(folder / name, made)]
    folder.mkdir(parents=True, exist_ok=True)
    # After an interrupted run, the next run must know these files.
    write_manifest(folder, before | files.keys())
    for name in before - files.keys():
        remove_file(folder, folder / name)
    for parent in {(folder / name).parent for name in changed}:
        parent.mkdir(parents=True, exist_ok=True)
    for name in changed:
        files[name].replace(folder / name)
    write_manifest(folder, files)
    return len(changed)


def check_names(folder: Path, names: Iterable[str]) -> None:
    """Refuse names outside of a folder: with "..", from the root, or through a symbolic link."""
    parts = {name: [*accumulate(name.split("/"), "{}/{}".format)] for name in names}
    links = {part for part in set(chain(*parts.values())) if (folder / part).is_symlink()}
    for name in sorted(parts):
        path = Path(name)
        if path.is_absolute() or ".." in path.parts or not links.isdisjoint(parts[name]):
            reason = f"part of it is a symbolic link or {FILE_LIST} was edited"
            raise FolderError(f"{folder / name} could be outside {folder}, because {reason}. Name a new folder.")


def has_same_bytes(old: Path, new: Path) -> bool:
    return old.is_file() and filecmp.cmp(old, new, shallow=False)


def remove_file(folder: Path, path: Path) -> None:
    """Remove a file and the folders that become empty."""
    path.unlink(missing_ok=True)
    for parent in path.parents:
        if parent == folder:
            break
        with suppress(OSError):  # it has other files
            parent.rmdir()


def write_manifest(folder: Path, names: Iterable[str]) -> None:
    write_file(folder / FILE_LIST, "".join(f"{name}\n" for name in sorted(names)).encode())


def host_files(addresses: Mapping[str, str], media_types: Mapping[str, str]) -> dict[str, str]:
    """Settings for hosts, by file name. ``addresses`` and ``media_types`` are by file of the site."""
    return {
        ".nojekyll": "",  # otherwise GitHub Pages would omit names that begin with a dot or an underscore
        "_headers": header_rules(media_types),
        "_redirects": "".join(redirect_lines(addresses)),
    }


def header_rules(media_types: Mapping[str, str]) -> str:
    """Rules that send the service's headers with every file, and the media types of single files.

    Hosts join the values of overlapping rules, and disagree on wildcards within a path. So publications have no rules: hosts
    guess the media types of their files from the endings. Photos and fonts are cached like all other files.
    """
    by_path = {"/*": {**COMMON_HEADERS, **HTML_HEADERS, "Content-Security-Policy": CONSOLE_POLICY, "Cache-Control": CACHEABLE}}
    for file, media_type in media_types.items():
        if needs_rule(file, media_type):
            by_path[f"/{file}"] = {"Content-Type": media_type}
            if "api/export." in file:
                name = f"publications.{file.partition('api/export.')[2]}"
                by_path[f"/{file}"]["Content-Disposition"] = f'attachment; filename="{name}"'
    return "".join(header_rule(path, values) for path, values in by_path.items())


def header_rule(pattern: str, values: Mapping[str, str]) -> str:
    return f"{pattern}\n" + "".join(f"  {name}: {value}\n" for name, value in values.items())


def needs_rule(file: str, media_type: str) -> bool:
    """Whether a file needs a rule for its media type. Cloudflare Pages only reads 100 rules."""
    return not media_type.startswith(KNOWN_TYPES) and "publications/" not in file


def is_rewritten(file: str, address: str) -> bool:
    """Whether a file has another address in the service: an address of the API without an ending."""
    return file.endswith(".json") and "?" not in address and not address.endswith(".json")


def redirect_lines(addresses: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each address of the API without an ending. Hosts answer with its file (status 200, no redirect)."""
    answers = [(file, address) for file, address in addresses.items() if is_rewritten(file, address)]
    # Publications come last, because Cloudflare Pages only reads 2,000 lines.
    for file, address in sorted(answers, key=lambda answer: "publications/" in answer[0]):
        yield f"{address.replace('%2F', '/')} {address_of(file)} 200\n"
