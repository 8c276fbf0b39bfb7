"""``python -m api.site DIR``: write the published data as a static site."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from api.application import create_application
from api.context import Application, Context
from api.errors import ApiError
from api.settings import from_environment
from api.site.folder import FolderError, host_files, own_files, update
from api.site.site_files import SiteFile, documents, static_application
from db.file_format import DatabaseError

# Failures to print: one row can break many pages.
MAX_FAILURES = 10


class SiteError(Exception):
    """Some documents cannot be made; the message lists them."""


def main() -> int:
    """Write the site; return 1 if a document cannot be made, and 2 if the database or the folder cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m api.site", description="Write the published data as a static site.")
    parser.add_argument("folder", metavar="DIR", type=Path, help="a new folder, or one that this command made")
    folder: Path = parser.parse_args().folder
    application = create_application(from_environment())
    try:
        before = own_files(folder)
        with TemporaryDirectory(prefix="site-") as made:
            files = write_site(application, Path(made))
            changed = update(folder, before, files)
    except SiteError as error:
        print(f"{folder} stays as it was, because of these problems:\n{error}", file=sys.stderr)
        return 1
    except (FolderError, ApiError, OSError, DatabaseError) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{folder}: {len(files):,} files, {changed:,} changed.")
    return 0


def write_site(application: Application, made: Path) -> dict[str, Path]:
    """Write every document with links to the files, and what hosts need to know; return where each file of the site is.

    The files are side by side in ``made``, because a tree of folders would have to be made and removed again.

    Raises:
        SiteError: documents cannot be made.
    """
    context = Context(application, application.database.snapshot())
    static_context = replace(context, application=static_application(application))
    addresses: dict[str, str] = {}
    media_types: dict[str, str] = {}
    files: dict[str, Path] = {}
    failures: list[tuple[SiteFile, Exception]] = []

    def write(name: str, content: bytes) -> None:
        files[name] = made / str(len(files))
        files[name].write_bytes(content)

    for document in documents(context):
        try:
            answer = document.handler(replace(static_context, values=document.values, code=document.code))
        except Exception as error:
            # The owner's data may have no such document, such as a contact for security reports.
            if not (isinstance(error, ApiError) and error.code == "not_found"):
                failures.append((document, error))
            continue
        addresses[document.file], media_types[document.file] = document.address, answer.media_type
        write(document.file, answer.body)
    if failures:
        raise SiteError("\n".join(problems(failures)))
    for name, content in host_files(addresses, media_types).items():
        write(name, content.encode())
    return files


def problems(failures: Sequence[tuple[SiteFile, Exception]]) -> Iterator[str]:
    """Yield a line for each of the first documents that failed. Pages of publications come first, because they name the row."""
    for document, error in sorted(failures, key=lambda failure: "doi" not in failure[0].values)[:MAX_FAILURES]:
        row = f"publications.csv, the row of {document.values['doi']}: " if "doi" in document.values else ""
        kind = "" if isinstance(error, ApiError) else f"{type(error).__name__}: "
        yield f"{document.address}: {row}{kind}{error}"
    if len(failures) > MAX_FAILURES:
        yield f"and {len(failures) - MAX_FAILURES:,} more"


if __name__ == "__main__":
    sys.exit(main())
