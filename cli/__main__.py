"""The command line: ``public-profile COMMAND``; in a clone of the software, ``python -m cli COMMAND``.

The exit code is 0 after success, 1 if the sources have errors, and 2 if the command cannot run.
"""

from __future__ import annotations

import argparse
import gc
import io
import os
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, TextIO

from cli.department import is_department
from cli.shared import PACKAGE_NAME, TOO_LARGE, CommandError

# The module and the summary of each command. Only the chosen command's module is imported, because others can need libraries
# that are not installed.
COMMANDS = {
    "check": ("cli.check", "check your files and report every problem"),
    "build": ("cli.build", "check your files and build the database"),
    "diff": ("cli.diff", "show what your edits would change in the published data"),
    "import": (
        "cli.import_publications",
        "show what exports of other programs would add to your publications, or add it",
    ),
    "add": ("cli.add", "look up publications by DOI or PubMed ID, and show or add them"),
    "cv": ("cli.cv", "show what an ORCID record would add to cv.csv, or add it"),
    "sync": ("cli.sync", "look for your publications at ORCID, PubMed and other services, and show or add them"),
    "serve": ("cli.serve", "show your pages on this computer, and build them again when you save a file"),
    "site": ("cli.site", "build the database and write the site as files"),
    "new": ("cli.repository.new", "create a new profile repository"),
    "publish": ("cli.repository.publish", "check your files, merge what changed online, commit and push"),
    "update": ("cli.repository.update", "move to the newest release of the software"),
    "propose": ("cli.repository.propose", "propose changes as a pull request, in a workflow"),
    "describe": ("cli.describe", "print Datasette's metadata for the database"),
}


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code."""
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        options = parser(chosen=arguments[0] if arguments else "").parse_args(arguments)
        if "sources" in options and not options.sources.is_dir():
            raise CommandError(f"There is no folder {options.sources}. Name the folder of the sources with --sources.")
        return find_command(arguments[0], options)(options)
    except ModuleNotFoundError as error:
        install = f'pip install "{PACKAGE_NAME}[pipeline,import]"'
        return fail(f"{error.name} is not installed. Run this command with make, which installs the libraries, or: {install}")
    except CommandError as error:
        return fail(str(error))
    except OSError as error:
        return fail(f"{error.filename} cannot be used: {error.strerror}." if error.filename else str(error))
    except (MemoryError, RecursionError):
        return fail(TOO_LARGE)


def find_command(name: str, options: argparse.Namespace) -> Callable[[argparse.Namespace], int]:
    """The function that runs a command. For some commands, a department has its own function."""
    own: Callable[[argparse.Namespace], int] = options.run
    if getattr(options, "department", "") or ("sources" in options and is_department(options.sources)):
        from cli.department.commands import DEPARTMENT_COMMANDS  # a profile does not need it

        return DEPARTMENT_COMMANDS.get(name, own)
    return own


def parser(chosen: str) -> argparse.ArgumentParser:
    """Make the parser. Only the chosen command gets its arguments."""
    whole = argparse.ArgumentParser(prog="public-profile", description="Publish a profile from files in the folder sources.")
    commands = whole.add_subparsers(required=True, metavar="COMMAND")
    for name, (path, summary) in COMMANDS.items():
        command = commands.add_parser(name, help=summary)
        if name == chosen:
            module = import_module(path)
            command.description = module.__doc__
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return whole


class Output(io.FileIO):
    """An output that ignores a reader that stops early (``| head``)."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            return len(data)


def tolerant_stream(stream: TextIO | None) -> TextIO:
    """Wrap a stream: escape letters that the terminal cannot show, such as Hebrew, and let the reader stop early."""
    if stream is None:  # closed by the shell (>&-)
        return Path(os.devnull).open("w", encoding="utf-8")
    output = io.BufferedWriter(Output(stream.fileno(), "w", closefd=False))
    return io.TextIOWrapper(output, stream.encoding, "backslashreplace", line_buffering=True)


def run() -> int:
    """Run the command line as a process; Ctrl+C ends it without a traceback."""
    # Modules and records live until the process ends. Searching them for cycles would take an eighth of a build.
    gc.set_threshold(200_000)
    sys.stdout, sys.stderr = tolerant_stream(sys.stdout), tolerant_stream(sys.stderr)
    try:
        return main()
    except KeyboardInterrupt:
        return fail("Stopped.")
    finally:
        gc.freeze()  # otherwise Python would search all of them again at exit


def fail(message: str) -> int:
    print(message, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(run())
