"""The tables of the sources: columns and constraints from the schema, rows from the records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import frictionless
import orjson
from sqlite_utils.db import quote_identifier

from pipeline.schema.package import Source
from pipeline.validation.cv_entries import Record

Row = tuple[Any, ...]
# Name, columns and rows of a table.
TableRows = tuple[str, Sequence[str], Iterable[Row]]

COLUMN_TYPES = {"integer": "integer", "boolean": "integer", "number": "real"}
COMPARISONS = {"minimum": ">=", "maximum": "<="}
# DOIs are compared regardless of case (DOI Handbook, section 2.4), in SQL written by hand too; and keys, see rules.rows.unique.
COLLATIONS = {("publications", "doi"): "nocase", ("publications", "key"): "nocase"}

# The field of the clinic and the table of places of work.
LOCATIONS = "locations"
POSITION = "Position in the owner's order."
POSITIONS = {
    "publications": "Position in the default order: latest year first, then the owner's order.",
    "cv": "Position in the curriculum vitae: by section, latest first.",
}


@dataclass(frozen=True)
class Column:
    """A column: its name, the SQL that declares it, and its documentation."""

    name: str
    declaration: str
    title: str
    description: str
    example: str | None = None


JSON = Column("json", "text not null check (json_valid(json))", "JSON", "The object of the API, without whitespace.")


@dataclass(frozen=True)
class Table:
    """A table that comes from the schema, with its documentation."""

    name: str
    title: str
    description: str
    columns: tuple[Column, ...]
    constraints: tuple[str, ...] = ()

    @property
    def create_statement(self) -> str:
        """CREATE TABLE, strict, with each column and constraint on its own line."""
        declarations = (f"{quote_identifier(column.name)} {column.declaration}" for column in self.columns)
        lines = ",\n    ".join((*declarations, *self.constraints))
        return f"create table {quote_identifier(self.name)} (\n    {lines}\n) strict"

    def with_rows(self, rows: Iterable[Row]) -> TableRows:
        return self.name, [column.name for column in self.columns], rows

    @property
    def documentation(self) -> Iterator[Row]:
        """The rows of this table in the table `documentation`."""
        yield self.name, None, self.title, self.description, None
        for column in self.columns:
            yield self.name, column.name, column.title, column.description, column.example


class SourceTable:
    """The table of one source, and a join table for each of its list fields."""

    # Columns that the schema does not have.
    derived: tuple[Column, ...] = ()

    def __init__(self, source: Source) -> None:
        self.source = source
        fields = [field for field in source.published if field.type != "list"]
        self.names = [field.name for field in fields]
        columns = (self.key, *(column_of(source.table, field) for field in fields), JSON, *self.derived)
        self.main = Table(source.table, source.title, source.description, columns)
        self.lists = {field.name: list_table(source.table, field) for field in source.published if field.type == "list"}
        self.tables = [self.main, *self.lists.values()]

    @property
    def key(self) -> Column:
        if self.source.is_table or self.source.name == LOCATIONS:
            return Column("id", "integer primary key", "Position", POSITIONS.get(self.source.name, POSITION))
        return Column("id", "integer primary key check (id = 1)", "Number", "Always 1; the table has one row.")

    def contents(self, records: Sequence[Record]) -> Iterator[TableRows]:
        """Yield the rows of each table. The id of a record is its position, from 1."""
        yield self.main.with_rows(self.rows(records))
        yield from (table.with_rows(list_rows(records, name)) for name, table in self.lists.items())

    def rows(self, records: Sequence[Record]) -> Iterator[Row]:
        """Yield the rows of the main table; their JSON is the API's object."""
        published = {*self.names, *self.lists}
        for number, record in enumerate(records, start=1):
            values = {name: value for name, value in record.items() if name in published}
            yield number, *[sql_value(record.get(name)) for name in self.names], json_text(values)


def list_rows(records: Sequence[Record], field: str) -> Iterator[Row]:
    """Yield a row for each value of a list field: the id of its record, its position from 1, and the value."""
    for number, record in enumerate(records, start=1):
        for position, value in enumerate(record.get(field, ()), start=1):
            yield number, position, value


def places_of_work(clinics: Sequence[Record]) -> list[Record]:
    """Return the clinic, if there is one, and its locations."""
    places = []
    for clinic in clinics:
        places += [{name: value for name, value in clinic.items() if name != LOCATIONS}, *clinic.get(LOCATIONS, ())]
    return places


def locations_table(clinic: Source) -> SourceTable:
    """Return the table of the clinic and its locations, which has the clinic's columns except the list of locations."""
    fields = [field.to_descriptor() for field in clinic.published if field.name != LOCATIONS]
    schema = frictionless.Schema.from_descriptor({"fields": fields})
    title, description = "Places of work", "The places of work: the clinic first, then its locations."
    return SourceTable(replace(clinic, name=LOCATIONS, title=title, description=description, schema=schema))


def list_table(owner: str, field: frictionless.Field) -> Table:
    """Return the join table of a field that holds several values, such as the tags of a service."""
    owner_column, value_column = f"{singular(owner)}_id", singular(field.name)
    allowed = field.custom.get("jsonSchema", {}).get("items", {}).get("enum")
    reference = f"integer not null references {quote_identifier(owner)} (id)"
    value = f"text not null{one_of(quote_identifier(value_column), allowed)}"
    columns = (
        Column(owner_column, reference, singular(owner).capitalize(), f"The row in {owner}."),
        Column("position", "integer not null check (position >= 1)", "Position", "Position in the owner's order, from 1."),
        replace(column_of(owner, field), name=value_column, declaration=value),
    )
    key = f"primary key ({quote_identifier(owner_column)}, {quote_identifier(value_column)})"
    name = f"{singular(owner)}_{field.name}"
    return Table(name, field.title or name, field.description or "", columns, (key,))


def column_of(table: str, field: frictionless.Field) -> Column:
    """Return the column of a field, with the constraints that SQL can express."""
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
    example = None if field.example is None else str(sql_value(field.example))
    return Column(field.name, " ".join(filter(None, parts)), field.title or field.name, field.description or "", example)


def one_of(name: str, values: list[str] | None) -> str:
    """Return a CHECK that a column holds one of the values, or nothing if any value is allowed."""
    if not values:
        return ""
    allowed = ", ".join("'" + str(value).replace("'", "''") + "'" for value in values)
    return f" check ({name} in ({allowed}))"


def sql_value(value: Any) -> Any:
    """Return a value as SQLite stores it: lists and mappings become JSON text."""
    return json_text(value) if isinstance(value, list | dict) else value


def json_text(value: Any) -> str:
    """Return a value as compact JSON."""
    return orjson.dumps(value).decode()


def singular(name: str) -> str:
    return f"{name[:-3]}y" if name.endswith("ies") else name.removesuffix("s")
