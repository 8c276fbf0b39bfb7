"""The tables that the schema asks for: columns, constraints, and the rows that go into them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from json.encoder import encode_basestring
from typing import Any

import frictionless
from sqlite_utils.db import quote_identifier

from db.layout import INDENTATION
from pipeline.schema.package import Source
from pipeline.validation.records import Record

Row = tuple[Any, ...]
SEPARATOR = f",\n{INDENTATION}  "

COLUMN_TYPES = {"integer": "integer", "boolean": "integer", "number": "real"}
COMPARISONS = {"minimum": ">=", "maximum": "<="}
# DOIs are compared without regard to case (DOI Handbook, section 2.4), by hand as well.
COLLATIONS = {("publications", "doi"): "nocase"}


@dataclass(frozen=True)
class Column:
    """A column: its name, the SQL that declares it, and what it means."""

    name: str
    declaration: str
    title: str
    description: str
    example: str | None = None


@dataclass(frozen=True)
class Derived:
    """A column that the owner does not write."""

    column: Column
    value: Callable[[Record], Any]


def listed(record: Record) -> str:
    """The JSON text of an object as it stands in a list of the API: UTF-8 as it is, 2 blanks a level, from the second line on
    indented as the items of the list are. So the API puts a list together from these texts as they are.
    """
    lines = [
        # The standard library's encoder indents in Python, object by object; a text needs nothing of that.
        f'"{name}": {encode_basestring(value)}' if isinstance(value, str) else f'"{name}": {indented(value)}'
        for name, value in record.items()
    ]
    return f"{{\n{INDENTATION}  {SEPARATOR.join(lines)}\n{INDENTATION}}}" if lines else "{}"


def indented(value: Any) -> str:
    """The JSON text of a value two levels deep in a list; a line break in JSON text is never inside a string."""
    if isinstance(value, int | float):
        return json.dumps(value)
    return json.dumps(value, ensure_ascii=False, indent=2).replace("\n", f"\n{INDENTATION}  ")


JSON = Derived(
    Column("json", "text not null check (json_valid(json))", "JSON", "The object as a list of the API has it."), listed
)


@dataclass(frozen=True)
class ListTable:
    """The join table of a field that holds several values, such as a service's tags."""

    name: str
    owner: str
    field: frictionless.Field

    @property
    def value_column(self) -> str:
        return singular(self.field.name)

    @property
    def owner_column(self) -> str:
        return f"{singular(self.owner)}_id"

    @property
    def columns(self) -> list[Column]:
        allowed = self.field.custom.get("jsonSchema", {}).get("items", {}).get("enum")
        value = quote_identifier(self.value_column)
        return [
            Column(
                self.owner_column,
                f"integer not null references {quote_identifier(self.owner)} (id)",
                "Owner",
                f"Row of {self.owner}.",
            ),
            Column("position", "integer not null check (position >= 1)", "Position", "Place in the owner's order, from 1."),
            replace(
                column_of(self.owner, self.field),
                name=self.value_column,
                declaration=f"text not null{one_of(value, allowed)}",
            ),
        ]

    @property
    def primary_key(self) -> str:
        return f"primary key ({quote_identifier(self.owner_column)}, {quote_identifier(self.value_column)})"

    def rows(self, number: int, record: Record) -> Iterator[Row]:
        for position, value in enumerate(record.get(self.field.name, ()), start=1):
            yield number, position, value


class SourceTable:
    """The table of one source, and the join tables of its list fields."""

    def __init__(self, source: Source, derived: tuple[Derived, ...] = ()) -> None:
        self.name = source.name
        self.source = source
        self.plain = [field for field in source.fields if field.type != "list"]
        self.plain_names = [field.name for field in self.plain]
        self.nested = [place for place, field in enumerate(self.plain, start=1) if field.type in ("array", "object")]
        self.derived = (*derived, JSON)
        self.lists = [
            ListTable(f"{singular(source.name)}_{field.name}", source.name, field)
            for field in source.fields
            if field.type == "list"
        ]

    @property
    def columns(self) -> list[Column]:
        key = "integer primary key" + ("" if self.source.is_table else " check (id = 1)")
        meaning = "Number of the row in the owner's order." if self.source.is_table else "Always 1: there is one."
        return [
            Column("id", key, "Number", meaning),
            *(column_of(self.name, field) for field in self.plain),
            *(derived.column for derived in self.derived),
        ]

    def row(self, number: int, record: Record) -> Row:
        """A record as a row, in the order of the columns."""
        values = [number, *map(record.get, self.plain_names)]
        for place in self.nested:
            values[place] = stored(values[place])
        values.extend([derived.value(record) for derived in self.derived])
        return tuple(values)


def create_statement(name: str, columns: list[Column], *constraints: str) -> str:
    """CREATE TABLE, strict, with one line a column and a constraint."""
    declarations = (f"{quote_identifier(column.name)} {column.declaration}" for column in columns)
    lines = ",\n    ".join((*declarations, *constraints))
    return f"create table {quote_identifier(name)} (\n    {lines}\n) strict"


def column_of(table: str, field: frictionless.Field) -> Column:
    """The column of a field with the constraints that SQL can hold."""
    name = quote_identifier(field.name)
    parts = [COLUMN_TYPES.get(field.type, "text")]
    if field.required:
        parts.append("not null")
    if collation := COLLATIONS.get((table, field.name)):
        parts.append(f"collate {collation}")
    if field.type in ("array", "object"):
        parts.append(f"check (json_type({name}) = '{field.type}')")
    elif field.type == "boolean":
        parts.append(f"check ({name} in (0, 1))")
    elif field.type == "string":
        parts.append(f"check (length({name}) >= {field.constraints.get('minLength', 1)})")
        parts.append(one_of(name, field.constraints.get("enum")).strip())
    else:
        for constraint, comparison in COMPARISONS.items():
            if constraint in field.constraints:
                parts.append(f"check ({name} {comparison} {field.constraints[constraint]})")
    example = None if field.example is None else str(stored(field.example))
    return Column(field.name, " ".join(filter(None, parts)), field.title or field.name, field.description or "", example)


def one_of(name: str, values: list[str] | None) -> str:
    """A CHECK that a column holds one of the values."""
    if not values:
        return ""
    allowed = ", ".join("'" + str(value).replace("'", "''") + "'" for value in values)
    return f" check ({name} in ({allowed}))"


def stored(value: Any) -> Any:
    """A value as SQLite holds it: lists and mappings as JSON text."""
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False)
    return value


def singular(name: str) -> str:
    return name.removesuffix("s")
