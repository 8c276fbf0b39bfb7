"""One source through its schema and rules: good rows come out, faults go to the report."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from typing import Any

import frictionless
from frictionless.resources import TableResource

from pipeline.csvfile import Columns, read_csv
from pipeline.descriptor import NESTED_TYPES
from pipeline.nested import NestedValidator, nested_faults
from pipeline.package import Source, as_json
from pipeline.problems import Problem, Report
from pipeline.rules import FORMAT_RULES, TABLE_RULES, VALUE_RULES
from pipeline.sentences import SENTENCES, TYPE_NAMES, sentence, with_hint
from pipeline.yamlfile import Locate, Place, dotted, line_place, read_yaml, typed, unknown_keys

Record = dict[str, Any]

# What Frictionless's readers take beyond what a person means by a number: 1_000, +5, full-width digits, NaN;
# and more digits than SQLite's 64 bits hold.
PLAIN_NUMBERS = {"integer": re.compile(r"-?[0-9]{1,18}"), "number": re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,18})?")}


def validated(source: Source, report: Report) -> Iterator[Record]:
    """The rows of a source that have no fault: typed, in the schema's order, fields without a value left out.

    A YAML file is a table of one row. Every row is checked, however many are wrong.
    """
    rules = [make() for make in TABLE_RULES.get(source.name, ())]
    checks = [FieldCheck(field) for field in source.fields]
    for number, row, locate in typed_rows(source, report):
        problems = [*cell_errors(source, row, locate)]
        record: Record = {}
        for check, written in zip(checks, row.cells, strict=True):
            value = check.value(row)
            if value is not None:
                record[check.name] = value
            problems += (Problem(source.label, **found, **locate(*where)) for where, found in check.findings(value, written))
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


def cell_errors(source: Source, row: frictionless.Row, locate: Locate) -> Iterator[Problem]:
    """What Frictionless found in a row, in the owner's words."""
    for error in row.errors:
        if error.type == "blank-row":  # Frictionless does not look at the cells of such a row.
            names = [field.name for field in source.fields if field.required]
            yield from (Problem(source.label, SENTENCES["required"](None, None), **locate(name)) for name in names)
            continue
        name = error.field_name
        field = source.schema.get_field(name)
        written = row.cells[source.field_names.index(name)]
        for keyword in field.read_cell(written)[1] or {}:
            limit = (
                (field.format if field.format in TYPE_NAMES else field.type) if keyword == "type" else field.constraints[keyword]
            )
            message = sentence(keyword, written, limit, described(field))
            yield Problem(source.label, message, value=as_text(written), **locate(name))


class FieldCheck:
    """What is checked of one field's values after Frictionless has read them."""

    def __init__(self, field: frictionless.Field) -> None:
        self.field = field
        self.name = field.name
        self.described = described(field)
        self.recommended = bool(field.custom.get("recommended"))
        self.digits = PLAIN_NUMBERS.get(field.type)
        named = [VALUE_RULES[name].check for name in field.custom.get("rules", ())]
        self.rules = [*named, *([FORMAT_RULES[field.format]] if field.format in FORMAT_RULES else [])]
        schema = field.custom.get("jsonSchema")
        if field.type == "list":  # Each entry is a row of a join table, whose key it is part of.
            schema = {"uniqueItems": True, **(schema or {})}
        self.nested = NestedValidator(schema) if schema else None

    def value(self, row: frictionless.Row) -> Any:
        """The value as JSON has it; None where there is none."""
        value = as_json(self.field, row[self.name])
        if self.field.type == "list" and value is not None:
            value = [item for item in map(str.strip, value) if item]
        return None if value in ("", [], {}) else value

    def findings(self, value: Any, written: Any) -> Iterator[tuple[tuple[str, Place], dict[str, Any]]]:
        """Each fault as ``(field, place inside the value)`` and the rest of a Problem's arguments."""
        here: tuple[str, Place] = (self.name, ())
        if value is None:
            if self.field.required and written in ([], {}):
                yield here, {"message": SENTENCES["required"](None, None)}
            elif self.recommended and written in (None, ""):
                yield here, {"message": "The value is missing; users would be glad of it.", "severity": "warning"}
            return
        if self.field.type in NESTED_TYPES and isinstance(written, str):  # Frictionless would take it for JSON.
            yield here, {"message": sentence("type", written, self.field.type, self.described), "value": written}
            return
        if self.digits and isinstance(written, str) and not self.digits.fullmatch(written):
            message = sentence("type", written, self.field.type, self.described)
            yield here, {"message": message, "value": written}
            return
        for rule in self.rules:
            for fault in rule(value):
                yield here, {"message": with_hint(fault, self.described), "value": as_text(value)}
        if self.nested:
            for place, message, found in nested_faults(self.nested, value):
                yield (self.name, place), {"message": message, "value": as_text(found)}


def described(field: frictionless.Field) -> dict[str, Any]:
    """What the schema says for people about a field."""
    return {"hint": field.custom.get("hint"), "example": field.example}


def as_text(value: Any) -> str | None:
    return None if value is None else str(value)
