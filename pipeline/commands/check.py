"""Validate the sources, compare the places of work with the last build or commit, and report every problem; build nothing."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from db.atomic import replace_file, temporary_beside
from pipeline.commands.diff import committed_sources, read_published
from pipeline.commands.shared import CommandError, add_database, add_publish, add_report, add_sources, print_result
from pipeline.commands.software import git
from pipeline.department import is_department
from pipeline.messages import command_line
from pipeline.problems import Report
from pipeline.publish import Result, check
from pipeline.schema.package import read_package
from pipeline.validation.across_files import MovedPlaces
from pipeline.validation.cv_entries import Record
from pipeline.validation.records import validate_source

NOT_MINE = "not-mine.csv"


def add_arguments(parser: ArgumentParser) -> None:
    add_sources(parser)
    add_database(parser)
    add_report(parser, ("text", "json", "github"))
    add_publish(parser)
    parser.add_argument(
        "--preview", type=Path, help="write a picture of photo and share card into this file (with --format text)"
    )
    parser.add_argument("--clean-photo", action="store_true", help="write your photo without position and other metadata first")


def run(options: Namespace) -> int:
    if is_department(options.sources):
        from pipeline.commands import department  # a profile needs none of it

        return department.check(options)
    if options.clean_photo:
        clean_photo(options.sources)
    result = check(options.sources, publishing=options.publish, others=[MovedPlaces(last_clinic(options))])
    if (options.sources / NOT_MINE).exists():
        check_not_mine(options.sources / NOT_MINE, result)
    code = print_result(result.report, result.counts, options)
    if options.preview and options.format == "text":
        write_preview(result, options.sources, options.preview)
    return code


def check_not_mine(path: Path, result: Result) -> None:
    """Report a row that refuses nothing, or a publication of the list, to a result."""
    from pipeline.list.not_mine import NotMine  # most owners have no such file

    if not_mine := NotMine.read(path, result.report):
        result.report.extend(not_mine.problems_with(result.records.get("publications", ())))


def clean_photo(sources: Path) -> None:
    """Write the photo of the profile without what the camera wrote about it, such as the position.

    Raises:
        CommandError: there is no photo that can be read.
    """
    from pipeline.images.photo import read_photo, without_metadata

    profile = (check(sources).records.get("profile") or [{}])[0]
    if "photo" not in profile:
        raise CommandError(f"profile.yaml has no photo that can be read. {command_line('check')} says why.")
    path = sources / profile["photo"]
    read_photo(path)
    with temporary_beside(path) as temporary:
        temporary.write_bytes(without_metadata(path))
        replace_file(temporary, path)
    print(f"{path}: written without position and other metadata.")


def last_clinic(options: Namespace) -> Record:
    """Return the clinic of the last build, or else of the last commit if it was edited since; an empty one without both."""
    with suppress(CommandError), TemporaryDirectory() as folder:
        for clinic in read_published(options.database, ["clinic"]).get("clinic", ()):
            return clinic
        is_edited = git(options.sources, "diff", "--name-only", "HEAD", "--", "clinic.yaml")
        committed = committed_sources(options.sources, Path(folder), "*.yaml") if is_edited else None
        package = read_package(committed, Report()) if committed else None
        for source in package.sources if package else ():
            if source.name == "clinic":
                return next(validate_source(source, Report()), {})
    return {}


def write_preview(result: Result, sources: Path, target: Path) -> None:
    """Write a picture of the photo as pages and the share card show it, if there is one, and print its path."""
    [profile], [site] = (result.records.get(name) or [{}] for name in ("profile", "site"))
    if "photo" not in profile:
        return
    # They take long to import, and a check without a photo needs neither sqlite-utils nor Pillow.
    from db.write import places_of_work
    from pipeline.images.pictures import preview

    places = places_of_work(result.records.get("clinic", ()))
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(preview(sources, profile, site, result.languages, places))
    print(f"Your photo on the page and on the share card: {target}")
