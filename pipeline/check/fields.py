"""Validate one field's values: first Frictionless's types and constraints, then the rules of the schema."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import frictionless
from frictionless.fields import BooleanField

from db.languages import Language
from db.text import is_plain_number
from pipeline.check.lenient_forms import LENIENT_FORMS, join_days, normalize_value
from pipeline.check.rules.rule_tables import DATE_RULES, FORMAT_RULES, VALUE_RULES, ValueCheck
from pipeline.report import Finding, Severity
from pipeline.schema.descriptor import NESTED_TYPES
from pipeline.schema.nested import ADVICE, NestedValidator, json_value, nested_findings
from pipeline.schema.package import is_markdown
from pipeline.schema.patterns import compile_pattern
from pipeline.wording import as_block, message, quote, with_hint

# A value for JSON (None if it is empty or rejected), and the findings.
Validation = tuple[Any, list[Finding]]


class FieldCheck:
    """Converts and checks the values of one field. Days can have their names in the languages of the site."""

    def __init__(self, field: frictionless.Field, languages: tuple[Language, ...] = ()) -> None:
        self.field = field
        self.languages = languages
        self.name = field.name
        self.is_required = field.required
        schema = field.custom.get("jsonSchema", {})
        self.described = {"hint": field.custom.get("hint"), "example": field.example, "properties": schema.get("properties")}
        # If a boolean has no text for false, an empty cell means false.
        self.expected = field.type
        if isinstance(field, BooleanField) and not field.false_values:
            self.expected = quote(field.true_values[0])
        self.rules = [*rules_of(field)]
        self.schema = schema
        self.lenient_forms = [name for name in (self.name, *(name for name, _, _ in self.rules)) if name in LENIENT_FORMS]
        self.pattern = compile_pattern(field.constraints["pattern"]) if "pattern" in field.constraints else None
        self.read_cell = make_cell_reader(field)
        if field.type == "list":  # each item is a row of a join table, and part of its key
            schema = {"uniqueItems": True, **schema}
        self.nested = NestedValidator(schema) if schema else None
        # The values of cells without findings. Years and journals recur in every list.
        self.correct: dict[str, str | int] = {}

    @property
    def is_date(self) -> bool:
        """Whether the values are dates, which spreadsheets change."""
        rules = {name for name, _, _ in self.rules}
        return self.field.type == "date" or not DATE_RULES.isdisjoint(rules)

    def validate(self, cell: Any) -> Validation:
        """The typed value of a CSV cell or a YAML value, and its problems."""
        if isinstance(cell, str) and cell in self.correct:
            return self.correct[cell], []
        notes: Sequence[Finding] = ()
        read = cell
        if self.lenient_forms or self.schema:
            read, notes = normalize_value(cell, self.schema, self.lenient_forms, self.languages)
        value, findings = self.validate_strictly(read)
        if notes:
            findings = [*join_days(notes), *findings]
        if isinstance(cell, str) and isinstance(value, str | int) and not findings:
            self.correct[cell] = value
        return value, findings

    def is_plain_text(self, text: str) -> bool:
        """False for text that only Frictionless would convert: JSON in a list or object; 1_0 or inf in a number."""
        kind = self.field.type
        return kind not in NESTED_TYPES and (kind not in ("integer", "number") or is_plain_number(text, kind))

    def validate_strictly(self, cell: Any) -> Validation:
        if isinstance(cell, str) and cell and not self.is_plain_text(cell):
            return None, [self.broken("type", cell)]
        value, notes = self.read_cell(cell)
        if notes:
            return None, [self.broken(keyword, cell) for keyword in notes]
        if self.pattern and isinstance(value, str) and not self.pattern.fullmatch(value):
            return None, [self.broken("pattern", cell)]
        if not isinstance(value, str):
            value = self.as_json(value)
        if value is None:
            return None, [self.broken("required", None)] if self.is_required else []
        return value, [*self.findings(value)] if self.rules or self.nested else []

    def as_json(self, value: Any) -> Any:
        """Convert a value that Frictionless has read for JSON; None if it is empty."""
        if self.field.type == "list" and value is not None:
            return [item for item in map(str.strip, value) if item] or None
        return json_value(self.field, value)

    def broken(self, keyword: str, cell: Any) -> Finding:
        """The finding for a constraint that a value breaks. ``keyword`` is Frictionless's name of it."""
        limit = self.expected if keyword == "type" else self.field.constraints.get(keyword)
        described = self.described
        if isinstance(cell, list) and is_markdown(self.field):
            described = {"hint": as_block(self.name)}
        return Finding((), keyword, message(keyword, cell, limit, described), value=cell)

    def findings(self, value: Any) -> Iterator[Finding]:
        for name, rule, severity in self.rules:
            for text in rule(value):
                yield Finding((), name, with_hint(text, self.described), severity, value)
        if self.nested:
            yield from nested_findings(self.nested, value)


def rules_of(field: frictionless.Field) -> Iterator[tuple[str, ValueCheck, Severity]]:
    """Yield the name, function and severity of each rule of a field."""
    if field.format in FORMAT_RULES:
        yield field.format, FORMAT_RULES[field.format], "error"
    keywords: tuple[tuple[str, Severity], ...] = (("rules", "error"), (ADVICE, "warning"))
    for keyword, severity in keywords:
        for name in field.custom.get(keyword, ()):
            yield name, VALUE_RULES[name].check, severity


def make_cell_reader(field: frictionless.Field) -> Callable[[Any], tuple[Any, dict[str, str] | None]]:
    """Make Frictionless's function that reads a cell, without what this module checks itself."""
    if field.format in FORMAT_RULES or "pattern" in field.constraints:
        values = field.to_descriptor()
        if field.format in FORMAT_RULES:  # these rules are stricter, and have messages for the owner
            del values["format"]
        # Frictionless would match an owner's pattern in exponential time.
        values["constraints"] = {name: limit for name, limit in field.constraints.items() if name != "pattern"}
        # Validating the copy again, as to_copy does, would import two libraries for its examples.
        field = type(field).metadata_import(values)
    return field.create_cell_reader()
