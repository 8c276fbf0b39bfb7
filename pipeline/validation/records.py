"""Validation of one source: valid records come out, problems go to the report."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import frictionless

from pipeline.messages import listing, quote
from pipeline.problems import Finding, Problem, Report, ValuePath, dotted
from pipeline.reading.spreadsheet import read_csv, workbooks
from pipeline.reading.yaml import read_yaml, unknown_names
from pipeline.rules.appearance import IMAGE_NAME
from pipeline.rules.registry import ROW_RULES
from pipeline.rules.rows import RowRule, near_known, unique
from pipeline.rules.twins import SUFFIX, in_english, same_length
from pipeline.schema.nested import typed
from pipeline.schema.package import SHIPPED, Source, shipped
from pipeline.validation.career import Record, completed, other_lists, rows_to_paste
from pipeline.validation.fields import FieldCheck

# Fields that the CV as a PDF shows, without their Hebrew twins.
PRINTED = {
    "profile": {"name", "credentials", "specialty", "languages"},
    "clinic": {"name", "address"},
    "cv": {"section", "title", "organization", "place", "note"},
    "publications": {"title", "authors", "journal"},
}
# In place of a value in which the syntax is wrong.
UNREADABLE: Any = object()
Rows = Iterable[tuple[int, list[Any]]]
# From a row's number and a path in it to the arguments of a Problem.
Locate = Callable[[int, ValuePath], dict[str, Any]]


class CheckedRow(NamedTuple):
    """A row after its check: what could be read of it, and how to locate a value of it in a Problem."""

    source: Source
    record: Record
    is_valid: bool
    locate: Callable[[ValuePath], dict[str, Any]]


class Watcher(Protocol):
    """Sees each row once, in the order of the files, and warns of what only several rows or files show together."""

    def see(self, row: CheckedRow) -> None: ...

    def warnings(self) -> Iterator[Problem]: ...


def validated(source: Source, report: Report, watchers: Sequence[Watcher] = (), lists: Record | None = None) -> Iterator[Record]:
    """Yield the records without errors: typed, in the order of the schema, without empty fields.

    A YAML file is a table with one row. Every row is checked, however many are wrong, and shown to the watchers. The profile is
    completed with the ``lists`` that the curriculum vitae gives.
    """
    checks = [(field.name, FieldCheck(field).verdict) for field in source.fields]
    rules = [*row_rules(source), other_lists(lists or {})]
    rows, locate = csv_rows(source, report) if source.is_table else yaml_rows(source, report, lists or {})
    for number, cells in rows:
        record: Record = {}
        all_findings: list[Finding] = []
        for (name, verdict), cell in zip(checks, cells, strict=True):
            if cell is UNREADABLE:
                continue
            value, findings = verdict(cell)
            if value is not None:
                record[name] = value
            if findings:
                all_findings.extend(finding._replace(path=(name, *finding.path)) for finding in findings)
        for rule in rules:
            all_findings.extend(rule(number, record))
        for finding in all_findings:
            location = locate(number, finding.path)
            report.add(
                Problem(source.label, finding.code, finding.message, finding.severity, value=as_text(finding.value), **location)
            )
        is_valid = UNREADABLE not in cells and not any(finding.severity == "error" for finding in all_findings)
        row = CheckedRow(source, record, is_valid, partial(locate, number))
        for watcher in watchers:
            watcher.see(row)
        if is_valid:
            yield record


def as_text(value: Any) -> str | None:
    """Return a value as reports in JSON show it."""
    return value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def row_rules(source: Source) -> list[RowRule]:
    """Return new rules that compare the rows of a source, or the fields of its only row."""
    repeated = [unique(field.name) for field in source.fields if field.constraints.get("unique")]
    if not source.is_table:
        repeated.append(lambda _, record: same_length(record))
    repeated.append(in_english(source.field_names))
    repeated += (near_known(field.name, field.custom["labels"]) for field in source.fields if is_open(field))
    images = (field.name for field in source.fields if "image_name" in field.custom.get("rules", ()))
    repeated += (readable_image(name, source.path.parent) for name in images)
    repeated.append(printable([name for name in source.field_names if name.removesuffix(SUFFIX) in PRINTED.get(source.name, ())]))
    return [*repeated, *(make() for make in ROW_RULES.get(source.name, ()))]


def as_csv(entries: Iterable[Record]) -> str:
    """Return entries as rows of cv.csv, each after a line break."""
    descriptor, _ = shipped(SHIPPED)
    resources = descriptor["resources"] if descriptor else ()
    columns = [field["name"] for each in resources if each["name"] == "cv" for field in each["schema"]["fields"]]
    text = io.StringIO()
    csv.DictWriter(text, columns, lineterminator="\n").writerows(entries)
    return f"\n{text.getvalue()}".rstrip()


def is_open(field: frictionless.Field) -> bool:
    """Whether a field has labels for its known values, and takes others."""
    return bool(field.custom.get("labels")) and field.type == "string" and "enum" not in field.constraints


def readable_image(field: str, folder: Path) -> RowRule:
    """Return a rule that requires an image of a size and type that can be published. Wrong names are left to ``image_name``."""

    def rule(_: int, record: Mapping[str, Any]) -> Iterator[Finding]:
        name = record.get(field)
        if name is None or not IMAGE_NAME.fullmatch(name):
            return
        from pipeline.images.photo import PhotoError, read_photo  # Pillow takes longer to import than the other files to check

        try:
            read_photo(folder / name)
        except PhotoError as error:
            yield Finding((field,), "image", str(error), value=name)

    return rule


def printable(fields: Sequence[str]) -> RowRule:
    """Return a rule that warns of letters that the CV as a PDF cannot show, such as Chinese ones."""

    def rule(_: int, record: Mapping[str, Any]) -> Iterator[Finding]:
        for name in fields:
            text = str(value := record.get(name))
            if not text.isascii():
                from pipeline.images.drawing import missing_letters

                if letters := missing_letters(text):
                    quoted = listing([quote(letter) for letter in letters])
                    yield Finding((name,), "letters", f"The fonts of /cv.pdf lack {quoted}, so it shows boxes.", "warning", value)

    return rule


def csv_rows(source: Source, report: Report) -> tuple[Rows, Locate]:
    """Return the numbered rows of a CSV file, and how to locate a value in them."""
    report.extend(workbooks(source.path, source.label))
    rows = () if source.is_absent else read_csv(source.path, source.label, source.columns, report)
    return rows, lambda row, path: {"row": row, "field": dotted(path)}


def yaml_rows(source: Source, report: Report, lists: Record) -> tuple[Rows, Locate]:
    """Return the mapping of a YAML file as one row, if it can be read, and how to locate a value in it."""
    document = None if source.is_absent else read_yaml(source.path, source.label, report)
    if document is None:
        return (), lambda row, path: {}
    for problem in unknown_names(document, source.field_names, source.label):
        rows = as_csv(rows_to_paste(str(problem.field), document.values))
        report.add(replace(problem, message=f"{problem.message}{rows}"))
    values = {
        field.name: UNREADABLE
        if field.name in document.unreadable
        else typed(document.values.get(field.name), field.custom.get("jsonSchema", {}))
        for field in source.fields
    }
    return [(1, [*completed(values, lists).values()])], lambda row, path: document.location(path)
