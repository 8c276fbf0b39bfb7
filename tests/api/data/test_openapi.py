"""The OpenAPI description: valid, complete, with examples that work, and true to the running service."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from api.endpoint import endpoint_address
from tests.conftest import Server
from tests.support.site import Site

CONFIG = Path(__file__).with_name("schemathesis.toml")


@pytest.fixture(scope="module")
def document(site: Site) -> Any:
    return site.json("/api/openapi.json")


def operations(document: Any) -> Iterator[tuple[str, Any]]:
    for path, item in document["paths"].items():
        for operation in item.values():
            yield path, operation


def test_every_example_of_a_parameter_finds_something(site: Site, document: Any) -> None:
    examples = [
        (path, parameter["name"], parameter["example"])
        for path, operation in operations(document)
        for parameter in operation.get("parameters", ())
        if "example" in parameter
    ]
    assert examples != []
    addresses = [
        endpoint_address(path, {name: ",".join(value) if isinstance(value, list) else value}) for path, name, value in examples
    ]
    feeds = [example for example in addresses if example.startswith("/feed.atom")]
    assert [example for example in feeds if "<entry>" not in site.get(example).text] == []
    bodies = {example: site.json(example) for example in addresses if example not in feeds}
    assert [example for example, body in bodies.items() if not any(map(body.get, ("count", "doi", "services", "entries")))] == []


def test_every_example_of_a_component_fits_its_schema(document: Any) -> None:
    """Every field of a resource, except versions in another language, has an example that its own schema accepts."""
    tried = set()
    schemas = document["components"]["schemas"]
    for name, component in schemas.items():
        for field, schema in component.get("properties", {}).items():
            for example in schema.get("examples", ()):
                Draft202012Validator(schema).validate(example)
                tried.add((name, field))
    names = ("Profile", "Publication", "Clinic", "Service", "Research", "CvEntry")
    without = {(name, field) for name in names for field in schemas[name]["properties"]} - tried
    assert {field for _, field in without if not field.endswith("Hebrew")} == set()


def test_every_answer_fits_the_schema_that_describes_it(site: Site, document: Any) -> None:
    checked = []
    for endpoint in site.json("/api")["endpoints"]:
        content = document["paths"][endpoint["path"]]["get"]["responses"].get("200", {}).get("content", {})
        reference = content.get("application/json; charset=utf-8", {}).get("schema")
        if reference:
            body = site.json(endpoint["example"])
            Draft202012Validator({**reference, "components": document["components"]}).validate(body)
            checked.append(endpoint["path"])
    assert "/api/publications" in checked


@pytest.mark.parametrize(
    ("path", "status", "target"),
    [
        ("/api/publications", 400, "/api/publications?year=x"),
        ("/api/publications/{doi}", 404, "/api/publications/10.5555%2Fnone"),
    ],
)
def test_the_example_of_an_error_is_what_the_api_answers(site: Site, document: Any, path: str, status: int, target: str) -> None:
    content = document["paths"][path]["get"]["responses"][str(status)]["content"]
    answer = site.get(target)
    assert (answer.status_code, answer.json()) == (status, content["application/json; charset=utf-8"]["example"])


@pytest.mark.parametrize("field", ["doi", "summary"])
def test_a_part_of_a_publication_is_a_publication(site: Site, document: Any, field: str) -> None:
    """Whatever the requested fields; most have no summary."""
    listed = document["components"]["schemas"]["PublicationList"]["properties"]["publications"]
    assert listed["items"] == {"$ref": "#/components/schemas/Publication"}
    validator = Draft202012Validator({**listed["items"], "components": document["components"]})
    parts = site.json(f"/api/publications?fields={field}")["publications"]
    assert [part for part in parts if not validator.is_valid(part)] == []


@pytest.mark.slow
def test_schemathesis_finds_no_difference(example_database: Path, serve: Callable[..., Server], tmp_path: Path) -> None:
    """Every check, phase (examples, coverage, fuzzing, stateful) and operation."""
    running = serve(example_database)
    command = [
        str(Path(sys.executable).with_name("schemathesis")),
        f"--config-file={CONFIG}",
        "run",
        f"{running.address}/api/openapi.json",
        f"--url={running.address}",
        "--checks=all",
        "--max-examples=10",
        "--seed=1",
        "--generation-database=none",
    ]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    # Schemathesis does not test the operation that it read the description from.
    count = len(list(operations(running.json("/api/openapi.json")))) - 1
    assert f"Tested: {count}\n" in done.stdout
    assert '" 500 ' not in running.log.read_text()
