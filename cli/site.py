"""Build the database and write the site as files, for hosts that only serve files.

Nothing is written while a value still says REPLACE.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import replace
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
    # A department has other pages, and importing these takes a tenth of its time.
    from api.application import create_application
    from api.settings import from_environment
    from api.site.written_site import write_site

    return write_site(create_application(replace(from_environment(), database=options.database)), options.folder)
