"""``python -m api.site DIR``: write the published data as a static site."""

from __future__ import annotations

import argparse
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from api.application import create_service
from api.context import Context, Service
from api.errors import ApiError
from api.pages.error import error_page
from api.settings import from_environment
from api.site.documents import SiteFile, documents, static_service
from api.site.folder import FolderError, SiteFolder, host_files

MISSING_PAGE = ApiError("not_found", "There is no page at this address.")
# Failures to print: one row can break many pages.
MAX_FAILURES = 10


class SiteError(Exception):
    """Some documents cannot be made; the message lists them."""


def main() -> int:
    """Write the site; return 1 if a document cannot be made, and 2 if the database or the folder cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m api.site", description="Write the published data as a static site.")
    parser.add_argument("folder", metavar="DIR", type=Path, help="a new folder, or one that this command made")
    options = parser.parse_args()
    service = create_service(from_environment())
    try:
        with SiteFolder(options.folder) as folder:
            write_site(service, folder)
    except SiteError as error:
        print(f"{options.folder} stays as it was, because of these problems:\n{error}", file=sys.stderr)
        return 1
    except (FolderError, ApiError, OSError, sqlite3.Error) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{options.folder}: {len(folder.files):,} files, {len(folder.changed):,} changed.")
    return 0


def write_site(service: Service, folder: SiteFolder) -> None:
    """Write every document with links to the files, and what hosts need to know.

    Raises:
        SiteError: documents cannot be made.
    """
    context = Context(service, service.database.snapshot())
    static_context = replace(context, service=static_service(service))
    all_documents = list(documents(context))
    # Hosts take the nearest one above the missing address.
    missing_pages = [
        SiteFile(f"{path}404.html", f"{path[1:]}404.html", partial(error_page, error=MISSING_PAGE, path=path))
        for path in (("/", "/he/") if context.store.has_hebrew else ("/",))
    ]
    media_types: dict[str, str] = {}
    failures: list[tuple[SiteFile, Exception]] = []
    for document in [*all_documents, *missing_pages]:
        try:
            made = document.handler(replace(static_context, values=document.values, language=document.language))
        except ApiError as error:
            if error.code != "not_found":
                raise
            continue  # the owner's data has no such document, such as a contact for security reports
        except Exception as error:
            failures.append((document, error))
            continue
        media_types[document.file] = made.media_type
        folder.write(document.file, made.body)
    if failures:
        raise SiteError("\n".join(problems(failures)))
    for name, content in host_files([each for each in all_documents if each.file in media_types], media_types):
        folder.write(name, content.encode())


def problems(failures: Sequence[tuple[SiteFile, Exception]]) -> Iterator[str]:
    """Yield a line for each of the first documents that failed; those of single publications, which name the row, first."""
    for document, error in sorted(failures, key=lambda failure: "doi" not in failure[0].values)[:MAX_FAILURES]:
        row = f"publications.csv, the row of {document.values['doi']}: " if "doi" in document.values else ""
        yield f"{document.address}: {row}{type(error).__name__}: {error}"
    if len(failures) > MAX_FAILURES:
        yield f"and {len(failures) - MAX_FAILURES:,} more"


if __name__ == "__main__":
    sys.exit(main())
