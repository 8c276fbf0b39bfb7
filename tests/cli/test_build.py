"""``python -m cli build``: output, exit codes, when there is nothing to build; and ``describe``, for Datasette."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import ROOT, Command, Run
from tests.support.messages import edit, write


@pytest.fixture
def build(sources: Path, target: Path, command: Command) -> Command:
    return lambda *options: command("build", "--sources", sources, "--database", target, *options)


def test_the_same_sources_give_the_same_file(folder: Path, target: Path, build: Command) -> None:
    assert [build() for _ in range(2)] == [
        Run(0, f"{folder}: 0 errors, 0 warnings.\n{target} {state}: 13 publications, 18 services.\n", "")
        for state in ("was built", "is the same as before")
    ]


def test_errors_leave_the_database_unchanged(folder: Path, target: Path, build: Command) -> None:
    edit(folder, "publications.csv", ",2025,23,", ",1799,23,")
    run = build()
    assert (run.code, run.out.splitlines()[1:]) == (1, [f"{folder}: 1 error, 0 warnings.", "Nothing was published."])
    assert not target.exists()
    edit(folder, "publications.csv", ",1799,23,", ",2025,23,")
    assert json.loads(build("--format", "json").out)["ok"]
    before = target.read_bytes()
    write(folder, "datapackage.yaml", "resources: none\n")
    run = build()
    assert (run.code, run.out.splitlines()[-1]) == (1, f"Nothing was published; {target} is unchanged.")
    assert target.read_bytes() == before


def test_strict_refuses_warnings(sources: Path, target: Path, build: Command) -> None:
    assert build("--strict").code == 0
    target.unlink()
    edit(sources, "cv.csv", "2018-04,now", "2018-04,present")
    assert (build("--strict").code, target.exists()) == (1, False)


@pytest.mark.slow
def test_ctrl_c_leaves_the_old_file(folder: Path, target: Path, build: Command) -> None:
    """A sentence, no traceback, no temporary file."""
    assert build().code == 0
    before = target.read_bytes()
    rows = [f"Title {number},Example N,Journal,2021\n" for number in range(4_000)]
    write(folder, "publications.csv", "title,authors,journal,year\n" + "".join(rows))
    command = [sys.executable, "-m", "cli", "build", f"--sources={folder}", f"--database={target}"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)
    while not any(path.stat().st_size for path in target.parent.glob(".*.tmp")):
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    assert process.communicate() == (b"", b"Stopped.\n")
    assert process.returncode == 2
    assert target.read_bytes() == before
    assert list(target.parent.iterdir()) == [target]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nowhere.db", "missing, or built by another version"),
        ("text", "DatabaseError: file is not a database"),
        ("", "OSError: not a regular file"),
    ],
    ids=["none", "text", "folder"],
)
def test_what_is_not_a_database(tmp_path: Path, command: Command, name: str, reason: str) -> None:
    (tmp_path / "text").write_text("not a database")
    path = tmp_path / name
    run = command("describe", "--database", path)
    assert (run.code, run.out, run.err) == (2, "", f"{path} cannot be read ({reason}). Build it with make build-db.\n")
    assert [path.name for path in tmp_path.iterdir()] == ["text"]
