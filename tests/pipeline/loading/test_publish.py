"""Publishing: all or nothing, and the same bytes for the same sources."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest

from pipeline.__main__ import main
from pipeline.loading.publish import build
from tests.conftest import pipeline
from tests.pipeline.loading.conftest import names


@pytest.mark.parametrize("name", ["file/deeper/profile.db", "folder", "x" * 300])
def test_a_target_that_cannot_be_written(folder: Path, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Below a regular file, a folder, or a name that is too long: exit code 2 and one sentence that names the target."""
    (tmp_path / "file").write_text("a file")
    (tmp_path / "folder").mkdir()
    before = names(tmp_path)
    code = main(["build", "--sources", str(folder), "--database", str(tmp_path / name)])
    printed = capsys.readouterr()
    assert (code, printed.out) == (2, "")
    assert printed.err.startswith(f"{tmp_path / name} cannot be written")
    assert len(printed.err.splitlines()) == 1
    assert names(tmp_path) == before
    assert names(tmp_path / "folder") == []


def test_a_source_is_never_overwritten(folder: Path) -> None:
    before = (folder / "clinic.yaml").read_bytes()
    assert main(["build", "--sources", str(folder), "--database", str(folder / "clinic.yaml")]) == 2
    assert (folder / "clinic.yaml").read_bytes() == before


def test_only_a_regular_file_is_replaced(folder: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert main(["build", "--sources", str(folder), "--database", str(pipe)]) == 2
    assert pipe.is_fifo()


def test_the_target_of_a_link_is_replaced(folder: Path, target: Path, tmp_path: Path) -> None:
    target.parent.mkdir()
    target.write_bytes(b"old")
    link = tmp_path / "link.db"
    link.symlink_to(target)
    build(folder, link)
    assert link.is_symlink()
    assert target.read_bytes().startswith(b"SQLite format 3\0")


def test_the_first_build_creates_folder_and_file(folder: Path, target: Path) -> None:
    """The file is the only one in the folder, and everybody can read it, whatever the umask."""
    before = os.umask(0o077)
    try:
        build(folder, target)
    finally:
        os.umask(before)
    assert names(target.parent) == ["profile.db"]
    assert stat.S_IMODE(target.stat().st_mode) == 0o644


def test_the_same_sources_give_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    """In any folder, under any name, in any time zone and locale, and with any hash seed."""
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    first, second = tmp_path / "first.db", tmp_path / "deeper" / "second.db"
    assert pipeline("build", "--sources", folder, "--database", first, env={"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo"}).code == 0
    environment = {"PYTHONHASHSEED": "2", "TZ": "America/Lima", "LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0"}
    assert pipeline("build", "--sources", copy, "--database", second, env=environment).code == 0
    assert first.read_bytes() == second.read_bytes()


def test_the_same_bytes_are_left_alone(folder: Path, target: Path) -> None:
    """Inode and time do not change, so that no reader opens the file again."""
    build(folder, target)
    os.utime(target, ns=(1, 1))
    before = target.stat()
    assert build(folder, target).outcome == "unchanged"
    after = target.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert names(target.parent) == ["profile.db"]


def test_leftovers_of_killed_builds_are_deleted(folder: Path, target: Path) -> None:
    """Only those of the same target: another database may be under construction in the folder."""
    target.parent.mkdir()
    (target.parent / ".profile.db.tmp").write_bytes(b"half a file")
    (target.parent / ".other.db.tmp").write_bytes(b"another database")
    build(folder, target)
    assert names(target.parent) == [".other.db.tmp", "profile.db"]
