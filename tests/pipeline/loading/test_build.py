"""Publishing: all or nothing, the same bytes for the same sources, whatever happens meanwhile."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from pipeline.__main__ import main
from pipeline.loading.publish import build
from tests.conftest import ROOT, pipeline
from tests.support.messages import edit

COMMAND = (sys.executable, "-m", "pipeline")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("place", ["file/profile.db", "file/deeper/profile.db", "folder", "x" * 300])
def test_a_place_that_cannot_be_written(folder: Path, tmp_path: Path, place: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Below a regular file, a folder, or a name that is too long: exit code 2 and one sentence that names the place."""
    (tmp_path / "file").write_text("a file")
    (tmp_path / "folder").mkdir()
    before = names(tmp_path)
    code = main(["build", "--sources", str(folder), "--database", str(tmp_path / place)])
    said = capsys.readouterr()
    assert (code, said.out) == (2, "")
    assert said.err.startswith(f"{tmp_path / place} cannot be written")
    assert len(said.err.splitlines()) == 1
    assert names(tmp_path) == before
    assert names(tmp_path / "folder") == []


def test_a_source_is_never_overwritten(folder: Path) -> None:
    """A target among the sources is a mistake."""
    before = (folder / "clinic.yaml").read_bytes()
    assert main(["build", "--sources", str(folder), "--database", str(folder / "clinic.yaml")]) == 2
    assert (folder / "clinic.yaml").read_bytes() == before


def test_a_device_is_never_replaced(folder: Path, tmp_path: Path) -> None:
    """Nor is anything else that is no regular file."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert main(["build", "--sources", str(folder), "--database", str(pipe)]) == 2
    assert pipe.is_fifo()


def test_a_link_leads_to_the_file_that_is_replaced(folder: Path, target: Path, tmp_path: Path) -> None:
    """The link stays a link."""
    target.parent.mkdir()
    target.write_bytes(b"old")
    link = tmp_path / "link.db"
    link.symlink_to(target)
    build(folder, link)
    assert link.is_symlink()
    assert target.read_bytes().startswith(b"SQLite format 3\0")


def test_a_first_build_makes_folder_and_file(folder: Path, target: Path) -> None:
    """The folder is made, nothing but the file is in it, and every reader may read it."""
    run = pipeline("build", "--sources", folder, "--database", target)
    assert (run.code, run.err) == (0, "")
    assert run.out == f"{folder}: 0 errors, 0 warnings.\n{target} was built: 13 publications, 18 services.\n"
    assert names(target.parent) == ["profile.db"]
    assert stat.S_IMODE(target.stat().st_mode) == 0o644


def test_the_mode_does_not_depend_on_the_umask(folder: Path, target: Path) -> None:
    """The service that reads the file may run as somebody else."""
    before = os.umask(0o077)
    try:
        build(folder, target)
    finally:
        os.umask(before)
    assert stat.S_IMODE(target.stat().st_mode) == 0o644


def test_equal_sources_give_equal_bytes(folder: Path, tmp_path: Path) -> None:
    """In any folder, under any name, in any time zone and with any hash seed."""
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    first, second = tmp_path / "first.db", tmp_path / "deeper" / "second.db"
    assert pipeline("build", "--sources", folder, "--database", first, env={"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo"}).code == 0
    environment = {"PYTHONHASHSEED": "2", "TZ": "America/Lima", "LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0"}
    assert pipeline("build", "--sources", copy, "--database", second, env=environment).code == 0
    assert first.read_bytes() == second.read_bytes()


def test_equal_bytes_are_left_alone(folder: Path, target: Path) -> None:
    """Inode and time stay, so that no reader opens the file anew."""
    build(folder, target)
    os.utime(target, ns=(1, 1))
    before = target.stat()
    run = pipeline("build", "--sources", folder, "--database", target)
    assert run.out.splitlines()[-1] == f"{target} is the same as before: 13 publications, 18 services."
    after = target.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert names(target.parent) == ["profile.db"]


def test_new_sources_replace_the_file(folder: Path, target: Path) -> None:
    """A reader that holds the old file keeps reading it; the name leads to the new one."""
    build(folder, target)
    with closing(sqlite3.connect(target)) as reader:
        reader.execute("select count(*) from services").fetchone()
        edit(folder, "services.csv", "Ultrasound of the knee", "Sonography of the knee")
        assert build(folder, target).outcome == "built"
        assert reader.execute("select name from services where id = 3").fetchone() == ("Ultrasound of the knee",)
    with closing(sqlite3.connect(target)) as reader:
        assert reader.execute("select name from services where id = 3").fetchone() == ("Sonography of the knee",)


def test_wrong_data_leaves_the_old_file(folder: Path, target: Path) -> None:
    """Byte for byte and untouched, whatever is wrong, and nothing else beside it."""
    build(folder, target)
    bytes_before, before = target.read_bytes(), target.stat()
    edit(folder, "services.csv", "sports-imaging", "sport")
    assert main(["build", "--sources", str(folder), "--database", str(target)]) == 1
    (folder / "datapackage.yaml").unlink()
    assert main(["build", "--sources", str(folder), "--database", str(target)]) == 1
    after = target.stat()
    assert target.read_bytes() == bytes_before
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert names(target.parent) == ["profile.db"]


def test_kill_at_any_moment_leaves_the_old_file(folder: Path, target: Path) -> None:
    """Fifteen builds are killed at random moments; each time the old or the new file is there, whole."""
    build(folder, target)
    old = target.read_bytes()
    edit(folder, "services.csv", "Ultrasound of the knee", "Sonography of the knee")
    fresh = target.parent.parent / "fresh.db"
    started = time.monotonic()
    assert pipeline("build", "--sources", folder, "--database", fresh).code == 0
    whole_run = time.monotonic() - started
    new = fresh.read_bytes()
    chance = random.Random(15)  # noqa: S311
    for _ in range(15):
        process = subprocess.Popen(
            (*COMMAND, "build", "--sources", str(folder), "--database", str(target)), cwd=ROOT, stdout=subprocess.DEVNULL
        )
        time.sleep(chance.uniform(0.3, 1.0) * whole_run)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert target.read_bytes() in (old, new)
    assert pipeline("build", "--sources", folder, "--database", target).code == 0
    assert target.read_bytes() == new
    assert names(target.parent) == ["profile.db"]


def test_leftovers_of_killed_builds_are_cleared(folder: Path, target: Path) -> None:
    """Those of this target only: another database in the folder may be being built at this moment."""
    target.parent.mkdir()
    (target.parent / ".profile.db.abc.tmp").write_bytes(b"half a file")
    (target.parent / ".other.db.abc.tmp").write_bytes(b"not ours")
    assert build(folder, target).outcome == "built"
    assert names(target.parent) == [".other.db.abc.tmp", "profile.db"]


def test_leftovers_are_cleared_by_a_build_that_is_refused(folder: Path, target: Path) -> None:
    """And by one that finds nothing new."""
    build(folder, target)
    leftover = target.parent / ".profile.db.abc.tmp"
    leftover.write_bytes(b"half a file")
    assert build(folder, target).outcome == "unchanged"
    assert not leftover.exists()
    leftover.write_bytes(b"half a file")
    edit(folder, "services.csv", "sports-imaging", "sport")
    assert build(folder, target).outcome == "refused"
    assert not leftover.exists()


def test_builds_at_once_do_not_hurt_each_other(folder: Path, target: Path) -> None:
    """Four at the same time: each succeeds, one whole file is there, and no leftover."""
    command = (*COMMAND, "build", "--sources", str(folder), "--database", str(target))
    processes = [
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) for _ in range(4)
    ]
    assert [(process.communicate()[1], process.returncode) for process in processes] == [("", 0)] * 4
    assert build(folder, target).outcome == "unchanged"
    assert names(target.parent) == ["profile.db"]
