"""Validate the sources and build the database; if there are errors, the old database stays."""

from __future__ import annotations

import sqlite3
from argparse import ArgumentParser, Namespace

from pipeline.commands.shared import (
    CommandError,
    add_database,
    add_publish,
    add_report,
    add_sources,
    print_report,
    print_result_json,
)
from pipeline.loading.publish import Result, build
from pipeline.messages import plural


def add_arguments(parser: ArgumentParser) -> None:
    add_sources(parser)
    add_database(parser)
    add_report(parser)
    add_publish(parser)


def run(options: Namespace) -> int:
    try:
        result = build(options.sources, options.database, strict=options.strict, publishing=options.publish)
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise CommandError(f"{options.database} cannot be written: {reason}. Nothing was changed.") from error
    if options.format == "json":
        print_result_json(result.report, result.counts, strict=options.strict)
    else:
        print_result(result, options)
    return 0 if result.report.passes(strict=options.strict) else 1


def print_result(result: Result, options: Namespace) -> None:
    """Print the problems, and what became of the database."""
    print_report(result.report, options.sources, strict=options.strict)
    if result.outcome == "refused":
        unchanged = f"; {options.database} is unchanged" if options.database.exists() else ""
        print(f"Nothing was published{unchanged}.")
        return
    state = "was built" if result.outcome == "built" else "is the same as before"
    rows = ", ".join(plural(result.counts[name], name.removesuffix("s")) for name in ("publications", "services"))
    print(f"{options.database} {state}: {rows}.")
