"""Create a new profile repository: starting files for your data, the commands, and workflows that check and publish.

Existing files are never overwritten.
"""

from __future__ import annotations

import os
import shlex
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from cli.repository.software import SOFTWARE_FOLDER, template_files, this_software
from cli.repository.starting_files import Files, set_languages
from cli.shared import PACKAGE_NAME, CommandError, run_command
from db.languages import english_names
from look.phrases import LANGUAGE_CODES
from pipeline.wording import command_line


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("folder", metavar="DIR", type=Path, help="the folder of the new repository")
    whose = parser.add_mutually_exclusive_group()
    whose.add_argument("--orcid", metavar="ID", help="fill the files from this ORCID record (uses the network)")
    whose.add_argument("--department", metavar="NAMES", help="write a department with a folder for each of these names")
    parser.add_argument("--languages", metavar="CODES", default="", help="languages of the pages, such as en he ar")
    parser.add_argument(
        "--software",
        metavar="ADDRESS[@COMMIT]",
        default=os.environ.get("SOFTWARE") or None,
        help="the repository of this software (default: the origin of this copy)",
    )


def run(options: Namespace, arrange: Callable[[Files], Files] = dict) -> int:
    """Write the files. ``arrange`` can move them into other folders."""
    folder: Path = options.folder
    pin = this_software(options.software)
    files = {**template_files(SOFTWARE_FOLDER, pin), "software.txt": str(pin).encode()}
    if codes := options.languages.replace(",", " ").split():
        files = set_languages(files, codes)
    files = arrange(files)
    if existing := [name for name in files if os.path.lexists(folder / name)]:
        raise CommandError(f"{folder} already has {', '.join(existing)}. Nothing was written: move them, or name a new folder.")
    if options.orcid:
        from cli.repository import from_orcid  # its libraries are optional

        with TemporaryDirectory() as cache:
            record = from_orcid.ask_orcid(options.orcid, f"{PACKAGE_NAME} ({pin.address})", Path(cache))
            write_files(folder, from_orcid.fill_files(files, record))
            # If a registry fails now, a later sync adds its publications.
            run_command("sync", f"--sources={folder / 'sources'}", f"--cache={cache}", "--write", "--partial")
        print("", *from_orcid.summary_lines(folder, record), "", sep="\n")
    else:
        write_files(folder, files)
    print(f"{folder} is ready. From now on, work in it:\n  cd {shlex.quote(str(folder))}")
    sources = str(Path(next(name for name in files if name.endswith("/profile.yaml"))).parent)
    with chdir(folder):
        # A department as a whole has no preview, but each person has one.
        serve = command_line("serve") if sources == "sources" else command_line("serve", SOURCES=sources)
        print(f"  {serve}    # then open http://127.0.0.1:8080")
    print("Your data goes into sources/. README.md says how to publish it.")
    if unknown := [english_names()[code] for code in codes if code.partition("-")[0] not in LANGUAGE_CODES]:
        print(f"Menus and buttons are translated into {', '.join(LANGUAGE_CODES)}. In {', '.join(unknown)}, they are English.")
    if pin.address.startswith("file:"):
        print(f"GitHub cannot install the software from {pin.address}: write its public address into software.txt.")
    return 0


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
