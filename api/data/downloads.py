"""Downloads of all data: exports, tables, their description as a Data Package (datapackage.org), and the database file."""

from __future__ import annotations

from typing import Any

from api.context import Context, Handler
from api.formats.csv import CSV_FORMAT, write_table
from api.formats.format import Format
from api.http.response import Representation, of_json

SQLITE = "application/vnd.sqlite3"


def export(form: Format) -> Handler:
    """Make the handler of the download of all publications in a format."""

    def handler(context: Context) -> Representation:
        options = {"languages": context.store.languages} if "languages" in form.options else {}
        body = form.write_list(context.store.all_publications(), **options)
        return Representation(body, form.media_type, {"Content-Disposition": f'attachment; filename="{form.file_name}"'})

    return handler


def data_package(context: Context) -> Representation:
    """Describe each resource with its address and, for a table, its fields (datapackage.org)."""
    site, terms = context.site, context.site["license"]
    known = {"name": terms["identifier"]} if "identifier" in terms else {}
    return of_json(
        {
            "name": "public-profile",
            "title": site["name"],
            "description": site["description"],
            "homepage": context.base_url,
            "licenses": [{**known, "title": terms["name"], "path": terms["url"]}],
            "resources": [describe_resource(context, *row) for row in context.store.resources()],
        }
    )


def describe_resource(
    context: Context, name: str, title: str, description: str, fields: list[dict[str, Any]] | None
) -> dict[str, Any]:
    """Describe a resource: a table as CSV, any other resource as the API's JSON."""
    described: dict[str, Any] = {"name": name, "title": title, "description": description}
    if fields is None:
        path = context.url(f"/api/{name}")
        return {**described, "path": path, "type": "json", "format": "json", "mediatype": "application/json"}
    path = context.url(f"/api/data/{name}.csv")
    described |= {"path": path, "type": "table", "format": "csv", "mediatype": "text/csv", "encoding": "utf-8"}
    return {**described, "schema": {"fields": fields}}


def table_csv(name: str, table: str) -> Handler:
    """Make the handler of a resource's table with a column for every field. /api/export.csv is for spreadsheets."""

    def handler(context: Context) -> Representation:
        fields = next(fields for resource, _, _, fields in context.store.resources() if resource == name) or []
        cells = ([table_schema_cell(row.get(field["name"], ""), field) for field in fields] for row in context.store.rows(table))
        return Representation(write_table([field["name"] for field in fields], cells), CSV_FORMAT.media_type)

    return handler


def table_schema_cell(value: Any, field: dict[str, Any]) -> str:
    """Write a value for Table Schema: a list with its delimiter, a boolean as true or false."""
    if isinstance(value, list):
        return str(field.get("delimiter", ",")).join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def database(context: Context) -> Representation:
    headers = {"Content-Disposition": 'attachment; filename="profile.db"'}
    return Representation(context.snapshot.content, SQLITE, headers)
