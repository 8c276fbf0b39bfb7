"""Write a new profile repository: starting files for your data, the commands, and workflows that check and publish.

Existing files are never overwritten.
"""

from __future__ import annotations

import os
import shlex
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from pipeline.commands.shared import CommandError, run_command
from pipeline.commands.software import PACKAGE_NAME, ROOT, template_files, this_software
from pipeline.commands.starting_files import set_languages
from pipeline.commands.update import is_data
from pipeline.department import DEPARTMENT_FILE
from pipeline.messages import command_line

SETTINGS = """\
# The department. sources/README.md describes every setting.
name: REPLACE with the name of the department
# The address that visitors use. With GitHub Pages it is https://NAME.github.io/REPOSITORY.
base_url: https://replace.example.org
languages: [en]
# Who reviews changes on GitHub, besides the person: an account or a team such as hospital/web.
# webmaster: hospital/web
# people:
#   noa-example:
#     github: noa-example
"""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("folder", metavar="DIR", type=Path, help="the folder of the new repository")
    parser.add_argument("--orcid", metavar="ID", help="fill the files from this ORCID record (uses the network)")
    parser.add_argument("--languages", metavar="CODES", default="", help="languages of the pages, such as en he ar")
    parser.add_argument("--department", metavar="NAMES", help="write a department with a folder for each of these names")
    parser.add_argument(
        "--software",
        metavar="ADDRESS[@COMMIT]",
        default=os.environ.get("SOFTWARE") or None,
        help="the repository of this software (default: the origin of this copy)",
    )


def run(options: Namespace) -> int:
    folder: Path = options.folder
    pin = this_software(options.software)
    files = {**template_files(ROOT, pin), "software.txt": str(pin).encode()}
    if codes := options.languages.replace(",", " ").split():
        files = set_languages(files, codes)
    if options.department:
        if options.orcid:
            raise CommandError(
                "Name either an ORCID iD or the people of a department: in its repository, the command cv fills one of them."
            )
        files = files_of_department(files, options.department.split())
    if existing := [name for name in files if os.path.lexists(folder / name)]:
        raise CommandError(f"{folder} already has {', '.join(existing)}. Nothing was written: move them, or name a new folder.")
    if options.orcid:
        from pipeline.commands import from_orcid  # its libraries are installed for those who need them

        with TemporaryDirectory() as cache:
            record = from_orcid.ask(options.orcid, f"{PACKAGE_NAME} ({pin.address})", Path(cache))
            write(folder, from_orcid.fill_files(files, record))
            # What a registry cannot answer now, a later sync adds.
            run_command("sync", f"--sources={folder / 'sources'}", f"--cache={cache}", "--write", "--partial")
        print("", *from_orcid.summary(folder, record), "", sep="\n")
    else:
        write(folder, files)
    print(f"{folder} is ready. From now on, work in it:\n  cd {shlex.quote(str(folder))}")
    with chdir(folder):
        print(f"  {command_line('serve')}    # then open http://127.0.0.1:8080")
    print("Your data goes into sources/. README.md says how to publish it.")
    if pin.address.startswith("file:"):
        print(f"GitHub cannot install the software from {pin.address}: write its public address into software.txt.")
    return 0


def files_of_department(files: Mapping[str, bytes], slugs: list[str]) -> dict[str, bytes]:
    """Return the files of a new repository with the data of several people, each in a folder."""
    own = {name.removeprefix("sources/"): content for name, content in files.items() if is_data(name)}
    shared = {name: content for name, content in files.items() if not is_data(name)}
    data = {f"sources/people/{slug}/{name}": content for slug in slugs for name, content in own.items()}
    imports = {f"imports/{slug}/.gitkeep": b"" for slug in slugs}
    return {**shared, f"sources/{DEPARTMENT_FILE}": SETTINGS.encode(), **data, **imports}


def write(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
