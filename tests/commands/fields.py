"""Write sources/fields.md, all fields of the sources as the schema describes them: ``python -m tests.commands.fields``."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from db.languages import CONTRACT_LANGUAGE
from pipeline.schema.package import Source
from tests.conftest import ROOT
from tests.support.checking import example_sources

TARGET = ROOT / "sources" / "fields.md"
INTRODUCTION = """\
# All fields

Generated from `datapackage.yaml`. A field with * is required, but `positions` can be left out. One with “versions” can also be
written in the other languages of the site: `nameHebrew` is the Hebrew version of `name`. `hours.weekly[].days` is the
field `days` of each entry of the list `weekly` in `hours`. In YAML, write one entry of a list per line, after a dash and a
space; in CSV, separate entries with semicolons, and write `yes` for `true`. A date is like `2026-09-12`.
[Markdown](README.md#bold-links-and-lists) has bold text, links and lists.
"""
KINDS = {"boolean": "`true` or `false`", "integer": "whole number", "number": "number", "object": "mapping"}
FORMATS = {"uri": "address", "email": "e-mail address", "date": "date"}


def main() -> None:
    TARGET.write_text(reference(), encoding="utf-8")


def reference() -> str:
    return "\n".join([INTRODUCTION, *map(section, example_sources().values())])


def section(source: Source) -> str:
    fields = {field.name: field_schema(field.to_descriptor()) for field in source.fields}
    required = [field.name for field in source.fields if field.required]
    table = "".join(rows("", fields, required))
    return f"## {source.path.name}\n\n{source.description}\n\n| field | value | meaning |\n|---|---|---|\n{table}"


def field_schema(field: Mapping[str, Any]) -> dict[str, Any]:
    """A field of a table as a property of a JSON Schema."""
    return {**field, **field.get("constraints", {}), "required": (), **field.get("jsonSchema", {}), "type": field["type"]}


def rows(path: str, fields: Mapping[str, Mapping[str, Any]], required: Collection[str]) -> Iterator[str]:
    """Yield a row for each field and for each field inside it, without the versions in other languages."""
    versions = {f"{name}{CONTRACT_LANGUAGE}" for name in fields}
    for name, schema in fields.items():
        if name not in versions:
            value = f"{kind(schema)}, versions" if f"{name}{CONTRACT_LANGUAGE}" in fields else kind(schema)
            yield f"| `{path}{name}`{' *' if name in required else ''} | {value} | {meaning(schema)} |\n"
            items = schema.get("items", {})
            inner, mark = (items, "[].") if "properties" in items else (schema, ".")
            if not inner.get("properties", {}).keys() <= fields.keys():  # as those of the clinic's locations
                yield from rows(f"{path}{name}{mark}", inner["properties"], inner.get("required", ()))


def kind(schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if schema["type"] in ("array", "list"):
        return "list of mappings" if "properties" in schema.get("items", {}) else "list"
    if "contentMediaType" in schema:
        return "Markdown"
    return KINDS.get(schema["type"]) or FORMATS.get(schema.get("format", ""), "text")


def meaning(schema: Mapping[str, Any]) -> str:
    """The description, and an example; without one the hint, unless the introduction says how to write such a value."""
    example = schema.get("example", "")
    if not isinstance(example, list | dict | bool) and example != "":
        return f"{schema['description']} `{str(example).splitlines()[0]}`"
    written_alike = schema["type"] in ("array", "list", "object") or schema.get("format") == "date"
    return schema["description"] if written_alike else " ".join(filter(None, (schema["description"], schema.get("hint"))))


if __name__ == "__main__":
    main()
