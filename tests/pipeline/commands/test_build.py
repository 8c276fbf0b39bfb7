"""``python -m pipeline build``: output, exit codes, and when there is nothing to build."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pipeline.__main__ import main
from tests.conftest import ROOT
from tests.support.messages import edit, without_warnings, write


def arguments(folder: Path, target: Path, *options: str) -> list[str]:
    return ["build", "--sources", str(folder), "--database", str(target), *options]


def test_a_build(folder: Path, target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Twice: the same sources give the same file."""
    for state in ("was built", "is the same as before"):
        assert main(arguments(folder, target)) == 0
        summary = f"{folder}: 0 errors, 0 warnings.\n{target} {state}: 13 publications, 18 services.\n"
        assert capsys.readouterr() == (summary, "")


def test_json(folder: Path, target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments(folder, target, "--format", "json")) == 0
    rows = {"site": 1, "profile": 1, "clinic": 1, "research": 1, "publications": 13, "services": 18, "cv": 27}
    assert json.loads(capsys.readouterr().out) == {"ok": True, "rows": rows, "problems": []}


def test_errors_leave_the_database_unchanged(folder: Path, target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(folder, "publications.csv", ",2025,23,", ",1799,23,")
    assert main(arguments(folder, target)) == 1
    assert capsys.readouterr().out.splitlines()[1:] == [f"{folder}: 1 error, 0 warnings.", "Nothing was published."]
    assert not target.exists()
    edit(folder, "publications.csv", ",1799,23,", ",2025,23,")
    assert main(arguments(folder, target)) == 0
    before = target.read_bytes()
    write(folder, "datapackage.yaml", "resources: none\n")
    assert main(arguments(folder, target)) == 1
    assert capsys.readouterr().out.splitlines()[-1] == f"Nothing was published; {target} is unchanged."
    assert target.read_bytes() == before


def test_strict_refuses_warnings(sources: Path, target: Path) -> None:
    assert main(arguments(sources, target, "--strict")) == 1
    assert not target.exists()
    without_warnings(sources)
    assert main(arguments(sources, target, "--strict")) == 0


def test_ctrl_c_leaves_the_old_file(folder: Path, target: Path) -> None:
    """A sentence, no traceback, no temporary file."""
    assert main(arguments(folder, target)) == 0
    before = target.read_bytes()
    rows = [f"Title {number},Example N,Journal,2021\n" for number in range(100_000)]
    write(folder, "publications.csv", "title,authors,journal,year\n" + "".join(rows))
    command = [sys.executable, "-m", "pipeline", *arguments(folder, target)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)
    while not any(path.stat().st_size for path in target.parent.glob(".*.tmp")):
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    assert process.communicate() == (b"", b"Stopped.\n")
    assert process.returncode == 2
    assert target.read_bytes() == before
    assert list(target.parent.iterdir()) == [target]
