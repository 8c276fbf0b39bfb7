"""JSON Resume: whole documents, and the published schema."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft7Validator, FormatChecker

from tests.conftest import ROOT, Server

EXPECTED = Path(__file__).with_name("expected")
PUBLISHED = ROOT / "tests" / "node" / "node_modules" / "@jsonresume" / "schema" / "schema.json"


@pytest.mark.parametrize("name", ["small", "least"])
def test_every_section(request: pytest.FixtureRequest, name: str) -> None:
    """[resume] What is unknown is left out, and so is an end that is still to come."""
    document = request.getfixturevalue(name).json("/resume.json")
    assert document == json.loads((EXPECTED / f"{name}-resume.json").read_text(encoding="utf-8"))


@pytest.mark.skipif(not PUBLISHED.is_file(), reason="npm ci --prefix tests/node")
def test_the_published_schema(server: Server) -> None:
    """The example, which has every section, satisfies the schema of jsonresume.org with its formats."""
    schema = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    document = server.json("/resume.json")
    assert [error.message for error in Draft7Validator(schema, format_checker=FormatChecker()).iter_errors(document)] == []
    assert document.keys() <= {"$schema", *schema["properties"]}
    assert document["basics"]["image"] == server.json("/api/profile")["photo"]
