"""Write a static site, with the settings that hosts need."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from api.context import Application, Context
from api.errors import ApiError
from api.http.response import Representation
from api.pages.page import layout_context
from api.site.folder import FolderError, host_files, update_folder, updating
from api.site.site_files import SiteFile, site_files, static_application
from db.file_format import DatabaseError

# Maximum failures to print, because one row can break many pages.
MAX_FAILURES = 10


class SiteError(Exception):
    """Some documents failed; the message lists them."""


@dataclass(frozen=True)
class WrittenSite:
    """The files of a site: by path in the site, where each file is, its address in the service, and its media type.

    All files are directly in ``folder``, which saves making and removing a tree of folders.
    """

    folder: Path
    files: dict[str, Path] = field(default_factory=dict)
    addresses: dict[str, str] = field(default_factory=dict)
    media_types: dict[str, str] = field(default_factory=dict)

    def write(self, name: str, content: bytes) -> None:
        self.files[name] = self.folder / str(len(self.files))
        self.files[name].write_bytes(content)

    def add(self, name: str, address: str, answer: Representation) -> None:
        self.addresses[name], self.media_types[name] = address, answer.media_type
        self.write(name, answer.body)

    def add_host_files(self) -> None:
        """Add the settings for hosts, for the files so far."""
        for name, content in host_files(self.addresses, self.media_types).items():
            self.write(name, content.encode())


def write_site(application: Application, folder: Path) -> int:
    """Write the site; return 1 if a document cannot be made, and 2 if the database or the folder cannot be used."""
    try:
        context = Context(application, application.database.snapshot())
        with updating(folder) as (before, made):
            site = write_documents(context, made)
            site.add_host_files()
            changed = update_folder(folder, before, site.files)
    except SiteError as error:
        print(f"{folder} was left unchanged, because of these problems:\n{error}", file=sys.stderr)
        return 1
    except (FolderError, DatabaseError) as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{folder} cannot be written: {error.strerror or error}.", file=sys.stderr)
        return 2
    print(f"{folder}: {len(site.files):,} files, {changed:,} changed.")
    return 0


def write_documents(context: Context, folder: Path) -> WrittenSite:
    """Write every document into a new folder, with links to the files.

    Raises:
        SiteError: some documents failed.
    """
    static, contexts = static_application(context.application), {}
    for code in ("", *(language.code for language in context.store.languages)):
        alone = Context(static, context.snapshot, code=code)
        contexts[code] = replace(alone, layout=layout_context(alone))
    folder.mkdir(parents=True)
    site = WrittenSite(folder)
    failures: list[tuple[SiteFile, Exception]] = []
    for document in site_files(context):
        try:
            answer = document.handler(replace(contexts[document.code], params=document.params))
        except Exception as error:
            # The owner's data can lack a document, such as a contact for security reports.
            if not (isinstance(error, ApiError) and error.code == "not_found"):
                failures.append((document, error))
            continue
        site.add(document.file, document.address, answer)
    if failures:
        raise SiteError("\n".join(failure_lines(failures)))
    return site


def failure_lines(failures: Sequence[tuple[SiteFile, Exception]]) -> Iterator[str]:
    """Yield a line for each of the first failed documents. Pages of publications come first, because they name the row."""
    for document, error in sorted(failures, key=lambda failure: "doi" not in failure[0].params)[:MAX_FAILURES]:
        row = f"publications.csv, the row of {document.params['doi']}: " if "doi" in document.params else ""
        kind = "" if isinstance(error, ApiError) else f"{type(error).__name__}: "
        yield f"{document.address}: {row}{kind}{error}"
    if len(failures) > MAX_FAILURES:
        yield f"and {len(failures) - MAX_FAILURES:,} more"
