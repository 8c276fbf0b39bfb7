"""Validate the sources and build the database; if there are errors, the old database stays."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from cli.shared import (
    CommandError,
    add_database,
    add_publish,
    add_report,
    add_sources,
    print_result,
)
from db.file_format import DatabaseError
from pipeline.build import Result, build
from pipeline.wording import plural


def add_arguments(parser: ArgumentParser) -> None:
    add_sources(parser)
    add_database(parser)
    add_report(parser)
    add_publish(parser)
    parser.set_defaults(setting=())
    parser.add_argument("--preview", action="store_true", help="name the preview in the output instead of the database")


def run(options: Namespace) -> int:
    checks = {"strict": options.strict, "publishing": options.publish}
    try:
        result = build(options.sources, options.database, **checks, settings=dict(options.setting))
    except (OSError, DatabaseError) as error:
        reason = getattr(error, "strerror", None) or error
        raise CommandError(f"{options.database} cannot be written: {reason}. Nothing was changed.") from error
    code = print_result(result.report, result.counts, options)
    if options.format == "text":
        print(outcome(result, options.database, is_preview=options.preview))
    return code


def outcome(result: Result, database: Path, *, is_preview: bool) -> str:
    """Return a sentence that says whether the database has changed, or the preview, whose database is a temporary file."""
    if is_preview and result.outcome == "refused":
        state = "still shows the last version without errors" if database.exists() else "shows only these problems"
        return f"The preview {state}."
    if result.outcome == "refused":
        return f"Nothing was published; {database} is unchanged." if database.exists() else "Nothing was published."
    state = "was built" if result.outcome == "built" else "is the same as before"
    rows = ", ".join(plural(result.counts[name], name.removesuffix("s")) for name in ("publications", "services"))
    return f"{'The preview' if is_preview else database} {state}: {rows}."
