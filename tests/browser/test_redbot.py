"""HTTP as REDbot checks it, at every address: caching, validation, negotiation, headers."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.conftest import ROOT, Server
from tests.support.wire import ANSWERING, PAGES, REFUSING

# /api/status describes one moment, so it has no validator; two endpoints exist in order to refuse.
EXPECTED = {"/api/status": "FRESHNESS_NO_CACHE_NO_VALIDATOR", **dict.fromkeys(REFUSING, "STATUS_BAD_REQUEST")}


def test_redbot_finds_no_error(server: Server) -> None:
    addresses = [f"{server.address}{path}" for path in (*PAGES, *ANSWERING, *REFUSING, "/nowhere")]
    command = [sys.executable, "-m", "tests.support.red", *addresses]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=True)
    notes = json.loads(done.stdout)
    assert {note["address"] for note in notes} == set(addresses)
    assert len([note for note in notes if note["level"] == "good"]) > len(addresses)
    assert [note for note in notes if note["level"] == "bad"] == []
    warnings = {(note["address"].removeprefix(server.address), note["note"]) for note in notes if note["level"] == "warning"}
    # A cache does not need `public`, but api/README.md promises it.
    assert {(path, note) for path, note in warnings if note != "STORE_PUBLIC_UNNECESSARY"} == set(EXPECTED.items())
