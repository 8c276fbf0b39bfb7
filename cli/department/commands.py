"""The commands in a folder with department.yaml. They run the commands for one person in a loop."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from cli.check import check_folder, clean_photo
from cli.department import DEPARTMENT_FILE, site
from cli.department.person import Person
from cli.department.settings import PEOPLE, Department, problem_with_slug, read_department
from cli.diff import PublishedChange
from cli.repository import new as new_command
from cli.repository import propose as propose_command
from cli.repository import publish as publish_command
from cli.repository.software import HERE, git
from cli.repository.starting_files import Files, with_value
from cli.repository.update import is_data
from cli.shared import CommandError, print_result
from pipeline.build import Result
from pipeline.report import Report
from pipeline.wording import command_line

STARTING_SETTINGS = """\
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


def new(options: Namespace) -> int:
    """Write a new repository with a folder for each person."""
    slugs = options.department.split()
    if message := next(filter(None, map(problem_with_slug, slugs)), ""):
        raise CommandError(message)

    def arrange(files: Files) -> Files:
        """Move the files of a profile into the folder of each person, and add department.yaml."""
        shared = {name: content for name, content in files.items() if not is_data(name)}
        codes = options.languages.replace(",", " ").split()
        shared[f"sources/{DEPARTMENT_FILE}"] = (
            with_value(STARTING_SETTINGS, "languages", codes) if codes else STARTING_SETTINGS
        ).encode()
        for slug in slugs:
            shared[f"imports/{slug}/.gitkeep"] = b""
            for name in filter(is_data, files):
                shared[name.replace("sources/", f"sources/{PEOPLE}/{slug}/", 1)] = files[name]
        return shared

    return new_command.run(options, arrange)


def check(options: Namespace) -> int:
    def clean(person: Person) -> int:
        clean_photo(person.folder)
        return 0

    code = for_each(options.sources, clean) if options.clean_photo else 0
    _, result = check_department(options.sources, publishing=options.publish)
    code = max(code, print_result(result, options))
    if options.preview and options.format == "text":
        print(f"For a picture of someone's photo, name the person's folder: {command_for_person('check', options.sources)}")
    return code


def check_department(sources: Path, *, publishing: bool = False) -> tuple[Department | None, Result]:
    """Validate the settings and everyone's sources."""
    report, records = Report(), defaultdict[str, list[dict[str, Any]]](list)
    department = read_department(sources, report, publishing=publishing)
    for person in department.owners if department else ():
        result = check_folder(person.folder, publishing=publishing)
        report.extend(result.report)
        for name, rows in result.records.items():
            records[name] += rows
    return department, Result("checked", report, records, None)


def for_each(sources: Path, run: Callable[[Person], int]) -> int:
    """Run a command for each person, and return the highest exit code. One person's error does not stop the others.

    Raises:
        CommandError: department.yaml has errors; the message lists them.
    """
    report = Report()
    department = read_department(sources, report)
    if department is None:
        raise CommandError("\n".join(report.lines()))
    codes = [0]
    for person in department.owners:
        print(f"\n{person.slug}:")
        try:
            codes.append(run(person))
        except (CommandError, OSError) as error:
            print(error, file=sys.stderr)
            codes.append(2)
    return max(codes)


def sync(options: Namespace) -> int:
    """Run a sync for each person with an ORCID iD."""
    if options.orcid_bib:
        command = command_for_person("sync", options.sources, f"--orcid-bib={options.orcid_bib}")
        raise CommandError(f"--orcid-bib writes the file of one person: {command}")
    from cli.sync import run as run_sync  # its libraries are installed for those who need them

    def sync_person(person: Person) -> int:
        if not propose_command.has_orcid(person.folder):
            print("profile.yaml has no orcid.")
            return 0
        return run_sync(Namespace(**vars(options) | {"sources": person.folder}))

    return for_each(options.sources, sync_person)


def propose(options: Namespace) -> int:
    """Propose a change for each person; a new version of the software once."""
    if options.kind == "update":
        return propose_command.run(options)
    start = git(HERE, "rev-parse", "HEAD")
    return for_each(options.sources, lambda person: propose_command.propose_for(options.kind, person.slug, start))


def publish(options: Namespace) -> int:
    """Publish the repository, with the code owners. The commit only names the changed files."""

    def compare() -> tuple[Result, list[PublishedChange], str]:
        department, result = check_department(options.sources)
        if department is None or result.report.errors:
            return result, [], ""
        write_code_owners(department, options.sources)
        return result, [], "last commit"

    return publish_command.publish(options, compare, lambda sources: check_department(sources)[1])


def write_code_owners(department: Department, sources: Path) -> None:
    """Write who reviews changes on GitHub: the person and the webmaster, because nobody can approve their own proposal."""
    folder, webmaster = Path(os.path.relpath(sources), PEOPLE).as_posix(), department.settings.get("webmaster", "")
    reviewers = {"*": [webmaster]}
    for person in department.owners:
        both = [*dict.fromkeys((person.settings.get("github", ""), webmaster))]
        reviewers |= {f"/{folder}/{person.slug}/": both, f"/imports/{person.slug}/": both}
    lines = [" ".join([path, *(f"@{name}" for name in names if name)]) for path, names in reviewers.items() if any(names)]
    if lines:
        Path(".github").mkdir(exist_ok=True)
        text = "\n".join(["# Written from department.yaml on publishing.", *lines, ""])
        Path(".github/CODEOWNERS").write_text(text, encoding="utf-8")


def require_person(name: str, options: Namespace) -> int:
    command = command_for_person(name, options.sources)
    raise CommandError(f"{options.sources} is a department. Name the folder of a person: {command}")


def command_for_person(name: str, sources: Path, *options: str) -> str:
    return command_line(name, *options, SOURCES=f"{sources}/{PEOPLE}/NAME")


DEPARTMENT_COMMANDS: dict[str, Callable[[Namespace], int]] = {
    "new": new,
    "check": check,
    "site": site.run,
    "sync": sync,
    "publish": publish,
    "propose": propose,
    **{name: partial(require_person, name) for name in ("build", "diff", "import", "add", "cv", "serve")},
}
