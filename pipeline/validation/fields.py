"""One field's values: what Frictionless refused, in the owner's words, and what is checked of what it took."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import frictionless

from db.text import PLAIN_NUMBERS
from pipeline.messages import TYPE_NAMES, sentence, with_hint
from pipeline.problems import Severity
from pipeline.reading.yaml import Place
from pipeline.rules import FORMAT_RULES, PLAIN_URI, VALUE_RULES
from pipeline.schema.descriptor import NESTED_TYPES
from pipeline.schema.nested import NestedValidator, nested_faults
from pipeline.schema.package import as_json

# How many different cells of a column are remembered. The first ones stay: what recurs at all is soon among them.
REMEMBERED = 1000
EMPTY = "It is empty. It may be, but users would be glad of a value."


class Finding(NamedTuple):
    """A fault of a value: the place inside it, what to say, and what stands there."""

    place: Place
    message: str
    severity: Severity = "error"
    value: str | None = None


# A value as JSON has it, None where there is none, and what is to be said of it.
Verdict = tuple[Any, list[Finding]]
CellReader = Callable[[Any], tuple[Any, Mapping[str, str] | None]]


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
        self.read = cell_reader(field)
        self.seen: set[Any] | None = set() if field.constraints.get("unique") else None
        # Most cells are texts of which nothing more is asked than that Frictionless takes them.
        self.nothing_more = field.type == "string" and not self.rules and not self.nested and self.seen is None

    def verdict(self, written: Any) -> Verdict:
        """The value of a cell, and the findings."""
        if self.digits and self.is_no_plain_number(written):
            # Frictionless would take 1_0 and inf for numbers, and stumble over sNaN.
            return None, list(self.refused(written, ["type"]))
        value, notes = self.read(written)
        if self.nothing_more and value and not notes:
            return value, []
        if self.seen is not None and self.stood_before(value, self.seen):
            notes = notes or {"unique": ""}
        if notes:
            return None, list(self.refused(written, notes))
        value = self.as_json(value)
        return value, self.taken(value, written)

    def stood_before(self, value: Any, seen: set[Any]) -> bool:
        """Whether a value that must be unique is among those seen; from now on it is."""
        key = str(value) if isinstance(value, list | dict) else value
        repeated = key is not None and key in seen
        seen.add(key)
        return repeated

    def as_json(self, value: Any) -> Any:
        """A value that Frictionless read, as JSON has it; None where it holds nothing."""
        if isinstance(value, str):
            return value or None
        value = as_json(self.field, value)
        if self.field.type == "list" and value is not None:
            value = [item for item in map(str.strip, value) if item]
        return None if value in ([], {}) else value

    def refused(self, written: Any, keywords: Iterable[str]) -> Iterator[Finding]:
        """The findings for a cell that breaks these constraints, as Frictionless names them."""
        for keyword in keywords:
            faults = []
            if keyword == "type" and self.format and isinstance(written, str):
                faults = [with_hint(fault, self.described) for fault in self.format(written)]
            limit = self.type_name if keyword == "type" else self.field.constraints.get(keyword)
            for fault in faults or [sentence(keyword, written, limit, self.described)]:
                yield Finding((), fault, value=as_text(written))

    def taken(self, value: Any, written: Any) -> list[Finding]:
        """The findings for a value that Frictionless took."""
        if value is None:
            if self.field.required:
                return [Finding((), sentence("required", None, True, self.described))]
            return [Finding((), EMPTY, "warning")] if self.recommended else []
        if self.is_text_for_nested(written):
            return [Finding((), sentence("type", written, self.field.type, self.described), value=as_text(written))]
        faults = [fault for rule in self.rules for fault in rule(value)]
        found = [Finding((), with_hint(fault, self.described), value=as_text(value)) for fault in faults]
        if self.nested:
            for place, message, severity, shown in nested_faults(self.nested, value):
                found.append(Finding(place, message, severity, as_text(shown)))
        return found

    def is_no_plain_number(self, written: Any) -> bool:
        """Whether the text is none of what a person would call a number."""
        return self.digits is not None and isinstance(written, str) and written != "" and not self.digits.fullmatch(written)

    def is_text_for_nested(self, written: Any) -> bool:
        """Whether text stands where a list or mapping must; Frictionless would read JSON out of it."""
        return self.field.type in NESTED_TYPES and isinstance(written, str)


class Remembered(dict[str, Verdict]):
    """The verdicts on a column's cells: a journal or a year that recurs is looked at once, not in every row."""

    def __init__(self, check: FieldCheck) -> None:
        super().__init__()
        self.check = check

    def __missing__(self, written: str) -> Verdict:
        verdict = self.check.verdict(written)
        # What must be unique is in every row another matter.
        if len(self) < REMEMBERED and self.check.seen is None:
            self[written] = verdict
        return verdict


def cell_reader(field: frictionless.Field) -> CellReader:
    """Frictionless's reader of a field's cells.

    To find out whether a text is an address, it takes it apart. A text that is one at the first look is read as any
    other text; the field's constraints hold for both.
    """
    read: CellReader = field.create_cell_reader()
    if field.type != "string" or field.format != "uri":
        return read
    text = field.to_copy()
    text.format = "default"
    read_text: CellReader = text.create_cell_reader()

    def reader(cell: Any) -> tuple[Any, Mapping[str, str] | None]:
        return read_text(cell) if isinstance(cell, str) and PLAIN_URI.fullmatch(cell) else read(cell)

    return reader


def as_text(value: Any) -> str | None:
    """A value as reports for machines show it."""
    return value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)
