"""Publishing: all or nothing, also for builds that are killed, run out of space, or run at the same time."""

import json
import os
import random
import re
import shutil
import signal
import stat
import subprocess
import sys
import time
from itertools import cycle
from pathlib import Path

import pytest

from bench.synthetic import write_sources
from cli.__main__ import main
from look.phrases import PHRASES_FOLDER
from pipeline.build import build, check
from tests.conftest import ROOT, run_python
from tests.support.messages import edit


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("name", ["file/deeper/profile.db", "pipe", "sources/clinic.yaml", "x" * 300])
def test_a_target_that_cannot_be_written(folder: Path, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Below a regular file, no regular file, a source, or a name that is too long: one sentence that names the target."""
    (tmp_path / "file").write_text("a file")
    os.mkfifo(tmp_path / "pipe")
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    code = main(["build", "--sources", str(folder), "--database", str(tmp_path / name)])
    printed = capsys.readouterr()
    assert (code, printed.out) == (2, "")
    assert printed.err.startswith(f"{tmp_path / name} cannot be written")
    assert len(printed.err.splitlines()) == 1
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before


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
    build(folder, first)
    another = {"PYTHONHASHSEED": "2", "TZ": "America/Lima", "LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0"}
    assert run_python(*build_command(copy, second)[1:], **another).code == 0
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


KILLS = 4
SEED = 20_250_101


def build_command(sources: Path, target: Path) -> list[str]:
    return [sys.executable, "-m", "cli", "build", "--sources", str(sources), "--database", str(target)]


@pytest.fixture(scope="module")
def versions(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, bytes]:
    """Two folders of sources with 400 publications, which differ in the title of the last one, and their databases."""
    folder = tmp_path_factory.mktemp("versions")
    one, two, database = folder / "one", folder / "two", folder / "profile.db"
    write_sources(one, 400)
    shutil.copytree(one, two)
    edit(two, "publications.csv", "(400)", "(the last)")
    whole = {}
    for sources in (one, two):
        assert build(sources, database).outcome == "built"
        whole[sources] = database.read_bytes()
    return whole


@pytest.mark.slow
def test_killed_builds_leave_the_old_or_the_new_file(versions: dict[Path, bytes], tmp_path: Path) -> None:
    """To the byte, at whatever moment. The next build deletes what a killed one left."""
    chance, target = random.Random(SEED), tmp_path / "profile.db"  # noqa: S311
    one, two = versions
    began = time.monotonic()
    subprocess.run(build_command(one, target), cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    longest = time.monotonic() - began
    kills = 0
    for sources in cycle([two, one]):
        command = build_command(sources, target)
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0.0, longest))
        process.kill()
        kills += process.wait() == -signal.SIGKILL  # and not done before
        assert target.read_bytes() in versions.values()
        if kills == KILLS:
            break
    build(two, target)
    assert names(tmp_path) == ["profile.db"]
    assert target.read_bytes() == versions[two]


def with_room(command: list[str], room: int) -> subprocess.CompletedProcess[str]:
    """Run a command while no file may grow beyond so many bytes, as on a full disk."""
    limited = ["prlimit", f"--fsize={room}", "--", *command]
    # Coverage could not write its data either.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    return subprocess.run(limited, capture_output=True, text=True, cwd=ROOT, env=environment, check=False)


@pytest.mark.slow
def test_disk_full_while_building(folder: Path, target: Path) -> None:
    """Exit code 2 and one sentence. The old file is unchanged and the only one."""
    build(folder, target)
    old = target.read_bytes()
    edit(folder, "profile.yaml", "name: Dr. Noa Example", "name: Dr. Neo Example")
    done = with_room(build_command(folder, target), len(old) * 99 // 100)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{target} cannot be written: ")
    assert done.stderr.endswith(". Nothing was changed.\n")
    assert len(done.stderr.splitlines()) == 1
    assert names(target.parent) == ["profile.db"]
    assert target.read_bytes() == old


@pytest.mark.slow
def test_disk_full_while_comparing(folder: Path) -> None:
    done = with_room([sys.executable, "-m", "cli", "diff", "--sources", str(folder)], 100 << 10)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"The new data cannot be built in \S+ \(.+\)\.\n", done.stderr)


@pytest.mark.slow
def test_two_builds_at_once(versions: dict[Path, bytes], tmp_path: Path) -> None:
    """Of different sources to the same file: both succeed, and one of the two files is there, complete."""
    target = tmp_path / "public" / "profile.db"
    processes = [
        subprocess.Popen(build_command(sources, target), cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for sources in versions
    ]
    assert [(process.communicate()[1], process.returncode) for process in processes] == [(b"", 0)] * 2
    assert target.read_bytes() in versions.values()
    assert names(target.parent) == ["profile.db"]


def test_a_language_of_a_territory_has_the_phrases_of_the_language(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(folder, "site.yaml", "paper:", "languages: [en, he, es-MX]\npaper:")
    assert [problem for problem in check(folder).report if problem.code == "missing_phrases"] == []
    (tmp_path / "es.json").write_text("[")
    monkeypatch.setenv("PROFILE_TEMPLATES", str(tmp_path))
    [error] = [problem for problem in check(folder).report if problem.severity == "error"]
    assert (error.file, error.code) == (str(tmp_path / "es.json"), "syntax")


def test_phrases_that_a_language_lacks_are_named(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    edit(folder, "site.yaml", "paper:", "languages: [en, he, pl]\npaper:")
    [warning] = [problem for problem in check(folder).report if problem.code == "missing_phrases"]
    assert (warning.file, warning.message) == (
        "pl.json",
        'Menus and buttons of the pages in "pl" are in English, because there is no translation yet. '
        "Write them in pl.json in your folder of templates (PROFILE_TEMPLATES); a copy of en.json shows the form.",
    )
    shipped = json.loads((PHRASES_FOLDER / "en.json").read_text(encoding="utf-8"))
    (tmp_path / "pl.json").write_text(
        json.dumps({key: text for key, text in shipped.items() if key not in ("map", "checked_by")})
    )
    monkeypatch.setenv("PROFILE_TEMPLATES", str(tmp_path))
    [warning] = [problem for problem in check(folder).report if problem.code == "missing_phrases"]
    assert warning.message.startswith('The pages in "pl" show 1 phrase in English: map. Write them in pl.json')
    (tmp_path / "pl.json").write_text("[")
    assert [problem.code for problem in check(folder).report if problem.severity == "error"] == ["syntax"]
