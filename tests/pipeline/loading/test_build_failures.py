"""Builds that are killed, run out of space, or run at the same time: the served database is the old or the new one, complete."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from bench.synthetic import write
from pipeline.loading.publish import build
from tests.conftest import ROOT, Server, pipeline
from tests.support.load import SHIPPED
from tests.support.messages import edit

KILLS = 40
AT_ONCE = 4
SEED = 20_250_101


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def build_command(sources: Path, target: Path) -> list[str]:
    return [sys.executable, "-m", "pipeline", "build", "--sources", str(sources), "--database", str(target)]


def is_sound(database: Path) -> bool:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return connection.execute("pragma integrity_check").fetchall() == [("ok",)]


@pytest.fixture(scope="module")
def versions(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two folders of sources with 1,500 publications, which differ in the title of the last one."""
    folder = tmp_path_factory.mktemp("versions")
    write(folder / "one", 1500)
    shutil.copytree(folder / "one", folder / "two")
    edit(folder / "two", "publications.csv", "(1500)", "(the last)")
    return folder / "one", folder / "two"


@pytest.fixture(scope="module")
def whole(versions: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, bytes]:
    """The databases built from both."""
    folder = tmp_path_factory.mktemp("whole")
    for number, sources in enumerate(versions):
        assert build(sources, folder / f"{number}.db").outcome == "built"
    one, two = ((folder / f"{number}.db").read_bytes() for number in range(2))
    assert one != two
    return one, two


def kill_builds(folder: Path, versions: tuple[Path, Path], whole: tuple[bytes, bytes], seed: int, kills: int) -> list[str]:
    """Kill builds of both in turn at random moments, and return how each ended; each must leave one of the two files."""
    chance = random.Random(seed)  # noqa: S311
    target = folder / "profile.db"
    target.write_bytes(whole[0])
    ends, longest = [], 1.0
    for number in range(kills):
        began = time.monotonic()
        process = subprocess.Popen(
            build_command(versions[(number + 1) % 2], target), cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            process.wait(timeout=chance.uniform(0.0, 1.1 * longest))
            longest = time.monotonic() - began
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            longest = max(longest, time.monotonic() - began)
        ends.append({-signal.SIGKILL: "killed", 0: "finished"}[process.returncode])
        assert target.read_bytes() in whole
        assert is_sound(target)
    return ends


@pytest.mark.slow
def test_kill_at_many_moments(versions: tuple[Path, Path], whole: tuple[bytes, bytes], tmp_path: Path) -> None:
    """After SIGKILL the file is the old or the new one, to the byte. The next build deletes what a killed one left."""
    print(f"seed {SEED}")
    folders = [tmp_path / str(number) for number in range(AT_ONCE)]
    for folder in folders:
        folder.mkdir()
    with ThreadPoolExecutor(AT_ONCE) as threads:
        runs = [
            threads.submit(kill_builds, folder, versions, whole, SEED + number, KILLS // AT_ONCE)
            for number, folder in enumerate(folders)
        ]
        ends = [end for run in runs for end in run.result()]
    assert len(ends) == KILLS
    assert ends.count("killed") > KILLS // 2
    for folder in folders:
        build(versions[1], folder / "profile.db")
        assert names(folder) == ["profile.db"]
        assert (folder / "profile.db").read_bytes() == whole[1]


@pytest.fixture
def served(serve: Callable[..., Server], folder: Path, target: Path) -> tuple[Server, bytes]:
    """A server of the database built from the sources in ``folder``, which then change, and the bytes of that database."""
    build(folder, target)
    old = target.read_bytes()
    server = serve(target, command=SHIPPED)
    edit(folder, "profile.yaml", "Dr. Noa Example is fictional", "Dr. Noa Example is an example")
    edit(folder, "profile.yaml", "name: Dr. Noa Example", "name: Dr. Neo Example")
    return server, old


def build_with_room(sources: Path, target: Path, room: int) -> subprocess.CompletedProcess[str]:
    """Build while no file may grow beyond so many bytes, as on a full disk."""
    limited = ["prlimit", f"--fsize={room}", "--", *build_command(sources, target)]
    # Coverage could not write its data either.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    return subprocess.run(limited, capture_output=True, text=True, cwd=ROOT, env=environment, check=False)


@pytest.mark.parametrize("percent", [0, 50, 99])
def test_disk_full_while_building(folder: Path, target: Path, percent: int) -> None:
    """At any moment of a build: exit code 2 and one sentence. The old file is unchanged and the only one."""
    build(folder, target)
    old = target.read_bytes()
    edit(folder, "profile.yaml", "name: Dr. Noa Example", "name: Dr. Neo Example")
    done = build_with_room(folder, target, len(old) * percent // 100)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{target} cannot be written: ")
    assert done.stderr.endswith(". Nothing was changed.\n")
    assert len(done.stderr.splitlines()) == 1
    assert names(target.parent) == ["profile.db"]
    assert target.read_bytes() == old


def test_the_first_build_on_a_full_disk_leaves_nothing(folder: Path, target: Path) -> None:
    """No file is left."""
    assert build_with_room(folder, target, 100 << 10).returncode == 2
    assert names(target.parent) == []


@pytest.mark.slow
def test_the_old_data_is_served_until_a_build_succeeds(served: tuple[Server, bytes], folder: Path, target: Path) -> None:
    """It is served while the disk is full. Once there is space, the new data is served within a second."""
    server, old = served
    before = server.json("/api/status")["services"]
    for _ in range(2):
        assert build_with_room(folder, target, 100 << 10).returncode == 2
        assert server.json("/api/profile")["name"] == "Dr. Noa Example"
        assert server.json("/api/status")["services"] == before
    assert pipeline("build", "--sources", folder, "--database", target).code == 0
    assert target.read_bytes() != old
    time.sleep(1)
    assert server.json("/api/profile")["name"] == "Dr. Neo Example"


@pytest.mark.slow
def test_two_builds_at_once(versions: tuple[Path, Path], whole: tuple[bytes, bytes], tmp_path: Path) -> None:
    """Of different sources to the same file: both succeed, and one of the two files is there, complete."""
    target = tmp_path / "public" / "profile.db"
    processes = [
        subprocess.Popen(build_command(sources, target), cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for sources in versions
    ]
    assert [(process.communicate()[1], process.returncode) for process in processes] == [(b"", 0)] * 2
    assert target.read_bytes() in whole
    assert names(target.parent) == ["profile.db"]
