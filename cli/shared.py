"""Options and output that several commands share."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from db.file_format import DEFAULT_DATABASE
from pipeline.report import Problem, Report
from pipeline.wording import plural

if TYPE_CHECKING:  # it imports Frictionless
    from pipeline.build import Result

PACKAGE_NAME = "public-profile-service"
TOO_LARGE = "A file is too large for this computer's memory, or nested too deeply."


class CommandError(Exception):
    """The command cannot run. The message tells the user why; it goes to standard error, and the exit code is 2."""


def add_sources(parser: ArgumentParser) -> None:
    folder = Path(os.environ.get("SOURCES") or "sources")
    parser.add_argument("--sources", type=Path, default=folder, help="the folder with your files")


def add_database(parser: ArgumentParser) -> None:
    file = Path(os.environ.get("PROFILE_DB") or DEFAULT_DATABASE)
    parser.add_argument("--database", type=Path, default=file, help="the database file")


def add_report(parser: ArgumentParser, formats: tuple[str, ...] = ("text", "json")) -> None:
    parser.add_argument("--format", choices=formats, default="text", help="output format (default: text)")
    parser.add_argument("--strict", action="store_true", help="treat warnings as errors")


def add_publish(parser: ArgumentParser) -> None:
    parser.add_argument("--publish", action="store_true", help="refuse values that still say REPLACE")


def run_command(name: str, *arguments: str) -> int:
    """Run another command in this process and return its exit code."""
    command = import_module(f"cli.{name}")  # each command can need libraries that others do not
    parser = ArgumentParser()
    command.add_arguments(parser)
    code: int = command.run(parser.parse_args(arguments))
    return code


def has_colors() -> bool:
    """Whether to print in color. The owner can turn colors off with NO_COLOR."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def print_json(document: Any) -> None:
    print(json.dumps(document, ensure_ascii=False, indent=2))


def print_result(result: Result, options: Namespace) -> int:
    """Print the outcome of a check or build in the chosen format, and return the exit code."""
    report = result.report
    passes = report.passes(strict=options.strict)
    if options.format == "json":
        print_json({"ok": passes, "rows": result.counts, "problems": [problem.as_json() for problem in report]})
        return 0 if passes else 1
    if options.format == "github":
        print_lines(github_lines(report))
        print(count_line(options.sources, [[problem] for problem in report]))
    else:
        print_lines(report.lines())
        print(count_line(options.sources, report.groups()))
    if not report.errors and not passes:
        print("With --strict, warnings count as errors.")
    return 0 if passes else 1


def count_line(sources: Path, groups: Sequence[Sequence[Problem]]) -> str:
    """The last line of a report: ``sources: 1 error, 2 warnings.``"""
    errors = sum(group[0].severity == "error" for group in groups)
    return f"{sources}: {plural(errors, 'error')}, {plural(len(groups) - errors, 'warning')}."


def print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


def github_lines(report: Report) -> Iterator[str]:
    """Yield the problems as workflow commands, which GitHub shows beside the lines of the files."""
    for problem in report:
        properties = {"file": problem.file, "line": str(problem.row or problem.line or 1)}
        location = ",".join(f"{name}={escape(value, ',:')}" for name, value in properties.items())
        yield f"::{problem.severity} {location}::{escape(str(problem))}"


def escape(text: str, characters: str = "") -> str:
    """Percent-encode the characters that would end a part of a workflow command."""
    return "".join(f"%{ord(char):02X}" if char in "%\r\n" + characters else char for char in text)
