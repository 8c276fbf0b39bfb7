"""``python -m pipeline import``: what the exports hold, what the list has, what would change, and writing it."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path

from pipeline.importing import formats, report
from pipeline.importing.csv_editor import CsvEditor
from pipeline.importing.inputs import InputError, opened
from pipeline.importing.plan import Plan
from pipeline.importing.reference import Record
from pipeline.problems import Report
from pipeline.progress import counted
from pipeline.reading.csv import Columns
from pipeline.schema.package import Source, read_package
from pipeline.validation.fields import FieldCheck

DRY = 'Nothing was written. To write it, give the same command with --write (make import FILES="…" OPTIONS=--write).'


def run(options: Namespace) -> int:
    """Import the files that are named; the exit code.

    Raises:
        OSError: the list cannot be written; it is as it was.
    """
    problems = Report()
    package = read_package(options.sources, problems)
    source = next((source for source in package.sources if source.name == "publications"), None) if package else None
    editor = editor_of(source, options.output, problems) if source else None
    if source is None or editor is None:
        return refuse(problems, options)
    files, faults = read_all(options.files)
    plan = Plan(editor, map(FieldCheck, source.fields), all_types=options.all_types)
    plan.add(files)
    plan.apply()
    if options.write:
        editor.save()
    tell(plan, faults, options)
    return 1 if faults or any(outcome.status == "unreadable" for outcome in plan.outcomes) else 0


def editor_of(source: Source, output: Path | None, problems: Report) -> CsvEditor | None:
    """The list that is worked on: the owner's, or the one that is named instead."""
    required = frozenset(field.name for field in source.fields if field.required)
    path, label = (output, str(output)) if output else (source.path, source.label)
    return CsvEditor.read(path, label, Columns(source.field_names, required), problems)


def read_all(named: Iterable[str]) -> tuple[list[list[Record]], list[str]]:
    """The records of each file, and a sentence for each file that cannot be used."""
    files, faults = [], []
    for name in dict.fromkeys(named):
        try:
            with opened(name) as source:
                files.append(list(counted(formats.read(source), source.name, "records")))
        except InputError as error:
            faults.append(f"{'standard input' if name == '-' else name}: {error}")
    return files, faults


def refuse(problems: Report, options: Namespace) -> int:
    """Say what is wrong with the owner's own files, which come first."""
    if options.format == "json":
        print(json.dumps({"ok": False, "problems": [problem.as_json() for problem in problems]}, ensure_ascii=False, indent=2))
    else:
        for problem in problems:
            print(problem)
        print("Nothing was imported. Mend this first.")
    return 1


def tell(plan: Plan, faults: list[str], options: Namespace) -> None:
    """Print what was decided, and what was done about it."""
    editor, written = plan.editor, options.write and plan.editor.changed
    if options.format == "json":
        answer = {
            "ok": not faults,
            "written": written,
            "list": editor.label,
            "faults": faults,
            "records": [report.as_json(outcome) for outcome in plan.outcomes],
        }
        print(json.dumps(answer, ensure_ascii=False, indent=2))
        return
    console = report.console()
    if plan.outcomes:
        report.show(plan, console)
    sys.stdout.flush()
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults and not plan.outcomes:
        return
    print(report.summary(plan))
    new = sum(outcome.status == "new" for outcome in plan.outcomes)
    filled = sum(len(outcome.cells) for outcome in plan.outcomes if outcome.status == "filled")
    what = f"{new:,} new row{'s' if new != 1 else ''}, {filled:,} cell{'s' if filled != 1 else ''} filled"
    if not editor.changed:
        print(f"{editor.label} needs no change.")
    elif written:
        print(f"{editor.label} was written: {what}.")
    else:
        print(f"{editor.label} would get {what}. {DRY}")
