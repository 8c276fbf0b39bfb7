"""One source through its schema and rules: good rows come out, faults go to the report."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

import frictionless
from frictionless.resources import TableResource

from pipeline.csvfile import Columns, read_csv
from pipeline.fieldcheck import FieldCheck
from pipeline.package import Source
from pipeline.problems import Problem, Report
from pipeline.rules import TABLE_RULES
from pipeline.yamlfile import Locate, dotted, line_place, read_yaml, typed, unknown_keys

Record = dict[str, Any]


def validated(source: Source, report: Report) -> Iterator[Record]:
    """The rows of a source that have no fault: typed, in the schema's order, fields without a value left out.

    A YAML file is a table of one row. Every row is checked, however many are wrong.
    """
    rules = [make() for make in TABLE_RULES.get(source.name, ())]
    checks = [FieldCheck(field) for field in source.fields]
    for number, row, locate in typed_rows(source, report):
        problems: list[Problem] = []
        record: Record = {}
        refused = {error.field_name: error for error in row.errors if error.type != "blank-row"}
        for check, written in zip(checks, row.cells, strict=True):
            if error := refused.get(check.name):
                found = check.refused(written, error)
            else:
                value = check.value(row)
                if value is not None:
                    record[check.name] = value
                found = check.taken(value, written)
            for place, message, severity, shown in found:
                problems.append(Problem(source.label, message, severity, value=shown, **locate(check.name, place)))
        for rule in rules:
            for name, severity, message in rule(number, record):
                problems.append(Problem(source.label, message, severity, value=record.get(name), **locate(name)))
        report.extend(problems)
        if not any(problem.severity == "error" for problem in problems):
            yield record


def typed_rows(source: Source, report: Report) -> Iterator[tuple[int, frictionless.Row, Locate]]:
    """Each row as Frictionless read it, with its number and the way to name a place in it."""
    places: deque[tuple[int, Locate]] = deque()  # Frictionless reads some rows ahead of the one that it gives.

    def with_header() -> Iterator[list[Any]]:
        yield list(source.field_names)
        for number, locate, cells in csv_rows(source, report) if source.is_table else yaml_rows(source, report):
            places.append((number, locate))
            yield cells

    with TableResource(data=with_header(), schema=source.schema) as table:
        for row in table.row_stream:
            number, locate = places.popleft()
            yield number, row, locate


def csv_rows(source: Source, report: Report) -> Iterator[tuple[int, Locate, list[Any]]]:
    """The rows of a CSV file, each with its number and its place."""
    required = frozenset(field.name for field in source.fields if field.required)
    for number, cells in read_csv(source.path, source.label, Columns(source.field_names, required), report):
        yield number, row_place(number), [*cells]


def yaml_rows(source: Source, report: Report) -> Iterator[tuple[int, Locate, list[Any]]]:
    """The mapping of a YAML file as the one row of a table."""
    document = read_yaml(source.path, source.label, report)
    if document is not None:
        report.extend(unknown_keys(document, source.field_names, source.label))
        values = [typed(document.values.get(field.name), field.custom.get("jsonSchema", {})) for field in source.fields]
        yield 1, line_place(document), values


def row_place(number: int) -> Locate:
    return lambda field, place=(): {"row": number, "field": dotted((field, *place))}
