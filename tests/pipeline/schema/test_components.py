"""The JSON Schema of the API's objects, made from the Table Schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from pipeline.rules.registry import FORMAT_RULES, VALUE_RULES
from pipeline.schema.components import field_schema
from pipeline.schema.nested import NestedValidator, typed
from pipeline.schema.package import Source
from tests.conftest import SOURCES
from tests.support.checking import example_sources

OWN_KEYWORDS = {"hint", "recommended", "rules", "advice", "labels"}


def fields() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each field of the descriptor, read as plain YAML, with the name of its resource."""
    package = yaml.safe_load((SOURCES / "datapackage.yaml").read_text(encoding="utf-8"))
    for resource in package["resources"]:
        for field in resource["schema"]["fields"]:
            yield resource["name"], field


def keys(schema: Any) -> Iterator[str]:
    """Yield all keys in a JSON document."""
    if isinstance(schema, dict):
        yield from schema
        schema = list(schema.values())
    for item in schema if isinstance(schema, list) else ():
        yield from keys(item)


def test_every_field_is_described() -> None:
    """Messages, the API's description and the database show title, description and example."""
    assert [field for _, field in fields() if not {"name", "type", "title", "description", "example"} <= set(field)] == []


@pytest.mark.parametrize("name", ["site", "profile", "clinic", "research", "publications", "services"])
def test_every_example_is_valid(name: str) -> None:
    """For Frictionless, the rules, the nested schema, and the JSON Schema that the API shows."""
    for field in (field for resource, field in fields() if resource == name):
        checked = example_sources()[name].schema.get_field(field["name"])
        value, errors = checked.read_cell(checked.example)
        assert not errors
        rules = [VALUE_RULES[rule].check for rule in field.get("rules", ())]
        rules += [FORMAT_RULES[field["format"]]] if "format" in field else []
        assert [message for rule in rules for message in rule(value)] == []
        nested = field.get("jsonSchema", {})
        errors = NestedValidator(nested).iter_errors(typed(value, nested))
        assert [error.message for error in errors if error.schema_path[-1] != "advice"] == []
        shown = field_schema(checked)
        [example] = shown["examples"]
        assert list(Draft202012Validator(shown).iter_errors(example)) == []


@pytest.mark.parametrize("source", example_sources().values(), ids=lambda source: source.name)
def test_components_are_standard_json_schema(source: Source) -> None:
    """Without the pipeline's own keywords."""
    schema = source.json_schema()
    Draft202012Validator.check_schema(schema)
    assert OWN_KEYWORDS.isdisjoint(keys(schema))
