"""One schema for all: what the owner adds to it reaches the database, the API and its description without code."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import frictionless
import pytest
import yaml
from jsonschema import Draft202012Validator

from api.parameters import CATEGORIES, TAGS
from pipeline.loading.journals import Journals
from pipeline.loading.publish import build
from pipeline.loading.tables import ListTable, SourceTable, singular
from pipeline.problems import Report
from pipeline.reading.yaml import typed
from pipeline.rules import FORMAT_RULES, VALUE_RULES
from pipeline.schema.components import component, field_schema
from pipeline.schema.descriptor import TABLES
from pipeline.schema.nested import NestedValidator
from pipeline.schema.package import RESERVED, RESERVED_LISTS, Source, read_package
from tests.conftest import SOURCES, Server
from tests.support.messages import append, edit, messages, write

NEW_COLUMN = """\
        - name: abstract
          type: string
          title: Abstract
          description: What the publication found.
          example: Nerves were seen.
          constraints: {maxLength: 100}
        - name: pubmed
"""
NEW_LIST = """\
        - name: hobbies
          type: array
          title: Hobbies
          description: What else there is.
          example: [Chess]
          jsonSchema: {type: array, items: {type: string, minLength: 1, hint: Write a word.}}
        - name: credentials
"""
NEW_NESTED = """\
              lunch: {type: boolean, description: Whether it closes for lunch., hint: Write true or false.}
              byAppointment:\
"""


@pytest.fixture
def extended(folder: Path) -> Path:
    """The example with a further column, a further list and a further nested value, in the schema and in the data."""
    edit(folder, "datapackage.yaml", "        - name: pubmed\n", NEW_COLUMN)
    edit(folder, "datapackage.yaml", "        - name: credentials\n", NEW_LIST)
    edit(folder, "datapackage.yaml", "              byAppointment:", NEW_NESTED)
    header, first, *others = (folder / "publications.csv").read_text(encoding="utf-8").splitlines()
    rows = [f"{header},abstract", f'{first},"A ""good"" result, in brief."', *(f"{row}," for row in others)]
    write(folder, "publications.csv", "\n".join(rows) + "\n")
    append(folder, "profile.yaml", "hobbies:\n  - Chess\n  - no\n")
    append(folder, "clinic.yaml", "  lunch: false\n")
    return folder


@pytest.fixture
def extended_server(extended: Path, tmp_path: Path, serve: Callable[..., Server]) -> Server:
    target = tmp_path / "profile.db"
    assert build(extended, target).outcome == "built", messages(extended)
    return serve(target)


def test_new_optional_fields_reach_the_api(extended_server: Server) -> None:
    """In the schema's order, typed, and only where there is a value."""
    first, second = extended_server.json("/api/publications?limit=2")["publications"]
    assert first["abstract"] == 'A "good" result, in brief.'
    assert list(first)[-3:] == ["abstract", "pubmed", "url"]
    assert "abstract" not in second
    assert extended_server.json("/api/profile")["hobbies"] == ["Chess", "no"]
    assert extended_server.json("/api/clinic")["hours"]["lunch"] is False


def test_new_optional_fields_reach_the_description(extended_server: Server) -> None:
    """With their constraints; what is meant for the owner stays out."""
    schemas = extended_server.json("/api/openapi.json")["components"]["schemas"]
    assert schemas["Publication"]["properties"]["abstract"] == {
        "title": "Abstract",
        "description": "What the publication found.",
        "type": "string",
        "maxLength": 100,
        "examples": ["Nerves were seen."],
    }
    assert schemas["Profile"]["properties"]["hobbies"] == {
        "title": "Hobbies",
        "description": "What else there is.",
        "type": "array",
        "items": {"type": "string", "minLength": 1},
        "examples": [["Chess"]],
    }
    assert schemas["Clinic"]["properties"]["hours"]["properties"]["lunch"] == {
        "type": "boolean",
        "description": "Whether it closes for lunch.",
    }


def test_the_csv_export_keeps_its_ten_columns(extended_server: Server) -> None:
    """The specification names them; a new field does not reach the export."""
    lines = extended_server.get("/api/export.csv").text.split("\r\n")
    assert lines[0] == "title,authors,journal,year,volume,issue,pages,doi,pubmed,url"
    assert "good" not in "".join(lines)


def test_new_optional_fields_are_checked(extended: Path) -> None:
    """By the schema's own words."""
    edit(extended, "profile.yaml", "- Chess", "- [Chess]")
    edit(extended, "clinic.yaml", "lunch: false", "lunch: no")
    edit(extended, "publications.csv", "result, in", f"result{'!' * 100}, in")
    said = messages(extended)
    assert said[:2] == [
        'sources/clinic.yaml, line 50, hours.lunch: "no" is not true or false. Write true or false.',
        "sources/profile.yaml, line 34, hobbies[1]: Here stands a list instead of a text. Write a word.",
    ]
    assert [line.split(": ")[0] for line in said[2:]] == ["sources/publications.csv, row 2, abstract"]


def test_new_fields_are_columns_of_the_database(extended: Path, tmp_path: Path) -> None:
    """With their value, their limit and their meaning."""
    target = tmp_path / "profile.db"
    build(extended, target)
    with closing(sqlite3.connect(target)) as connection:
        assert connection.execute("select abstract from publications order by id limit 2").fetchall() == [
            ('A "good" result, in brief.',),
            (None,),
        ]
        assert connection.execute("select hobbies from profile").fetchone() == ('["Chess", "no"]',)
        assert connection.execute(
            "select title, description, example from documentation where column_name in ('abstract', 'hobbies') order by title"
        ).fetchall() == [
            ("Abstract", "What the publication found.", "Nerves were seen."),
            ("Hobbies", "What else there is.", '["Chess"]'),
        ]
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute("update publications set abstract = ''")
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute("update profile set hobbies = '{}'")


@cache
def example_sources() -> tuple[Source, ...]:
    """The example's schema as the pipeline reads it."""
    package = read_package(SOURCES, Report())
    assert package is not None
    return package.sources


def resources() -> Iterator[tuple[str, dict[str, Any]]]:
    """Each field as the descriptor has it, read as plain YAML."""
    package = yaml.safe_load((SOURCES / "datapackage.yaml").read_text(encoding="utf-8"))
    for resource in package["resources"]:
        for field in resource["schema"]["fields"]:
            yield resource["name"], field


FIELDS = [pytest.param(name, field, id=f"{name}.{field['name']}") for name, field in resources()]


@pytest.mark.parametrize(("name", "field"), FIELDS)
def test_every_field_says_what_it_is(name: str, field: dict[str, Any]) -> None:
    """Title, description and an example: the message, the API's description and the database show them."""
    assert {"name", "type", "title", "description", "example"} <= set(field), name


@pytest.mark.parametrize(("name", "field"), FIELDS)
def test_every_example_passes_its_own_field(name: str, field: dict[str, Any]) -> None:
    """Frictionless's type and constraints, our rules, the nested schema, and the JSON Schema that the API shows."""
    checked = next(source for source in example_sources() if source.name == name).schema.get_field(field["name"])
    value, errors = checked.read_cell(checked.example)
    assert not errors
    for rule in field.get("rules", ()):
        assert list(VALUE_RULES[rule].check(value)) == []
    if field.get("format") in FORMAT_RULES:
        assert list(FORMAT_RULES[field["format"]](value)) == []
    nested = field.get("jsonSchema", {})
    assert list(NestedValidator(nested).iter_errors(typed(value, nested))) == []
    shown = field_schema(checked)
    assert len(shown["examples"]) == 1
    assert list(Draft202012Validator(shown).iter_errors(shown["examples"][0])) == []


def test_components_are_valid_json_schema() -> None:
    """And hold none of the words that are meant for the owner."""
    for source in example_sources():
        schema = component(source)
        Draft202012Validator.check_schema(schema)
        text = json.dumps(schema)
        assert '"hint":' not in text
        assert '"recommended":' not in text
        assert '"rules":' not in text
        assert '"advice":' not in text


def test_closed_lists_of_the_filters_are_those_of_the_schema() -> None:
    """A category or tag that is added to the schema alone could not be asked for."""
    services = {field["name"]: field for name, field in resources() if name == "services"}
    assert tuple(services["category"]["constraints"]["enum"]) == CATEGORIES
    assert tuple(services["tags"]["jsonSchema"]["items"]["enum"]) == TAGS


def frictionless_validate(folder: Path) -> tuple[int, str]:
    """The code and the output of the standard tool on the package."""
    tool = Path(sys.executable).with_name("frictionless")
    run = subprocess.run(
        [tool, "validate", "datapackage.yaml"], capture_output=True, text=True, cwd=folder, env={"COLUMNS": "200"}, check=False
    )
    return run.returncode, run.stdout + run.stderr


def test_the_standard_tool_finds_the_example_valid() -> None:
    """The sources are a Data Package for every other program too."""
    code, output = frictionless_validate(SOURCES)
    assert (code, output.count("INVALID")) == (0, 0), output


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("publications.csv", ",2025,23,", ",last year,23,"),
        ("publications.csv", "title,authors,", "heading,authors,"),
        ("datapackage.yaml", "          type: integer\n          title: Year", "          type: intiger\n          title: Year"),
    ],
    ids=["bad year", "wrong header", "invalid schema"],
)
def test_the_standard_tool_finds_faults(folder: Path, name: str, old: str, new: str) -> None:
    """What Table Schema can say, any tool that knows it checks."""
    edit(folder, name, old, new)
    assert frictionless_validate(folder)[0] == 1


def test_the_standard_tool_misses_a_yaml_file(folder: Path) -> None:
    """A file that is named and not there."""
    (folder / "clinic.yaml").unlink()
    code, output = frictionless_validate(folder)
    assert code == 1
    assert "clinic.yaml" in output


def test_frictionless_is_the_validator() -> None:
    """The package opens in Frictionless with every resource and its fields."""
    package = frictionless.Package(str(SOURCES / "datapackage.yaml"))
    assert package.resource_names == ["site", "profile", "clinic", "research", "publications", "services"]


def test_reserved_names_are_those_that_the_tables_add() -> None:
    """A further field that bore one of them would pass the check and break the build."""
    package = read_package(SOURCES, Report())
    assert package is not None
    derived = {"publications": (Journals().derived,)}
    tables = {source.name: SourceTable(source, derived.get(source.name, ())) for source in package.sources}
    written = {field.name for table in tables.values() for field in table.plain}
    assert {column.name for table in tables.values() for column in table.columns} - written == set(RESERVED)
    [tags] = tables["services"].lists
    joined = [ListTable("joined", owner, tags.field) for owner in TABLES]
    beside = {column.name for table in joined for column in table.columns} - {tags.value_column}
    assert {singular(name) for name in RESERVED_LISTS} == beside
