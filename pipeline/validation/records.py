"""One source through its schema and rules: good rows come out, faults go to the report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pipeline.problems import Problem, Report
from pipeline.reading.csv import Columns, read_csv
from pipeline.reading.yaml import Locate, dotted, line_place, read_yaml, typed, unknown_keys
from pipeline.rules import TABLE_RULES
from pipeline.schema.package import Source
from pipeline.validation.fields import FieldCheck, Finding, Remembered

Record = dict[str, Any]
# Numbers and cells; and from a row's number to the way to name a place in it.
Rows = Iterable[tuple[int, list[Any]]]
PlaceOf = Callable[[int], Locate]


def validated(source: Source, report: Report) -> Iterator[Record]:
    """The rows of a source that have no fault: typed, in the schema's order, fields without a value left out.

    A YAML file is a table of one row. Every row is checked, however many are wrong. A fault's place is worked out only
    where there is one: most rows of most files are in order.
    """
    names = source.field_names
    rules = [make() for make in TABLE_RULES.get(source.name, ())]
    checks = [FieldCheck(field) for field in source.fields]
    verdicts = [Remembered(check).__getitem__ if source.is_table else check.verdict for check in checks]
    rows, place_of = csv_rows(source, report) if source.is_table else yaml_rows(source, report)
    for number, cells in rows:
        record: Record = {}
        found: list[tuple[str, Finding]] = []
        for name, verdict, cell in zip(names, verdicts, cells, strict=True):
            value, findings = verdict(cell)
            if value is not None:
                record[name] = value
            if findings:
                found += [(name, finding) for finding in findings]
        for rule in rules:
            for name, severity, message in rule(number, record):
                found.append((name, Finding((), message, severity, record.get(name))))
        if found:
            report.extend(problems(source.label, found, place_of(number)))
            if any(finding.severity == "error" for _, finding in found):
                continue
        yield record


def problems(label: str, found: list[tuple[str, Finding]], locate: Locate) -> Iterator[Problem]:
    """The findings of one row, each with its place in the file."""
    for name, (place, message, severity, value) in found:
        yield Problem(label, message, severity, value=value, **locate(name, place))


def csv_rows(source: Source, report: Report) -> tuple[Rows, PlaceOf]:
    """The rows of a CSV file, each with its number, and the way to name a place in a row."""
    required = frozenset(field.name for field in source.fields if field.required)
    return read_csv(source.path, source.label, Columns(source.field_names, required), report), row_place


def yaml_rows(source: Source, report: Report) -> tuple[Rows, PlaceOf]:
    """The mapping of a YAML file as the one row of a table, if it can be read at all."""
    document = read_yaml(source.path, source.label, report)
    if document is None:
        return (), row_place
    report.extend(unknown_keys(document, source.field_names, source.label))
    values = [typed(document.values.get(field.name), field.custom.get("jsonSchema", {})) for field in source.fields]
    return [(1, values)], lambda _: line_place(document)


def row_place(number: int) -> Locate:
    return lambda field, place=(): {"row": number, "field": dotted((field, *place))}
