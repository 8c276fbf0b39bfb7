"""The command line of both writers of static sites: one profile, and a department."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from api.application import create_application
from api.context import Application
from api.errors import ApiError
from api.settings import from_environment
from api.site.folder import FolderError, own_files, update
from api.site.written_site import SiteError, WrittenSite
from db.file_format import DatabaseError

# Writes a site into a new folder, given the earlier one and its files; returns the site, and what else to say of it.
Write = Callable[[Application, Path, set[str], Path], tuple[WrittenSite, str]]


def run(program: str, description: str, write: Write) -> int:
    """Write a site; return 1 if a document cannot be made, and 2 if a database or the folder cannot be used."""
    parser = argparse.ArgumentParser(prog=program, description=description)
    parser.add_argument("folder", metavar="DIR", type=Path, help="a new folder, or one that this command made")
    folder: Path = parser.parse_args().folder
    application = create_application(from_environment())
    try:
        before = own_files(folder)
        with TemporaryDirectory(prefix="site-") as made:
            site, remark = write(application, folder, before, Path(made))
            site.add_host_files()
            changed = update(folder, before, site.files)
    except SiteError as error:
        print(f"{folder} was left unchanged, because of these problems:\n{error}", file=sys.stderr)
        return 1
    except (FolderError, ApiError, OSError, DatabaseError) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{folder}: {len(site.files):,} files, {changed:,} changed{remark}.")
    return 0
