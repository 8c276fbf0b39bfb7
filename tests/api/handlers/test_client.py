"""A Python client generated from the OpenAPI description by openapi-python-client."""

from __future__ import annotations

import importlib
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, Server

GENERATOR = ROOT / ".venv-client" / "bin" / "openapi-python-client"
# The generator needs to be told that these media types are text, and that this one is not.
BYTES = "application/vnd.sqlite3"
TEXT = (
    "application/atom+xml; charset=utf-8",
    "application/x-bibtex; charset=utf-8",
    "application/x-research-info-systems; charset=utf-8",
    "text/csv; charset=utf-8; header=present",
    "text/vcard; charset=utf-8",
)


@pytest.mark.skipif(not GENERATOR.is_file(), reason="needs `make .venv-client/installed`")
def test_a_generated_client(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The description gives no warning; the client reads lists, parts of publications and errors."""
    description, config = tmp_path / "openapi.json", tmp_path / "config.json"
    description.write_bytes(server.get("/api/openapi.json").content)
    config.write_text(
        json.dumps(
            {"content_type_overrides": {**dict.fromkeys(TEXT, "text/plain"), BYTES: "application/octet-stream"}, "post_hooks": []}
        )
    )
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
        # The generator ignores `explode: false` and would send several fields as several parameters, which the API refuses.
        fields = [models.ListPublicationsFieldsItem("title")]
        category = models.ListServicesCategory("injection")
        assert call("list_publications", q="nerve", limit=2) == server.json("/api/publications?q=nerve&limit=2")
        assert call("list_publications", fields=fields) == server.json("/api/publications?fields=title")
        assert call("get_publication", "10.5555/msk.2021.001")["title"] == "Sonography of the median nerve"
        assert call("get_publication", "10.5555/none")["error"] == "not_found"
        assert call("list_services", category=category) == server.json("/api/services?category=injection")
        resume = server.json("/resume.json")
        assert models.Resume.from_dict(resume).to_dict() == resume
        assert call("get_clinic") == server.json("/api/clinic")
        assert call("get_status")["ok"] is True
