"""Validate the sources, compare the places of work with the last build, and report every problem; build nothing."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from contextlib import suppress
from pathlib import Path

from pipeline.commands.diff import read_published
from pipeline.commands.shared import CommandError, add_database, add_publish, add_report, add_sources, print_result
from pipeline.publish import Result, check
from pipeline.validation.across_files import MovedPlaces
from pipeline.validation.cv_entries import Record


def add_arguments(parser: ArgumentParser) -> None:
    add_sources(parser)
    add_database(parser)
    add_report(parser, ("text", "json", "github"))
    add_publish(parser)
    parser.add_argument(
        "--preview", type=Path, help="write a picture of photo and share card into this file (with --format text)"
    )


def run(options: Namespace) -> int:
    result = check(options.sources, publishing=options.publish, others=[MovedPlaces(last_clinic(options.database))])
    code = print_result(result.report, result.counts, options)
    if options.preview and options.format == "text":
        write_preview(result, options.sources, options.preview)
    return code


def last_clinic(database: Path) -> Record:
    """Return the clinic of the last build; an empty one without a readable database."""
    with suppress(CommandError):
        return next(iter(read_published(database, ["clinic"]).get("clinic", ())), {})
    return {}


def write_preview(result: Result, sources: Path, target: Path) -> None:
    """Write a picture of the photo as pages and the share card show it, if there is one, and print its path."""
    [profile], [site] = (result.records.get(name) or [{}] for name in ("profile", "site"))
    if "photo" not in profile:
        return
    from pipeline.images.pictures import preview  # Pillow takes long to import, and a check without a photo needs none

    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(preview(sources, profile, site))
    print(f"Your photo on the page and on the share card: {target}")
