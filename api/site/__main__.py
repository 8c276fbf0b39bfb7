"""``python -m api.site DIR``: write the published data as a static site."""

from __future__ import annotations

import argparse
import sqlite3
import sys
from dataclasses import replace
from pathlib import Path

from api.application import create_service
from api.context import Context, Service
from api.errors import ApiError
from api.pages.error import error_page
from api.settings import from_environment
from api.site.documents import documents, static_service
from api.site.folder import FolderError, SiteFolder
from api.site.hosts import host_files
from api.site.links import Links

MISSING_PAGE = ApiError("not_found", "There is no page at this address.")


def main() -> int:
    """Write the site; return 2 if the database or the folder cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m api.site", description="Write the published data as a static site.")
    parser.add_argument("folder", metavar="DIR", type=Path, help="a new folder, or one that this command made")
    options = parser.parse_args()
    service = create_service(from_environment())
    try:
        with SiteFolder(options.folder) as folder:
            write_site(service, folder)
    except (FolderError, ApiError, OSError, sqlite3.Error) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{options.folder}: {len(folder.files):,} files, {folder.changed:,} changed.")
    return 0


def write_site(service: Service, folder: SiteFolder) -> None:
    """Write every document with links to the files, and what hosts need to know."""
    context = Context(service, service.database.snapshot())
    static_context = replace(context, service=static_service(service))
    all_documents = list(documents(context))
    links = Links(context.base_url, all_documents)
    media_types: dict[str, str] = {}
    for document in all_documents:
        try:
            made = document.handler(replace(static_context, values=document.values))
        except ApiError as error:
            if error.code != "not_found":
                raise
            continue  # the owner's data has no such document, such as a contact for security reports
        media_types[document.file] = made.media_type
        folder.write(document.file, links.rewrite(made.body, made.media_type))
    page = error_page(static_context, MISSING_PAGE)
    folder.write("404.html", links.rewrite(page.body, page.media_type))
    for name, content in host_files(all_documents, media_types):
        folder.write(name, content.encode())


if __name__ == "__main__":
    sys.exit(main())
