"""Builds that are killed, run out of space, or run at the same time: the served database is the old or the new one, complete."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bench.synthetic import write
from pipeline.loading.publish import build
from tests.conftest import ROOT
from tests.pipeline.loading.conftest import names
from tests.support.messages import edit

KILLS = 12
SEED = 20_250_101


def build_command(sources: Path, target: Path) -> list[str]:
    return [sys.executable, "-m", "pipeline", "build", "--sources", str(sources), "--database", str(target)]


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


@pytest.mark.slow
def test_killed_builds_leave_the_old_or_the_new_file(
    versions: tuple[Path, Path], whole: tuple[bytes, bytes], tmp_path: Path
) -> None:
    """To the byte, at whatever moment. The next build deletes what a killed one left."""
    chance, target = random.Random(SEED), tmp_path / "profile.db"  # noqa: S311
    began = time.monotonic()
    subprocess.run(build_command(versions[0], target), cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    longest = time.monotonic() - began
    codes = []
    for number in range(KILLS):
        command = build_command(versions[(number + 1) % 2], target)
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0.0, longest))
        process.kill()
        codes.append(process.wait())
        assert target.read_bytes() in whole
    assert codes.count(-signal.SIGKILL) > KILLS // 2
    build(versions[1], target)
    assert names(tmp_path) == ["profile.db"]
    assert target.read_bytes() == whole[1]


def with_room(command: list[str], room: int) -> subprocess.CompletedProcess[str]:
    """Run a command while no file may grow beyond so many bytes, as on a full disk."""
    limited = ["prlimit", f"--fsize={room}", "--", *command]
    # Coverage could not write its data either.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    return subprocess.run(limited, capture_output=True, text=True, cwd=ROOT, env=environment, check=False)


@pytest.mark.parametrize("percent", [0, 99])
def test_disk_full_while_building(folder: Path, target: Path, percent: int) -> None:
    """At any moment of a build: exit code 2 and one sentence. The old file is unchanged and the only one."""
    build(folder, target)
    old = target.read_bytes()
    edit(folder, "profile.yaml", "name: Dr. Noa Example", "name: Dr. Neo Example")
    done = with_room(build_command(folder, target), len(old) * percent // 100)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{target} cannot be written: ")
    assert done.stderr.endswith(". Nothing was changed.\n")
    assert len(done.stderr.splitlines()) == 1
    assert names(target.parent) == ["profile.db"]
    assert target.read_bytes() == old


def test_disk_full_while_comparing(folder: Path) -> None:
    done = with_room([sys.executable, "-m", "pipeline", "diff", "--sources", str(folder)], 100 << 10)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"The new data cannot be built in \S+ \(.+\)\.\n", done.stderr)


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
