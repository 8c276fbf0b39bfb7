"""The JSON Schema of the API's objects, made from the Table Schema."""

from __future__ import annotations

import json

import frictionless
import pytest
import yaml
from jsonschema import Draft202012Validator

from pipeline.schema.components import field_schema
from pipeline.schema.nested import typed
from pipeline.schema.package import Source
from pipeline.validation.fields import FieldCheck
from tests.conftest import SOURCES
from tests.support.checking import example_sources

OWN_KEYWORDS = ("hint", "recommended", "rules", "advice", "labels")


def test_every_field_is_described() -> None:
    """Messages, the API's description and the database show title, description and example."""
    package = yaml.safe_load((SOURCES / "datapackage.yaml").read_text(encoding="utf-8"))
    fields = [field for resource in package["resources"] for field in resource["schema"]["fields"]]
    assert [field for field in fields if not {"name", "type", "title", "description", "example"} <= set(field)] == []


@pytest.mark.parametrize(
    "field",
    [pytest.param(field, id=f"{source.name}.{field.name}") for source in example_sources().values() for field in source.fields],
)
def test_every_example_is_valid(field: frictionless.Field) -> None:
    """For the check of the sources, and for the JSON Schema that the API shows."""
    value, findings = FieldCheck(field).verdict(typed(field.example, field.custom.get("jsonSchema", {})))
    assert (value is None, [finding for finding in findings if finding.severity == "error"]) == (False, [])
    shown = field_schema(field)
    [example] = shown["examples"]
    assert list(Draft202012Validator(shown).iter_errors(example)) == []


@pytest.mark.parametrize("source", example_sources().values(), ids=lambda source: source.name)
def test_components_are_standard_json_schema(source: Source) -> None:
    """Without the pipeline's own keywords."""
    schema = source.json_schema()
    Draft202012Validator.check_schema(schema)
    assert [keyword for keyword in OWN_KEYWORDS if f'"{keyword}":' in json.dumps(schema)] == []
