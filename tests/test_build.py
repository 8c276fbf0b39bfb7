"""Publishing: all or nothing, the same bytes for the same sources, whatever happens meanwhile."""

from __future__ import annotations

import json
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

from pipeline.build import build, is_current
from tests.conftest import ROOT, pipeline
from tests.messages import edit, without_warnings

COMMAND = (sys.executable, "-m", "pipeline")


@pytest.fixture
def folder(sources: Path) -> Path:
    return without_warnings(sources)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "public" / "profile.db"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_check_of_good_sources(folder: Path) -> None:
    """Exit code 0 and a summary."""
    run = pipeline("check", "--sources", folder)
    assert (run.code, run.out, run.err) == (0, f"{folder}: 0 errors, 0 warnings.\n", "")


def test_check_of_bad_sources(folder: Path) -> None:
    """Exit code 1, a line for each problem with the path as it was given, and the summary."""
    edit(folder, "publications.csv", ",2025,23,", ",1799,23,")
    edit(folder, "services.csv", "אולטרסאונד של הברך", "")
    run = pipeline("check", "--sources", folder)
    assert (run.code, run.err) == (1, "")
    assert run.out.splitlines()[:3] == [
        f'{folder}/publications.csv, row 2, year: "1799" is less than 1800. Write the four-digit year, for example 2021.',
        f"warning: {folder}/services.csv, row 4, nameHebrew: The value is missing; users would be glad of it.",
        f"{folder}: 1 error, 1 warning.",
    ]


def test_json_for_machines(folder: Path) -> None:
    """The same problems with their parts apart; keys without a value are left out."""
    edit(folder, "publications.csv", ",2025,23,", ",1799,23,")
    edit(folder, "services.csv", "אולטרסאונד של הברך", "")
    edit(folder, "clinic.yaml", "latitude: 31.5", "latitude: 91")
    run = pipeline("check", "--format", "json", "--sources", folder)
    assert (run.code, run.err) == (1, "")
    assert json.loads(run.out) == {
        "ok": False,
        "rows": {"site": 1, "profile": 1, "clinic": 0, "research": 1, "publications": 12, "services": 18},
        "problems": [
            {
                "severity": "error",
                "file": f"{folder}/clinic.yaml",
                "line": 17,
                "field": "coordinates.latitude",
                "value": "91",
                "message": '"91" is more than 90. Write decimal degrees between -90 and 90, for example 31.5.',
            },
            {
                "severity": "error",
                "file": f"{folder}/publications.csv",
                "row": 2,
                "field": "year",
                "value": "1799",
                "message": '"1799" is less than 1800. Write the four-digit year, for example 2021.',
            },
            {
                "severity": "warning",
                "file": f"{folder}/services.csv",
                "row": 4,
                "field": "nameHebrew",
                "message": "The value is missing; users would be glad of it.",
            },
        ],
    }


def test_json_of_a_build(folder: Path, target: Path) -> None:
    """The counts of what was loaded, and nothing else on standard output."""
    run = pipeline("build", "--format", "json", "--sources", folder, "--database", target)
    assert (run.code, run.err) == (0, "")
    assert json.loads(run.out) == {
        "ok": True,
        "rows": {"site": 1, "profile": 1, "clinic": 1, "research": 1, "publications": 13, "services": 18},
        "problems": [],
    }


def test_strict_lets_warnings_fail(sources: Path, target: Path) -> None:
    """The example has one warning: 0 without --strict, 1 with it, and no file."""
    assert pipeline("check", "--sources", sources).code == 0
    assert pipeline("check", "--strict", "--sources", sources).code == 1
    assert pipeline("build", "--strict", "--sources", sources, "--database", target).code == 1
    assert not target.exists()
    without_warnings(sources)
    assert pipeline("build", "--strict", "--sources", sources, "--database", target).code == 0


@pytest.mark.parametrize("arguments", [(), ("publish",), ("check", "--verbose"), ("check", "--format", "xml"), ("check", "a")])
def test_wrong_usage(arguments: tuple[str, ...]) -> None:
    """Exit code 2 and the usage."""
    run = pipeline(*arguments)
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("usage: python -m pipeline")


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    """Exit code 2 and one sentence."""
    for folder in (tmp_path / "nowhere", ROOT / "pyproject.toml"):
        run = pipeline("check", "--sources", folder)
        assert (run.code, run.out) == (2, "")
        assert run.err == f"There is no folder {folder}. Name the folder of the sources with --sources.\n"


def test_a_library_that_is_missing(folder: Path, tmp_path: Path) -> None:
    """A broken environment gets a sentence, not a traceback."""
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / "frictionless.py").write_text("raise ModuleNotFoundError(name='frictionless')\n")
    run = pipeline("check", "--sources", folder, env={"PYTHONPATH": str(hidden)})
    assert (run.code, run.out) == (2, "")
    assert run.err == "The library frictionless is not installed. Run make, which installs what is needed.\n"


@pytest.mark.parametrize("place", ["file/profile.db", "file/deeper/profile.db", "folder", "x" * 300])
def test_a_place_that_cannot_be_written(folder: Path, tmp_path: Path, place: str) -> None:
    """Below a regular file, a folder, or a name that is too long: exit code 2 and one sentence that names the place."""
    (tmp_path / "file").write_text("a file")
    (tmp_path / "folder").mkdir()
    before = names(tmp_path)
    run = pipeline("build", "--sources", folder, "--database", tmp_path / place)
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith(f"{tmp_path / place} cannot be written")
    assert len(run.err.splitlines()) == 1
    assert names(tmp_path) == before
    assert names(tmp_path / "folder") == []


def test_a_source_is_never_overwritten(folder: Path) -> None:
    """A target among the sources is a mistake."""
    before = (folder / "clinic.yaml").read_bytes()
    run = pipeline("build", "--sources", folder, "--database", folder / "clinic.yaml")
    assert run.code == 2
    assert len(run.err.splitlines()) == 1
    assert (folder / "clinic.yaml").read_bytes() == before


def test_a_device_is_never_replaced(folder: Path, tmp_path: Path) -> None:
    """Nor is anything else that is no regular file."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    run = pipeline("build", "--sources", folder, "--database", pipe)
    assert run.code == 2
    assert len(run.err.splitlines()) == 1
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
    assert pipeline("build", "--sources", folder, "--database", target).code == 1
    (folder / "datapackage.yaml").unlink()
    assert pipeline("build", "--sources", folder, "--database", target).code == 1
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


def test_if_changed_builds_only_when_something_changed(folder: Path, target: Path) -> None:
    """Sources with the same bytes are current; other bytes, a damaged file or another file are not."""
    arguments = ("build", "--if-changed", "--sources", folder, "--database", target)
    assert pipeline(*arguments).out.splitlines()[-1] == f"{target} was built: 13 publications, 18 services."
    run = pipeline(*arguments)
    assert (run.code, run.out, run.err) == (0, "", f"{target} is up to date with {folder}.\n")
    edit(folder, "profile.yaml", "Dr. Noa Example is fictional", "Dr. Noa Example is an example")
    assert not is_current(folder, target)
    assert build(folder, target).outcome == "built"
    assert is_current(folder, target)
    whole = target.read_bytes()
    target.write_bytes(whole[:-4096])
    assert not is_current(folder, target)
    target.write_bytes(b"not a database")
    assert not is_current(folder, target)
    target.unlink()
    assert not is_current(folder, target)
    assert not target.exists()


def test_if_changed_does_not_hide_errors(folder: Path, target: Path) -> None:
    """Sources that became wrong are reported, also when a database is there."""
    build(folder, target)
    edit(folder, "services.csv", "sports-imaging", "sport")
    assert pipeline("build", "--if-changed", "--sources", folder, "--database", target).code == 1
    (folder / "services.csv").unlink()
    assert pipeline("build", "--if-changed", "--sources", folder, "--database", target).code == 1


def test_places_from_the_environment(folder: Path, target: Path) -> None:
    """SOURCES and PROFILE_DB, as make and a container set them."""
    run = pipeline("build", env={"SOURCES": str(folder), "PROFILE_DB": str(target)})
    assert run.code == 0
    assert names(target.parent) == ["profile.db"]


def test_describe_of_no_database(tmp_path: Path) -> None:
    """Exit code 2 and one sentence; nothing is made."""
    (tmp_path / "text").write_text("not a database")
    for place in (tmp_path / "nowhere.db", tmp_path / "text", tmp_path):
        run = pipeline("describe", "--database", place)
        assert (run.code, run.out) == (2, "")
        assert run.err.startswith(f"{place} cannot be read")
        assert len(run.err.splitlines()) == 1
    assert names(tmp_path) == ["text"]
