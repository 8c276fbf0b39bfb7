"""One field's values: what Frictionless refused, in the owner's words, and what is checked of what it took."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import frictionless

from pipeline.descriptor import NESTED_TYPES
from pipeline.nested import NestedValidator, nested_faults
from pipeline.package import as_json
from pipeline.problems import Severity
from pipeline.rules import FORMAT_RULES, VALUE_RULES
from pipeline.sentences import TYPE_NAMES, sentence, with_hint
from pipeline.text import PLAIN_NUMBERS
from pipeline.yamlfile import Place


class Finding(NamedTuple):
    """A fault of a value: the place inside it, what to say, and what stands there."""

    place: Place
    message: str
    severity: Severity = "error"
    value: str | None = None


class FieldCheck:
    """All that is known and checked of one field."""

    def __init__(self, field: frictionless.Field) -> None:
        self.field = field
        self.name = field.name
        self.described = {"hint": field.custom.get("hint"), "example": field.example}
        self.type_name = field.format if field.format in TYPE_NAMES else field.type
        self.recommended = bool(field.custom.get("recommended"))
        self.digits = PLAIN_NUMBERS.get(field.type)
        self.format = FORMAT_RULES.get(field.format)
        self.rules = [VALUE_RULES[name].check for name in field.custom.get("rules", ())]
        if self.format:
            self.rules.append(self.format)
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

    def refused(self, written: Any, error: frictionless.Error) -> Iterator[Finding]:
        """The findings for a cell that Frictionless refused."""
        if self.is_no_plain_number(written):
            keywords = ["type"]
        else:
            # An error that is not the cell's own, such as unique-error, is named by its type.
            keywords = [*(self.field.read_cell(written)[1] or [error.type.removesuffix("-error")])]
        for keyword in keywords:
            faults = []
            if keyword == "type" and self.format and isinstance(written, str):
                faults = [with_hint(fault, self.described) for fault in self.format(written)]
            limit = self.type_name if keyword == "type" else self.field.constraints.get(keyword)
            for fault in faults or [sentence(keyword, written, limit, self.described)]:
                yield Finding((), fault, value=as_text(written))

    def taken(self, value: Any, written: Any) -> Iterator[Finding]:
        """The findings for a value that Frictionless took."""
        if value is None:
            if self.field.required:
                yield Finding((), sentence("required", None, True, self.described))
            elif self.recommended:
                yield Finding((), "It is empty. It may be, but users would be glad of a value.", "warning")
        elif self.is_no_plain_number(written) or self.is_text_for_nested(written):
            yield Finding((), sentence("type", written, self.field.type, self.described), value=as_text(written))
        else:
            for rule in self.rules:
                yield from (Finding((), with_hint(fault, self.described), value=as_text(value)) for fault in rule(value))
            if self.nested:
                for place, message, found in nested_faults(self.nested, value):
                    yield Finding(place, message, value=as_text(found))

    def is_no_plain_number(self, written: Any) -> bool:
        """Whether the text is none of what a person would call a number."""
        return self.digits is not None and isinstance(written, str) and written != "" and not self.digits.fullmatch(written)

    def is_text_for_nested(self, written: Any) -> bool:
        """Whether text stands where a list or mapping must; Frictionless would read JSON out of it."""
        return self.field.type in NESTED_TYPES and isinstance(written, str)


def as_text(value: Any) -> str | None:
    """A value as reports for machines show it."""
    return value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)
