"""HTTP as REDbot sees it, on every address: caching, validation, negotiation, headers."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.conftest import ROOT, Server
from tests.support.wire import ANSWERING, PAGES, REFUSING

# What is meant: `public` says nothing new to a cache, but the specification wants it written; the status is of this moment and
# has no validator; two addresses exist in order to refuse.
ON_PURPOSE = {"/api/status": "FRESHNESS_NO_CACHE_NO_VALIDATOR", **dict.fromkeys(REFUSING, "STATUS_BAD_REQUEST")}


def test_redbot_finds_no_error(server: Server) -> None:
    addresses = [f"{server.address}{path}" for path in (*PAGES, *ANSWERING, *REFUSING, "/nowhere")]
    command = [sys.executable, "-m", "tests.support.red", *addresses]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=True)
    notes = json.loads(done.stdout)
    assert {note["address"] for note in notes} == set(addresses)
    assert len([note for note in notes if note["level"] == "good"]) > len(addresses)
    assert [note for note in notes if note["level"] == "bad"] == []
    warnings = {(note["address"].removeprefix(server.address), note["note"]) for note in notes if note["level"] == "warning"}
    assert {(path, note) for path, note in warnings if note != "STORE_PUBLIC_UNNECESSARY"} == set(ON_PURPOSE.items())
