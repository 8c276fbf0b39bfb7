"""The command line: what it prints, and with which exit code it ends."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from pipeline.__main__ import main
from pipeline.loading.publish import build, is_current
from tests.conftest import ROOT, pipeline
from tests.support.messages import edit, without_warnings


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
        f"warning: {folder}/services.csv, row 4, nameHebrew: It is empty. It may be, but users would be glad of a value.",
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
                "message": "It is empty. It may be, but users would be glad of a value.",
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
    check, strict_build = ["check", "--sources", str(sources)], ["build", "--strict", "--sources", str(sources)]
    assert main(check) == 0
    assert main([*check, "--strict"]) == 1
    assert main([*strict_build, "--database", str(target)]) == 1
    assert not target.exists()
    without_warnings(sources)
    assert main([*strict_build, "--database", str(target)]) == 0


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


def test_if_changed_builds_only_when_something_changed(folder: Path, target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Sources with the same bytes are current; other bytes, a damaged file or another file are not."""
    arguments = ["build", "--if-changed", "--sources", str(folder), "--database", str(target)]
    assert main(arguments) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"{target} was built: 13 publications, 18 services."
    assert main(arguments) == 0
    assert capsys.readouterr() == (f"{target} is up to date with {folder}.\n", "")
    assert main([*arguments, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"ok": True, "rows": {}, "problems": []}
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


def test_a_truncated_database_is_not_current(folder: Path, target: Path) -> None:
    """Also where only its last page is gone, which the first look at it does not need."""
    build(folder, target)
    os.truncate(target, target.stat().st_size - 4096)
    assert not is_current(folder, target)


def test_nothing_is_current_with_a_broken_descriptor(folder: Path, target: Path) -> None:
    """The build that follows says what is wrong with it."""
    build(folder, target)
    (folder / "datapackage.yaml").write_text("resources: none\n", encoding="utf-8")
    assert not is_current(folder, target)


def test_if_changed_does_not_hide_errors(folder: Path, target: Path) -> None:
    """Sources that became wrong are reported, also when a database is there."""
    arguments = ["build", "--if-changed", "--sources", str(folder), "--database", str(target)]
    assert main(arguments) == 0
    edit(folder, "services.csv", "sports-imaging", "sport")
    assert main(arguments) == 1
    (folder / "services.csv").unlink()
    assert main(arguments) == 1


def test_places_from_the_environment(folder: Path, target: Path) -> None:
    """SOURCES and PROFILE_DB, as make and a container set them."""
    run = pipeline("build", env={"SOURCES": str(folder), "PROFILE_DB": str(target)})
    assert run.code == 0
    assert names(target.parent) == ["profile.db"]


def test_describe_of_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 2 and one sentence; nothing is made."""
    (tmp_path / "text").write_text("not a database")
    for place in (tmp_path / "nowhere.db", tmp_path / "text", tmp_path):
        code = main(["describe", "--database", str(place)])
        said = capsys.readouterr()
        assert (code, said.out) == (2, "")
        assert said.err.startswith(f"{place} cannot be read")
        assert len(said.err.splitlines()) == 1
    assert names(tmp_path) == ["text"]


def test_a_terminal_that_cannot_show_hebrew(folder: Path) -> None:
    """The line is printed with escapes."""
    edit(folder, "services.csv", "diagnostic-ultrasound,nerve", "אבחון,nerve")
    run = pipeline("check", "--sources", folder, env={"PYTHONIOENCODING": "ascii"})
    assert (run.code, run.err) == (1, "")
    assert '"\\u05d0\\u05d1\\u05d7\\u05d5\\u05df" is not allowed here.' in run.out


def test_a_reader_that_has_read_enough(folder: Path) -> None:
    """No traceback when the pipe is closed, as by head."""
    edit(folder, "publications.csv", ",20", ",19x")
    command = [sys.executable, "-m", "pipeline", "check", "--sources", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 1


def test_stopping_a_build_leaves_the_old_file(folder: Path, target: Path) -> None:
    """Ctrl+C: a sentence, no traceback, nothing left beside the file."""
    assert pipeline("build", "--sources", folder, "--database", target).code == 0
    before = target.read_bytes()
    rows = [f"Title {number},Example N,Journal,2021\n" for number in range(100_000)]
    (folder / "publications.csv").write_text("title,authors,journal,year\n" + "".join(rows), encoding="utf-8")
    command = [sys.executable, "-m", "pipeline", "build", "--sources", str(folder), "--database", str(target)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)
    while not list(target.parent.glob(".*.tmp")):
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    assert process.communicate() == (b"", b"Stopped. Nothing was changed.\n")
    assert process.returncode == 2
    assert target.read_bytes() == before
    assert sorted(target.parent.iterdir()) == [target]


def test_long_work_shows_progress_on_a_terminal_only(folder: Path) -> None:
    """One line that is wiped at the end; nothing in a pipe."""
    rows = [f"Title {number},Example N,Journal,2021,10.5555/{number}\n" for number in range(150_000)]
    (folder / "publications.csv").write_text("title,authors,journal,year,doi\n" + "".join(rows), encoding="utf-8")
    command = [sys.executable, "-m", "pipeline", "check", "--sources", str(folder)]
    terminal, end = os.openpty()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=end, cwd=ROOT, text=True) as running:
        os.close(end)
        shown = ""
        with suppress(OSError):  # EIO: how a terminal says that nobody writes to it any more
            while piece := os.read(terminal, 1 << 16):
                shown += piece.decode()
        os.close(terminal)
        said, _ = running.communicate()
    assert (running.returncode, said) == (0, f"{folder}: 0 errors, 0 warnings.\n")
    first, *others, last = shown.split("\r")[1:]
    assert last == "\x1b[K"
    assert all(re.fullmatch(rf"{re.escape(str(folder))}/publications\.csv: [0-9,]+00 rows", line) for line in (first, *others))
    assert pipeline("check", "--sources", folder).err == ""
