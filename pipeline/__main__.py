"""The command line: ``python -m pipeline check``, ``build``, ``diff``, ``import`` and ``describe``.

Exit codes: 0 all is well, 1 the sources have errors, 2 wrong usage or an environment that does not work.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sqlite3
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from db.layout import DEFAULT_DATABASE
from pipeline.problems import Report

if TYPE_CHECKING:
    from pipeline.loading.publish import Result


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code."""
    try:
        options = parser(sys.argv[1:] if arguments is None else arguments).parse_args(arguments)
    except ImportError as error:  # of the import's libraries
        return broken(f"The library {error.name} is not installed. Run this command with make, which installs it.")
    if options.command == "describe":
        return describe(options.database)
    if not options.sources.is_dir():
        return broken(f"There is no folder {options.sources}. Name the folder of the sources with --sources.")
    if options.command == "import":
        return import_files(options)
    try:
        # Imported late: a missing library is a broken environment and gets a sentence, not a traceback.
        from pipeline.loading import publish as build
    except ImportError as error:  # pragma: no cover - tested where nothing is installed, coverage neither
        return broken(f"The library {error.name} is not installed. Run make, which installs what is needed.")
    if options.command == "check":
        return tell(build.check(options.sources), options)
    if options.command == "diff":
        return show_difference(options)
    if options.if_changed and not options.strict and build.is_current(options.sources, options.database):
        return tell(build.Result("current", Report(), {}), options)
    try:
        result = build.build(options.sources, options.database, strict=options.strict)
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        return broken(f"{options.database} cannot be written: {reason}. Nothing was changed.")
    return tell(result, options)


def parser(arguments: list[str]) -> argparse.ArgumentParser:
    """The commands and their options."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--sources", type=Path, default=Path(os.environ.get("SOURCES") or "sources"), help="folder of the sources"
    )
    common.add_argument("--format", choices=("text", "json"), default="text", help="how problems are written (default: text)")
    common.add_argument("--strict", action="store_true", help="treat warnings as errors")
    whole = argparse.ArgumentParser(prog="python -m pipeline", description="Check the sources and build the database.")
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("check", parents=[common], help="validate the sources, build nothing")
    database = argparse.ArgumentParser(add_help=False)
    database.add_argument(
        "--database", type=Path, default=Path(os.environ.get("PROFILE_DB") or DEFAULT_DATABASE), help="the database file"
    )
    commands.add_parser("describe", parents=[database], help="print what Datasette shows about the database")
    build = commands.add_parser("build", parents=[common, database], help="validate the sources and build the database")
    build.add_argument("--if-changed", action="store_true", help="do nothing when sources and code are those of the file")
    commands.add_parser("diff", parents=[common, database], help="show what the next build would change in what is served")
    if arguments[:1] == ["import"]:  # its libraries may not be installed
        add_import(commands)
    return whole


def add_import(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The import has options of its own: it reads other files, and writes to the sources only when it is told to."""
    from pipeline.commands import import_publications

    summary = "show what exports of other programs would add to the publications, and add it with --write"
    import_publications.add_arguments(commands.add_parser("import", help=summary, description=import_publications.__doc__))


def show_difference(options: argparse.Namespace) -> int:
    """Print what the next build would change."""
    from pipeline.commands import diff

    try:
        found = diff.difference(options.sources, options.database, strict=options.strict)
    except diff.UnusableError as error:
        return broken(str(error))
    if options.format == "json":
        print(json.dumps(found.as_json(), ensure_ascii=False, indent=2))
        return 0 if found.ok else 1
    if not found.ok:
        tell_problems(found.report, options)
        print("The next build would publish nothing.")
        return 1
    for warning in found.report:
        print(warning)
    if found.state == "missing":
        print(f"There is no {options.database} yet, so all is new.")
    elif found.state == "outdated":
        print(f"{options.database} was built by another version of this service. The next build makes the whole file anew.")
    for line in diff.lines(found, coloured=sys.stdout.isatty() and not os.environ.get("NO_COLOR")):
        print(line)
    return 0


def import_files(options: argparse.Namespace) -> int:
    """Import exports of other programs."""
    from pipeline.commands import import_publications
    from pipeline.commands.shared import CommandError

    try:
        return import_publications.run(options)
    except CommandError as error:
        return broken(str(error))


def describe(database: Path) -> int:
    """Print Datasette's metadata for a built database."""
    from pipeline.commands.describe import datasette_metadata

    try:
        print(json.dumps(datasette_metadata(database), ensure_ascii=False, indent=2))
    except (OSError, sqlite3.Error) as error:
        return broken(f"{database} cannot be read ({error}). Build it with make build-db.")
    return 0


def tell(result: Result, options: argparse.Namespace) -> int:
    """Print the problems and the outcome; the exit code."""
    passes = result.report.passes(strict=options.strict)
    if options.format == "json":
        problems = [problem.as_json() for problem in result.report]
        print(json.dumps({"ok": passes, "rows": result.counts, "problems": problems}, ensure_ascii=False, indent=2))
        return 0 if passes else 1
    if result.outcome == "current":
        print(f"{options.database} is up to date with {options.sources}.")
        return 0
    tell_problems(result.report, options)
    if options.command == "check":
        return 0 if passes else 1
    if not passes:
        unchanged = f"; {options.database} is as it was" if options.database.exists() else ""
        print(f"Nothing was published{unchanged}.")
    else:
        state = "was built" if result.outcome == "built" else "is the same as before"
        rows = ", ".join(f"{count:,} {name}" for name, count in result.counts.items() if name in ("publications", "services"))
        print(f"{options.database} {state}: {rows}.")
    return 0 if passes else 1


def tell_problems(report: Report, options: argparse.Namespace) -> None:
    """Print the problems and their number."""
    for problem in report:
        print(problem)
    print(f"{options.sources}: {plural(report.errors, 'error')}, {plural(report.warnings, 'warning')}.")
    if not report.errors and not report.passes(strict=options.strict):
        print("With --strict, warnings count as errors.")


def run() -> int:
    """Run the command line as a process that no reader, terminal or key press brings to a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # pragma: no branch - in a process of its own it always is one
            stream.reconfigure(errors="backslashreplace")  # a terminal that cannot show Hebrew
    try:
        code = main()
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has read enough (| head). What is left in the buffer has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return broken("Stopped. Nothing was changed.")
    return code


def plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def broken(message: str) -> int:
    print(message, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(run())
