"""Check the sources and report every problem. Build nothing."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from bibliography import NOT_MINE
from cli.shared import add_publish, add_report, add_sources, print_result
from db.atomic import write_file
from pipeline.build import Result, check
from pipeline.check.rules.appearance import IMAGE_FILE_NAME
from pipeline.read.document import read_yaml
from pipeline.report import Report


def add_arguments(parser: ArgumentParser) -> None:
    add_sources(parser)
    add_report(parser, ("text", "json", "github"))
    add_publish(parser)
    parser.add_argument(
        "--preview", type=Path, help="write a picture of your photo and share card into this file (with --format text)"
    )
    parser.add_argument("--clean-photo", action="store_true", help="first remove the position and other metadata from your photo")


def run(options: Namespace) -> int:
    if options.clean_photo:
        clean_photo(options.sources)
    result = check_folder(options.sources, publishing=options.publish)
    code = print_result(result, options)
    if options.preview and options.format == "text":
        write_preview(result, options.sources, options.preview)
    return code


def check_folder(folder: Path, *, publishing: bool) -> Result:
    """Check one person's sources and not-mine.csv."""
    result = check(folder, publishing=publishing)
    if (folder / NOT_MINE).exists():
        from bibliography.not_mine import NotMine  # most owners have no such file

        if not_mine := NotMine.read(folder / NOT_MINE, result.report):
            result.report.extend(not_mine.problems_with(result.records.get("publications", ())))
    return result


def clean_photo(sources: Path) -> None:
    """Remove what the camera wrote into the profile's photo, such as the position. If the photo cannot be read, say so."""
    from pipeline.images.photo import PhotoError, read_photo, without_metadata

    document = read_yaml(sources / "profile.yaml", Report())  # its other values can have errors
    name = str(document.values.get("photo")) if document else ""
    path = sources / name
    try:
        photo = read_photo(path) if IMAGE_FILE_NAME.fullmatch(name) else None
    except PhotoError:
        photo = None
    if photo is None:
        print("profile.yaml has no photo that can be read.")
        return
    write_file(path, without_metadata(path))
    print(f"Removed the position and other metadata from {path}.")


def write_preview(result: Result, sources: Path, target: Path) -> None:
    """Write a picture of the photo, as pages show it, and of the share card. Print its path. Without a photo, do nothing."""
    [profile], [site] = (result.records.get(name) or [{}] for name in ("profile", "site"))
    if "photo" not in profile:
        return
    # These imports are slow, and a check without a photo needs neither sqlite-utils nor Pillow.
    from pipeline.images.pictures import draw_preview, shown_on_card

    on_card, places = shown_on_card(result.records)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(draw_preview(sources, on_card, site, result.languages, places))
    print(f"Your photo on the page and on the share card: {target}")
