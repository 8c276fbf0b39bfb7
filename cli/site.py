"""Build the database and write the site as files, for hosts that only serve files.

Nothing is written while a value still says REPLACE.
"""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

from cli import build
from cli.shared import add_database, add_sources


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "folder", nargs="?", metavar="DIR", type=Path, default=Path("public"), help="the folder of the site (default: public)"
    )
    add_sources(parser)
    add_database(parser)
    parser.add_argument(
        "--setting", nargs=2, action="append", default=[], metavar=("NAME", "TEXT"), help="replace a value of site.yaml"
    )
    parser.set_defaults(format="text", strict=False, publish=True)


def run(options: Namespace) -> int:
    if code := build.run(options):
        return code
    from api.site.__main__ import write_site  # a department has other pages, and this takes a tenth of its time

    os.environ["PROFILE_DB"] = str(options.database)
    return write_site(options.folder)
