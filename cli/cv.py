"""Show the entries of a public ORCID record that cv.csv lacks; --write adds them as rows. Uses the network."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from bibliography import NOT_MINE
from bibliography.csv_editor import CsvEditor
from bibliography.formats.orcid_record import OrcidProfile
from bibliography.missing_entries import missing_entries
from bibliography.not_mine import PUT_CODE, NotMine
from cli.own_list import open_list, print_problems, refuse_for_good, save_list
from cli.repository import from_orcid
from cli.shared import PACKAGE_NAME, CommandError, add_sources, print_lines
from db.career import title_and_organization
from pipeline.report import Report
from pipeline.schema.package import read_package
from pipeline.wording import command_line, plural

Row = Mapping[str, str]
EXPLANATION = """\
Name your ORCID iD: {command}
If your CV is a Word or PDF file, AGENTS.md, which make new writes, tells an AI assistant how to turn it into rows."""


def add_arguments(parser: ArgumentParser) -> None:
    add_sources(parser)
    parser.add_argument("--orcid", metavar="ID", help="the ORCID iD of the record")
    parser.add_argument("--not-mine", nargs="+", default=[], metavar="CODE", help="refuse entries for good, by ORCID's put-code")
    parser.add_argument("--write", action="store_true", help="add the rows to cv.csv; existing rows stay")
    parser.set_defaults(format="text")


def run(options: Namespace) -> int:
    """Show or write the rows, and return the exit code.

    Raises:
        CommandError: there is no iD, the record cannot be read, or a file cannot be written. The file stays unchanged.
    """
    if not options.orcid:
        raise CommandError(EXPLANATION.format(command=command_line("cv", ORCID="0000-0002-1825-0097")))
    problems = Report()
    package = read_package(options.sources, problems)
    editor = open_list(package.sources["cv"], problems) if package else None
    not_mine = NotMine.read(editor.path.parent / NOT_MINE, problems) if editor else None
    if editor is None or not_mine is None or problems.errors:
        return print_problems(problems, options)
    refuse_for_good(not_mine, ({PUT_CODE: code} for code in options.not_mine))
    with TemporaryDirectory() as cache:
        record = from_orcid.ask_orcid(options.orcid, PACKAGE_NAME, Path(cache), not_mine.put_codes)
    missing = missing_entries(record.rows, [row.cells for row in editor.rows])
    editor.add_columns({name for cells in missing for name in cells})
    for cells in missing:
        editor.insert(cells)
    if options.write:
        save_list(editor)
    print_lines(preview_lines(record, missing, editor, options.orcid))
    if editor.changed:
        command = command_line("cv", "--write", ORCID=options.orcid)
        print("Added them." if options.write else f"Nothing was written. To write them: {command}")
    return 0


def preview_lines(record: OrcidProfile, missing: Sequence[Row], editor: CsvEditor, orcid: str) -> Iterator[str]:
    """Yield the new rows as CSV, how to refuse them, the entries that the file already has, and notes on what to check."""
    if missing:
        yield f"+ {plural(len(missing), 'row')} for {editor.path}:"
        yield ",".join(editor.columns)
        yield from map(editor.line, missing)
    if entries := {cells[PUT_CODE]: cells for cells in missing if PUT_CODE in cells}:
        example = command_line("cv", "--not-mine", next(iter(entries)), ORCID=orcid)
        yield f"? To refuse one for good, by its number at ORCID: {example}"
        for code, cells in entries.items():
            yield f"  {code}  {title_and_organization(cells)}"
    if record.refused:
        yield f"- {record.refused:,} refused in {NOT_MINE}"
    if same := [cells for cells in record.rows if not any(cells is other for other in missing)]:
        yield f"= {plural(len(same), 'row')} that {editor.path} already has:"
        yield from (f"  {title_and_organization(cells)}" for cells in same)
    for note, titles in record.notes.items():
        yield f"? {note} ({plural(len(titles), 'row')}):"
        yield from (f"  {title}" for title in titles)
