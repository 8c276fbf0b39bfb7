"""``python -m api.site DIR``: write the published data as a static site."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from api.application import create_application
from api.context import Context
from api.settings import from_environment
from api.site.folder import FolderError, own_files, update
from api.site.site_files import static_application
from api.site.written_site import SiteError, write_documents
from db.file_format import DatabaseError


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m api.site", description="Write the published data as a static site.")
    parser.add_argument("folder", metavar="DIR", type=Path, help="a new folder, or one that this command made")
    return write_site(parser.parse_args().folder)


def write_site(folder: Path) -> int:
    """Write the site; return 1 if a document cannot be made, and 2 if the database or the folder cannot be used."""
    application = create_application(from_environment())
    try:
        before = own_files(folder)
        context = Context(application, application.database.snapshot())
        with TemporaryDirectory(prefix="site-") as made:
            site = write_documents(context, static_application(application), Path(made) / "site")
            site.add_host_files()
            changed = update(folder, before, site.files)
    except SiteError as error:
        print(f"{folder} was left unchanged, because of these problems:\n{error}", file=sys.stderr)
        return 1
    except (FolderError, OSError, DatabaseError) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{folder}: {len(site.files):,} files, {changed:,} changed.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
