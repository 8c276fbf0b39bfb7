"""Clients generated from the OpenAPI description: in Python by openapi-python-client, in TypeScript by openapi-typescript."""

import importlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, Server

GENERATOR = Path(sys.executable).with_name("openapi-python-client")
NODE = ROOT / "tests" / "node"
LIST = "/api/publications"
# The generator needs to be told that these media types are text, and that this one is not.
BYTES = "application/vnd.sqlite3"
TEXT = (
    "application/atom+xml; charset=utf-8",
    "application/x-bibtex; charset=utf-8",
    "application/x-research-info-systems; charset=utf-8",
    "text/csv; charset=utf-8; header=present",
    "text/vcard; charset=utf-8",
)


@pytest.mark.slow
def test_a_generated_client(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The description gives no warning; the client reads lists, parts of publications and errors."""
    description, config = tmp_path / "openapi.json", tmp_path / "config.json"
    description.write_bytes(server.get("/api/openapi.json").content)
    types = {**dict.fromkeys(TEXT, "text/plain"), BYTES: "application/octet-stream"}
    config.write_text(json.dumps({"content_type_overrides": types, "post_hooks": []}))
    command = [str(GENERATOR), "generate", "--meta=none", "--fail-on-warning"]
    options = [f"--path={description}", f"--config={config}", f"--output-path={tmp_path / 'profile_client'}"]
    done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr

    monkeypatch.syspath_prepend(tmp_path)
    with importlib.import_module("profile_client").Client(base_url=server.address) as client:

        def call(operation: str, *arguments: str, **options: Any) -> Any:
            module = importlib.import_module(f"profile_client.api.api.{operation}")
            return module.sync(*arguments, client=client, **options).to_dict()

        models = importlib.import_module("profile_client.models")
        # The client sends each value in its own parameter.
        fields = [models.ListPublicationsFieldsItem(name) for name in ("title", "doi")]
        kinds = [models.ListPublicationsTypeItem(name) for name in ("review", "letter")]
        dois, pmids = ["10.5555/msk.2021.001", "10.5555/msk.2025.007"], ["99000001", "99000412"]
        assert call("list_publications", q="nerve", limit=2) == server.json(f"{LIST}?q=nerve&limit=2")
        assert call("list_publications", fields=fields, type_=kinds) == server.json(f"{LIST}?fields=title,doi&type=review,letter")
        assert call("list_publications", doi=dois, pubmed=pmids) == server.json(f"{LIST}?doi={','.join(dois)}")
        assert call("get_publication", "10.5555/none")["error"] == "not_found"
        # Every endpoint answers with the model that its status has.
        required = {"get_publication": ["10.5555/msk.2021.001"]}
        operations = sorted(path.stem for path in (tmp_path / "profile_client" / "api" / "api").glob("[a-z]*.py"))
        modules = {name: importlib.import_module(f"profile_client.api.api.{name}") for name in operations}
        answers = {name: each.sync_detailed(*required.get(name, ()), client=client) for name, each in modules.items()}
        assert {name: answer.status_code for name, answer in answers.items()} == dict.fromkeys(operations, 200)
        assert [name for name, answer in answers.items() if answer.parsed is None] == []


@pytest.mark.slow
@pytest.mark.skipif(not (NODE / "node_modules" / "openapi-typescript").is_dir(), reason="npm ci --prefix tests/node")
def test_a_typed_client(server: Server, tmp_path: Path) -> None:
    """The compiler knows the type of each value; the client of openapi-fetch reads what the service answers."""
    (tmp_path / "node_modules").symlink_to(NODE / "node_modules")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "openapi.json").write_bytes(server.get("/api/openapi.json").content)
    shutil.copy(NODE / "client.ts", tmp_path)

    def run(*command: str) -> str:
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run("node_modules/.bin/openapi-typescript", "openapi.json", "--output", "description.d.ts")
    run("node_modules/.bin/tsc", "--strict", "--module", "nodenext", "--target", "es2022", "--skipLibCheck", "client.ts")
    answers = json.loads(run("node", "client.js", server.address))
    assert (answers.pop("ok"), answers.pop("text")) == (True, server.get("/api/export.csv").text)
    titles, year, types, error = answers.pop("values")
    assert (titles[1:], year, set(types), error) == (
        ['The "double crush" hypothesis revisited: ultrasound of the median nerve, the brachial plexus and the cervical roots'],
        2021,
        {"article-journal", "paper-conference", "chapter"},
        "not_found",
    )
    assert answers == {path: server.json(path) for path in answers}
