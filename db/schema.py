"""The tables, views and indexes of the database, made from plain descriptions of the fields.

Only the schema of the sources names a field; ``DERIVED_COLUMNS`` are the columns that the database adds. ``tables.sql`` has the
tables that don't come from the sources.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import orjson

from db.publication.authorship import AUTHORSHIPS

Record = dict[str, Any]
TableRow = tuple[Any, ...]
# Name, columns and rows of a table.
TableRows = tuple[str, Sequence[str], Iterable[TableRow]]

COLUMN_TYPES = {"integer": "integer", "boolean": "integer", "number": "real"}
COMPARISONS = {"minimum": ">=", "maximum": "<="}
# DOIs ignore case (DOI Handbook, section 2.4), also in SQL that people write; so do keys, see rules.rows.unique.
COLLATIONS = {("publications", "doi"): "nocase", ("publications", "key"): "nocase"}

# What the database stores for an empty cell. SQL that people write then finds every row.
COLUMN_DEFAULTS = {("publications", "type"): "article"}

# The name of both the field of the clinic and the table of places of work.
LOCATIONS = "locations"
POSITION = "Position in the owner's order."
POSITIONS = {
    "publications": "Position in the default order: latest year first, then the owner's order.",
    "cv": "Position in the curriculum vitae: by section, latest first.",
}
PUBLICATIONS_TABLE = "publications"
KEY_COLUMN = "id"
# The page with the list counts the publications of each year and journal.
INDEXES = """
create unique index publications_doi on publications (doi);
create unique index publications_key on publications (key);
create index publications_year on publications (year, journal_id);
"""


@dataclass(frozen=True)
class Field:
    """A field of a source.

    Attributes:
        type: a type of Table Schema.
        constraints: constraints of Table Schema that SQL can express; a list has the ``enum`` of its items.
    """

    name: str
    type: str
    title: str
    description: str
    example: Any = None
    required: bool = False
    constraints: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Resource:
    """A source, as the database stores it.

    Attributes:
        table: the name of its table.
        is_list: whether it is a list of records, not one document.
        component: the name of its objects in the API's description; None if it is not a resource of the API.
        json_schema: the JSON Schema of these objects.
        table_schema: the fields as Table Schema, if it is a CSV file.
        known: the values that the software has words for, by field.
        labels: field, value, language and text of each label that the owner's schema adds.
    """

    name: str
    table: str
    title: str
    description: str
    fields: Sequence[Field]
    is_list: bool
    component: str | None = None
    json_schema: Mapping[str, Any] = field(default_factory=dict)
    table_schema: Sequence[Mapping[str, Any]] | None = None
    known: Mapping[str, Sequence[str]] = field(default_factory=dict)
    labels: Sequence[TableRow] = ()


@dataclass(frozen=True)
class Column:
    """A column: its name, its SQL declaration, and its documentation."""

    name: str
    declaration: str
    title: str
    description: str
    example: str | None = None


JSON_COLUMN = Column("json", "text not null check (json_valid(json))", "JSON", "The object of the API, without whitespace.")
# Columns that the schema does not have.
PUBLICATION_COLUMNS = (
    Column("journal_id", "integer not null references journals (id)", "Journal", "The journal's row in journals."),
    Column("pmid", "text", "PubMed ID", "The PubMed ID in the address of the record."),
    Column("notice_kind", "text", "Kind of notice", "The kind of the notice: retracted, corrected or expression of concern."),
    Column("has_doi", "integer not null check (has_doi in (0, 1))", "Has a DOI", "1 if the publication has a DOI, otherwise 0."),
    Column("title_position", "integer not null", "Position by title", "Position in the list sorted by title."),
    Column(
        "authorship",
        f"text check (authorship in {AUTHORSHIPS})",
        "Authorship",
        "Whether the owner is the first, last or only author; empty for another position.",
    ),
    Column(
        "authorList",
        "text not null check (json_type(authorList) = 'array')",
        "Authors as data",
        "The authors as JSON: family name and initials, or the name of a group; isOwner marks the owner.",
    ),
    Column("announced", "text not null", "Announced", "Day by which the feed sorts: the later of added and the notice's date."),
)
PLACE_COLUMNS = (
    Column(
        "page_position",
        "integer not null",
        "Position on pages",
        "Position on the home page, from 1: places that take new patients come first, closed ones last, "
        "unless clinic.yaml says order: mine.",
    ),
)
DERIVED_COLUMNS = {PUBLICATIONS_TABLE: PUBLICATION_COLUMNS, LOCATIONS: PLACE_COLUMNS}


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

    @property
    def documentation(self) -> Iterator[TableRow]:
        """The rows of this table in the table `documentation`."""
        yield self.name, None, self.title, self.description, None
        for column in self.columns:
            yield self.name, column.name, column.title, column.description, column.example


class ResourceTables:
    """The table of a resource, and a join table for each of its list fields."""

    def __init__(self, resource: Resource) -> None:
        fields = [each for each in resource.fields if each.type != "list"]
        self.names = [each.name for each in fields]
        derived = DERIVED_COLUMNS.get(resource.name, ())
        columns = (key_column(resource), *(column_of(resource.table, each) for each in fields), JSON_COLUMN, *derived)
        self.main = Table(resource.table, resource.title, resource.description, columns)
        self.lists = {each.name: list_table(resource.table, each) for each in resource.fields if each.type == "list"}
        self.tables = [self.main, *self.lists.values()]


def key_column(resource: Resource) -> Column:
    if resource.is_list:
        return Column(KEY_COLUMN, "integer primary key", "Position", POSITIONS.get(resource.name, POSITION))
    return Column(KEY_COLUMN, "integer primary key check (id = 1)", "Number", "Always 1; the table has one row.")


def places_resource(clinic: Resource) -> Resource:
    """The places of work as a resource: the clinic's fields except ``locations``. Only ``name`` is required."""
    fields = [replace(each, required=each.name == "name") for each in clinic.fields if each.name != LOCATIONS]
    title, description = "Places of work", "The places of work: the clinic first, then its locations."
    return Resource(LOCATIONS, LOCATIONS, title, description, fields, is_list=True)


def list_view(publications: Table) -> Table:
    """The view for people: each publication's position and the owner's fields."""
    hidden = {column.name for column in (JSON_COLUMN, *PUBLICATION_COLUMNS)} - {"authorship"}
    columns = tuple(column for column in publications.columns if column.name not in hidden)
    return Table("publication_list", "List of publications", "The publications, with the columns that people read.", columns)


def create_list_view(view: Table) -> str:
    columns = ", ".join(quote_identifier(column.name) for column in view.columns)
    return f"create view {view.name} as select {columns} from publications order by id"  # noqa: S608 - fixed names


def list_table(owner: str, field: Field) -> Table:
    """The join table of a field with several values, such as the tags of a service."""
    owner_column, value_column = f"{singular(owner)}_id", singular(field.name)
    reference = f"integer not null references {quote_identifier(owner)} (id)"
    value = f"text not null{one_of(quote_identifier(value_column), field.constraints.get('enum'))}"
    columns = (
        Column(owner_column, reference, singular(owner).capitalize(), f"The row in {owner}."),
        Column("position", "integer not null check (position >= 1)", "Position", "Position in the owner's order, from 1."),
        replace(column_of(owner, field), name=value_column, declaration=value),
    )
    key = f"primary key ({quote_identifier(owner_column)}, {quote_identifier(value_column)})"
    name = f"{singular(owner)}_{field.name}"
    return Table(name, field.title, field.description, columns, (key,))


def column_of(table: str, field: Field) -> Column:
    """The column of a field, with the constraints that SQL can express."""
    name = quote_identifier(field.name)
    parts = [COLUMN_TYPES.get(field.type, "text")]
    enum = [*field.constraints.get("enum", ())]
    if field.required:
        parts.append("not null")
    if default := COLUMN_DEFAULTS.get((table, field.name)):
        parts.append(f"not null default '{default}'")
        enum += [default] if enum and default not in enum else []  # the owner's schema can list fewer values
    if collation := COLLATIONS.get((table, field.name)):
        parts.append(f"collate {collation}")
    if field.type in ("array", "object"):
        parts.append(f"check (json_type({name}) = '{field.type}')")
    elif field.type == "boolean":
        parts.append(f"check ({name} in (0, 1))")
    elif field.type == "string":
        parts.append(f"check (length({name}) >= {field.constraints.get('minLength', 1)})")
        parts.append(one_of(name, enum).strip())
    else:
        for constraint, comparison in COMPARISONS.items():
            if constraint in field.constraints:
                parts.append(f"check ({name} {comparison} {field.constraints[constraint]})")
    example = None if field.example is None else str(sql_value(field.example))
    return Column(field.name, " ".join(filter(None, parts)), field.title, field.description, example)


def one_of(name: str, values: Sequence[str] | None) -> str:
    """A CHECK that a column has one of the values; "" if any value is allowed."""
    if not values:
        return ""
    allowed = ", ".join("'" + str(value).replace("'", "''") + "'" for value in values)
    return f" check ({name} in ({allowed}))"


def quote_identifier(name: str) -> str:
    escaped = name.replace('"', '""')
    return f'"{escaped}"'


def sql_value(value: Any) -> Any:
    """Write lists and mappings as JSON text, because SQLite cannot store them."""
    return json_text(value) if isinstance(value, (list, dict)) else value


def json_text(value: Any) -> str:
    """Write compact JSON for a column."""
    return orjson.dumps(value).decode()


def singular(name: str) -> str:
    return f"{name[:-3]}y" if name.endswith("ies") else name.removesuffix("s")
