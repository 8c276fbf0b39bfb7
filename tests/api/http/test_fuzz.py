"""Odd requests, more than anybody would think of; ``python -m tests.support.fuzz`` sends a hundred thousand of them."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.conftest import ROOT

REQUESTS = 3000
SUMMARY = re.compile(
    rf"seed 1: {REQUESTS} requests in \d+ s, answered (?P<statuses>\{{.*\}})\n"
    r"memory of the server: [\d.]+ MiB before, [\d.]+ MiB after; 0 errors\n"
)


@pytest.mark.slow
def test_odd_requests_cause_no_error() -> None:
    """No 5xx, no complete request without an answer, nothing in the log, no growing memory."""
    command = [sys.executable, "-m", "tests.support.fuzz", "--requests", str(REQUESTS)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    print(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    summary = SUMMARY.fullmatch(done.stdout)
    assert summary is not None
    statuses = {int(status): int(count) for status, count in re.findall(r"(\d+): (\d+)", summary["statuses"])}
    assert {200, 204, 304, 400, 404, 405, 413, 501} <= set(statuses)
    assert statuses[200] > REQUESTS // 10
