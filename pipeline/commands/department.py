"""Commands in a folder with department.yaml."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable
from pathlib import Path

from db.file_format import DatabaseError
from pipeline.commands.shared import CommandError, print_result, run_program
from pipeline.department.build_department import build_people, check_department
from pipeline.department.people import Person, has_orcid, read_department
from pipeline.messages import listing, plural
from pipeline.problems import Report


def people_of(sources: Path) -> list[Person]:
    """Return the people whose files are here and who have not left.

    Raises:
        CommandError: department.yaml has errors; the message lists them.
    """
    report = Report()
    department = read_department(sources, report)
    if department is None:
        raise CommandError("\n".join(report.lines()))
    return [person for person in department.profiles if not person.has_left]


def for_each(people: Iterable[Person], run: Callable[[Person], int]) -> int:
    """Run a command for each person; what stops one stops no other. Return the highest exit code."""
    codes = [0]
    for person in people:
        try:
            codes.append(run(person))
        except CommandError as error:
            print(error, file=sys.stderr)
            codes.append(2)
    return max(codes)


def sync(options: Namespace, run: Callable[[Namespace], int]) -> int:
    """Run a sync for each person with an ORCID iD."""

    def sync_person(person: Person) -> int:
        print(f"\n{person.slug}:")
        if has_orcid(person.folder):
            return run(Namespace(**{**vars(options), "sources": person.folder}))
        print("profile.yaml has no orcid.")
        return 0

    return for_each(people_of(options.sources), sync_person)


def write_codeowners(sources: Path, repository: Path) -> None:
    """Write whom GitHub asks to review changes of a person's files: the person and the web master.

    Nobody can approve a proposal of their own, so each folder has both.
    """
    department = read_department(sources, Report())
    if department is None:
        return
    webmaster = department.values.get("webmaster", "")
    lines = ["# Written from department.yaml on publishing.", *([f"* @{webmaster}"] if webmaster else [])]
    folder = Path(os.path.relpath(sources, repository)).as_posix()
    for person in department.profiles:
        names = [f"@{name}" for name in dict.fromkeys((person.settings.get("github", ""), webmaster)) if name]
        lines += [f"/{path}/{person.slug}/ {' '.join(names)}" for path in (f"{folder}/people", "imports") if names]
    path = repository / ".github" / "CODEOWNERS"
    if lines[1:]:
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def check(options: Namespace) -> int:
    result = check_department(options.sources, publishing=options.publish)
    return print_result(result.report, result.counts, options)


def build(options: Namespace) -> tuple[int, bool]:
    """Build the databases; return the exit code, and whether there is a site of everyone.

    Raises:
        CommandError: a database cannot be written.
    """
    try:
        result = build_people(options.sources, options.database, strict=options.strict, publishing=options.publish)
    except (OSError, DatabaseError) as error:
        raise CommandError(f"{options.database} cannot be written: {getattr(error, 'strerror', None) or error}.") from error
    code = print_result(result.report, result.counts, options)
    if options.format == "text" and result.is_built:
        people, publications = result.counts["people"], result.counts["publications"]
        print(f"{plural(people, 'person', 'people')}, {plural(publications, 'publication')}")
    if options.format == "text" and result.failed:
        state = "their pages stay as they were" if result.is_built else "nothing was published, because no earlier site is here"
        print(f"Errors of {listing(result.failed)}: {state}.")
    return code, result.is_built


def site(options: Namespace) -> int:
    """Write the site of the department, and return 1 if someone has errors."""
    code, is_built = build(options)
    if not is_built:
        return 1
    os.environ["PROFILE_DB"] = str(options.database)
    return run_program("api.site.department_site", options.folder) or code
