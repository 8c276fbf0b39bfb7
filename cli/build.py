"""Check the sources and build the database. If there are errors, the old database stays."""

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


def run(options: Namespace) -> int:
    checks = {"strict": options.strict, "publishing": options.publish}
    try:
        result = build(options.sources, options.database, **checks, settings=dict(options.setting))
    except (OSError, DatabaseError) as error:
        reason = getattr(error, "strerror", None) or error
        raise CommandError(f"{options.database} cannot be written: {reason}. Nothing was changed.") from error
    code = print_result(result, options)
    if options.format == "text":
        print(outcome_sentence(result, options.database))
    return code


def outcome_sentence(result: Result, database: Path) -> str:
    """A sentence that says whether the database has changed."""
    if result.outcome == "refused":
        return f"Nothing was published; {database} is unchanged." if database.exists() else "Nothing was published."
    return f"{database} {new_state(result)}"


def new_state(result: Result) -> str:
    """What a successful build did: ``was built: 13 publications, 5 services.``"""
    state = "was built" if result.outcome == "built" else "is the same as before"
    rows = ", ".join(plural(result.counts[name], name.removesuffix("s")) for name in ("publications", "services"))
    return f"{state}: {rows}."
