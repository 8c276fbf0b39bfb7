"""``python -m pipeline build``: output, exit codes, and when there is nothing to build."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from pipeline.__main__ import main
from pipeline.loading.publish import build, is_current
from pipeline.schema.package import SHIPPED
from tests.conftest import ROOT, pipeline
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
    rows = {"site": 1, "profile": 1, "clinic": 1, "research": 1, "publications": 13, "services": 18}
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


def test_a_database_that_cannot_be_written(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 2 and one sentence."""
    (tmp_path / "file").touch()
    target = tmp_path / "file" / "profile.db"
    assert main(arguments(folder, target)) == 2
    assert capsys.readouterr() == ("", f"{target} cannot be written: File exists. Nothing was changed.\n")


def test_if_changed_builds_only_when_something_changed(folder: Path, target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Other bytes in the sources, other code, a damaged file or another file are a change."""
    if_changed = arguments(folder, target, "--if-changed")
    assert main(if_changed) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"{target} was built: 13 publications, 18 services."
    assert main(if_changed) == 0
    assert capsys.readouterr() == (f"{target} is up to date with {folder}.\n", "")
    assert main([*if_changed, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"ok": True, "rows": {}, "problems": []}
    write(folder, "profile.yaml", (folder / "profile.yaml").read_bytes() + b"# a note\n")
    assert not is_current(folder, target)
    assert build(folder, target).outcome == "built"
    assert is_current(folder, target)
    with closing(sqlite3.connect(target)) as connection, connection:
        connection.execute("update build set code_sha256 = 'of other code'")
    assert not is_current(folder, target)
    assert build(folder, target).outcome == "built"
    os.truncate(target, target.stat().st_size - 4096)
    assert not is_current(folder, target)
    target.write_bytes(b"not a database")
    assert not is_current(folder, target)
    target.unlink()
    assert not is_current(folder, target)
    assert not target.exists()


def test_another_schema_of_the_software_is_a_change(
    folder: Path, target: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder without a descriptor is read with the software's."""
    (folder / "datapackage.yaml").unlink()
    assert build(folder, target).outcome == "built"
    assert is_current(folder, target)
    write(tmp_path, "newer.yaml", SHIPPED.read_bytes() + b"# newer\n")
    monkeypatch.setattr("pipeline.loading.publish.SHIPPED", tmp_path / "newer.yaml")
    assert not is_current(folder, target)


def test_if_changed_does_not_hide_errors(folder: Path, target: Path) -> None:
    assert main(arguments(folder, target, "--if-changed")) == 0
    edit(folder, "services.csv", "sports-imaging", "sport")
    assert main(arguments(folder, target, "--if-changed")) == 1
    write(folder, "datapackage.yaml", "resources: none\n")
    assert main(arguments(folder, target, "--if-changed")) == 1


def test_paths_from_the_environment(folder: Path, target: Path) -> None:
    """SOURCES and PROFILE_DB, as make and a container set them."""
    assert pipeline("build", env={"SOURCES": str(folder), "PROFILE_DB": str(target)}).code == 0
    assert list(target.parent.iterdir()) == [target]


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
