"""Show the rows for cv.csv that a CV in Word (.docx) or plain text (.txt) holds, or an ORCID record; --write adds them.

Every line of the file is accounted for: a heading, in a row, doubtful (with the reason), or not for cv.csv. Only an ORCID
record uses the network.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from pipeline.career import cv_file
from pipeline.career.career_rows import Career, Row, read_career
from pipeline.career.missing import missing_entries
from pipeline.commands.import_publications import refuse, remember, save
from pipeline.commands.shared import CommandError, add_sources, print_lines
from pipeline.commands.software import PACKAGE_NAME
from pipeline.list.csv_editor import CsvEditor
from pipeline.list.not_mine import NOT_MINE, NotMine
from pipeline.messages import command_line, plural
from pipeline.problems import Report
from pipeline.readers.inputs import InputError
from pipeline.readers.orcid_record import PUT_CODE
from pipeline.schema.package import read_package

EXPLANATION = f"""\
Name your CV, a Word document or plain text:
  {command_line("cv", FILE="My CV.docx")}
shows the rows that it gives for cv.csv, and writes nothing. Then
  {command_line("cv", "--write", FILE="My CV.docx")}
writes them. {command_line("cv", ORCID="0000-0002-1825-0097")} does the same with the public record of an ORCID iD."""


def add_arguments(parser: ArgumentParser) -> None:
    add_sources(parser)
    parser.add_argument("file", nargs="?", metavar="FILE", help="a CV as .docx or .txt")
    parser.add_argument("--orcid", metavar="ID", help="read this ORCID record instead (uses the network)")
    parser.add_argument("--not-mine", nargs="+", default=[], metavar="CODE", help="refuse entries of ORCID for good, by put-code")
    parser.add_argument("--write", action="store_true", help="add the rows to cv.csv; existing rows stay")


def run(options: Namespace) -> int:
    """Show or write the rows, and return the exit code.

    Raises:
        CommandError: nothing is named, it cannot be read, or a file cannot be written; it is unchanged.
    """
    if bool(options.file) == bool(options.orcid) or (options.not_mine and options.file):
        raise CommandError(EXPLANATION)
    problems = Report()
    package = read_package(options.sources, problems)
    source = next((source for source in package.sources if source.name == "cv"), None) if package else None
    editor = CsvEditor.read(source.path, source.label, source.columns, problems) if source else None
    not_mine = NotMine.read(editor.path.parent / NOT_MINE, problems) if editor else None
    if editor is None or not_mine is None or problems.errors:
        return refuse(problems, options)
    remember(not_mine, ({PUT_CODE: code} for code in options.not_mine))
    career = read_orcid(options.orcid, not_mine) if options.orcid else read_file(options.file)
    missing = missing_entries([row.cells for row in career.rows], [row.cells for row in editor.rows])
    rows = [row for row in career.rows if any(row.cells is cells for cells in missing)]
    for name in editor.allowed:
        if name not in editor.columns and any(name in row.cells for row in rows):
            editor.add_column(name)
    for row in rows:
        editor.insert(row.cells)
    if options.write:
        save(editor)
    print_lines(preview(career, rows, editor, options.orcid or ""))
    if editor.changed:
        source_of_rows = {"ORCID": options.orcid} if options.orcid else {"FILE": options.file}
        command = command_line("cv", "--write", **source_of_rows)
        print("Added them." if options.write else f"Nothing was written. To write them: {command}")
    return 0


def read_file(name: str) -> Career:
    try:
        return read_career(cv_file.read(str(Path(name).expanduser())))
    except InputError as error:
        raise CommandError(f"{name}: {error}") from error


def read_orcid(orcid: str, not_mine: NotMine) -> Career:
    from pipeline.commands import from_orcid  # its libraries are installed for those who need them

    with TemporaryDirectory() as cache:
        record = from_orcid.ask(orcid, PACKAGE_NAME, Path(cache), not_mine.put_codes)
    return Career(rows=[Row(cells) for cells in record.rows], notes=record.notes, refused=record.refused)


def preview(career: Career, rows: list[Row], editor: CsvEditor, orcid: str) -> Iterator[str]:
    """Yield the rows as they are written, those to check, then the lines that are in none."""
    if rows:
        yield f"+ {plural(len(rows), 'row')} for {editor.label}:"
        yield ",".join(editor.columns)
        yield from (editor.line(row.cells) for row in rows)
    if entries := {row.cells[PUT_CODE]: row.cells for row in rows if PUT_CODE in row.cells}:
        example = command_line("cv", "--not-mine", next(iter(entries)), ORCID=orcid)
        yield f"? To refuse one for good, by its number at ORCID: {example}"
        for code, cells in entries.items():
            yield f"  {code}  {', '.join(filter(None, (cells['title'], cells.get('organization'))))}"
    if career.refused:
        yield f"- {career.refused:,} refused in {NOT_MINE}"
    if same := [row for row in career.rows if not any(row is new for new in rows)]:
        yield f"= {plural(len(same), 'row')} that {editor.label} already has:"
        yield from (f"  {row.cells['title']}" for row in same)
    of_rows = {note: [row.cells["title"] for row in rows if note in row.notes] for row in rows for note in row.notes}
    for note, titles in (career.notes | of_rows).items():
        yield f"? {note} ({plural(len(titles), 'row')}):"
        yield from (f"  {title}" for title in titles)
    for reason, lines in career.doubtful.items():
        yield f"? {reason} ({plural(len(lines), 'line')} in no row):"
        for text, proposal in lines:
            yield f"  {text}"
            yield from [f"  {editor.line(proposal)}"] if proposal else []
    for reason, texts in career.others.items():
        yield from [f"- {reason} ({plural(len(texts), 'line')}):"] if texts else []
        yield from (f"  {text}" for text in texts)
    yield from counts(career)


def counts(career: Career) -> Iterator[str]:
    parts: Mapping[str, int] = {
        "headings": len(career.headings),
        "in rows": career.lines_in_rows,
        "doubtful": sum(map(len, career.doubtful.values())),
        "not for cv.csv": sum(map(len, career.others.values())),
    }
    if career.lines_in_rows or career.headings:
        yield f"{plural(sum(parts.values()), 'line')}: {', '.join(f'{count:,} {name}' for name, count in parts.items())}."
