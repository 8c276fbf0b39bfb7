"""Show what exports of other programs would add to your publications; --write adds it."""

from __future__ import annotations

import sys
import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from datetime import date

from bibliography import NOT_MINE
from bibliography.changes import ImportPlan, LeftOut, notices_as_json, record_as_json
from bibliography.csv_editor import CsvEditor
from bibliography.formats import import_formats
from bibliography.formats.inputs import InputError, named_files
from bibliography.not_mine import NotMine
from bibliography.plan import plan_files
from bibliography.preview import ImportPreview, conclusion
from bibliography.reference import ReadResult
from cli.own_list import add_list_options, open_list, print_problems, read_own_list, save_list, terminal_width
from cli.shared import CommandError, has_colors, print_json, print_lines
from pipeline.report import Report
from pipeline.schema.package import read_package
from pipeline.wording import command_line

EXPLANATION = """\
Name the files to import:
  {show}
shows what would change in the list of publications, and writes nothing. Then
  {write}
writes it. Several files: "works.ris 'My Collection.bib'".
{show_all}
shows every record.
{formats}"""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="FILE", help="an export of another program; - is standard input")
    add_list_options(parser)


def run(options: Namespace) -> int:
    """Show or write what the files add. Return 1 if a file or a record cannot be used.

    Raises:
        CommandError: no file is given, or the list cannot be written. The list stays unchanged.
    """
    if not options.files:
        raise CommandError(explain_usage())
    problems = Report()
    package = read_package(options.sources, problems)
    editor = open_list(package.sources["publications"], problems, options.output) if package else None
    not_mine = NotMine.read(editor.path.parent / NOT_MINE, problems) if editor else None
    if package is None or editor is None or not_mine is None or problems.errors:
        return print_problems(problems, options)
    files, errors = read_files(named_files(options.files))
    plan = plan_files(read_own_list(package.sources["publications"], editor), files, not_mine)
    plan.apply(editor, date.today())
    if options.write:
        save_list(editor)
    ok = not errors and not plan.failed
    if options.format == "json":
        print_json(import_as_json(plan, editor, errors, ok=ok, saved=options.write and editor.changed))
    else:
        belongs_in_cv = any(isinstance(record, LeftOut) and record.cv_row for record in plan.records)
        cv = open_list(package.sources["cv"], Report()) if belongs_in_cv else None
        print_report(plan, editor, cv, errors, options)
    return 0 if ok else 1


def explain_usage() -> str:
    example = "My Collection.bib"
    return EXPLANATION.format(
        show=command_line("import", FILES=example),
        write=command_line("import", "--write", FILES=example),
        show_all=command_line("import", "--all", FILES=example),
        formats=textwrap.fill(f"Formats: {import_formats.FORMAT_NAMES}.", 80),
    )


def read_files(names: Iterable[str]) -> tuple[list[list[ReadResult]], list[str]]:
    """The records of each file, and a message for each file that cannot be read."""
    files, errors = [], []
    for name in names:
        try:
            files.append(import_formats.read_export(name))
        except InputError as error:
            errors.append(f"{'standard input' if name == '-' else name}: {error}")
    return files, errors


def import_as_json(plan: ImportPlan, editor: CsvEditor, errors: list[str], *, ok: bool, saved: bool) -> dict[str, object]:
    """The report as JSON. Later versions can add keys, but not remove or redefine them."""
    records = [*map(record_as_json, plan.records)]
    notices = [*map(notices_as_json, plan.noticed)]
    return {"ok": ok, "written": saved, "list": str(editor.path), "errors": errors, "records": records, "notices": notices}


def print_report(plan: ImportPlan, editor: CsvEditor, cv: CsvEditor | None, errors: list[str], options: Namespace) -> None:
    print_lines(ImportPreview(plan, cv, terminal_width(), everything=options.all, colored=has_colors()).lines())
    sys.stdout.flush()
    for error in errors:
        print(error, file=sys.stderr)
    if plan.records or not errors:
        print_lines(conclusion(plan, editor, "import", saved=options.write, FILES="..."))
