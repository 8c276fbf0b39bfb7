"""Commands in a folder with department.yaml."""

from __future__ import annotations

import os
from argparse import Namespace

from db.file_format import DatabaseError
from pipeline.commands.shared import CommandError, fonts_beside, print_result, run_program
from pipeline.department.build_department import build_people, check_department
from pipeline.messages import listing, plural


def check(options: Namespace) -> int:
    result = check_department(options.sources, publishing=options.publish)
    return print_result(result.report, result.counts, options)


def build(options: Namespace) -> tuple[int, bool]:
    """Build the databases; return the exit code, and whether there is a site of everyone.

    Raises:
        CommandError: a database cannot be written.
    """
    try:
        fonts, checks = fonts_beside(options.database), {"strict": options.strict, "publishing": options.publish}
        result = build_people(options.sources, options.database, **checks, fonts=fonts)
    except (OSError, DatabaseError) as error:
        raise CommandError(f"{options.database} cannot be written: {getattr(error, 'strerror', None) or error}.") from error
    code = print_result(result.report, result.counts, options)
    if options.format == "text" and result.is_built:
        print(
            ", ".join(plural(count, name.removesuffix("s")) for name, count in result.counts.items()).replace("peoples", "people")
        )
    if options.format == "text" and result.failed:
        state = "as published before" if result.is_built else "and nothing was published, because no earlier site is here"
        print(f"With errors, {state}: {listing(result.failed)}.")
    return code, result.is_built


def site(options: Namespace) -> int:
    """Write the site of the department, and return 1 if someone has errors."""
    code, is_built = build(options)
    if not is_built:
        return 1
    os.environ["PROFILE_DB"] = str(options.database)
    return run_program("api.site.department_site", options.folder) or code
