"""What the commands that add to the owner's publications or CV share: options, reading, saving, errors in the sources."""

from __future__ import annotations

import shutil
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping
from pathlib import Path

from bibliography.csv_editor import CsvEditor
from bibliography.not_mine import NotMine
from bibliography.plan import OwnList
from cli.shared import CommandError, add_sources, print_json, print_lines
from pipeline.check.fields import FieldCheck
from pipeline.report import Report
from pipeline.schema.package import Source

# Width of the preview where there is no terminal.
WIDTH_IN_A_PIPE = 100


def add_list_options(parser: ArgumentParser) -> None:
    """Add the options of every command that adds to the list."""
    add_sources(parser)
    parser.add_argument("--output", type=Path, metavar="FILE.csv", help="use this list instead of the one in the sources")
    parser.add_argument("--write", action="store_true", help="write the changes; existing values stay")
    parser.add_argument("--all", action="store_true", help="show every record, not just the first few of each kind")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="output format (default: text)")


def open_list(source: Source, problems: Report, output: Path | None = None) -> CsvEditor | None:
    """Open ``output``, or else the owner's list, for editing. If the file has errors, report them and return None."""
    return CsvEditor.read(output or source.path, source.columns, problems)


def read_own_list(source: Source, editor: CsvEditor) -> OwnList:
    return OwnList(editor.rows, {field.name: FieldCheck(field) for field in source.fields})


def save_list(editor: CsvEditor) -> None:
    """Write the list.

    Raises:
        CommandError: the list cannot be written. It stays unchanged.
    """
    try:
        editor.save()
    except OSError as error:
        raise CommandError(f"The list cannot be written: {error.strerror or error}. It is unchanged.") from error


def refuse_for_good(not_mine: NotMine, refused: Iterable[Mapping[str, str]]) -> None:
    """Add publications or CV entries to not-mine.csv, the list of what the owner refuses.

    Raises:
        CommandError: the file cannot be written.
    """
    try:
        not_mine.refuse([*refused])
    except OSError as error:
        raise CommandError(f"{not_mine.editor.path} cannot be written: {error.strerror or error}.") from error


def print_problems(problems: Report, options: Namespace) -> int:
    """Print the errors that the owner must fix first, and return the exit code."""
    if options.format == "json":
        print_json({"ok": False, "problems": [problem.as_json() for problem in problems]})
    else:
        print_lines(problems.lines())
        print("Nothing was written. Fix these errors first.")
    return 1


def terminal_width() -> int:
    return shutil.get_terminal_size((WIDTH_IN_A_PIPE, 0)).columns
