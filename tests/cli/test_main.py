"""The command line as a process: usage, environment, terminals and pipes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.__main__ import COMMANDS, main
from tests.conftest import ROOT, run_python
from tests.support.messages import edit


@pytest.mark.parametrize("arguments", [[], ["unknown"], ["check", "--format", "xml"]])
def test_wrong_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        main(arguments)
    assert raised.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("usage: public-profile")


def test_help_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        main(["--help"])
    assert raised.value.code == 0
    out = capsys.readouterr().out
    assert all(f"    {name} " in out for name in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_is_its_docstring(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    module = sys.modules[COMMANDS[command][0]]
    assert module.__doc__ is not None
    assert " ".join(module.__doc__.split()) in shown


def test_commands_import_only_the_libraries_that_they_need() -> None:
    """A check begins fast. Every command but add, cv and sync works without an HTTP client, and so cannot ask anyone."""
    program = (
        "import sys, importlib; importlib.import_module(sys.argv[1]); print(sys.modules.keys() & {'PIL', 'sqlite_utils'}); "
        "[importlib.import_module(name) for name in sys.argv[2:]]; print('httpx' in sys.modules)"
    )
    modules = [COMMANDS[name][0] for name in ("check", *(COMMANDS.keys() - {"add", "cv", "sync"}))]
    done = subprocess.run([sys.executable, "-c", program, *modules], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout == "set()\nFalse\n"


@pytest.mark.parametrize(("command", "name"), [("check", "nowhere"), ("check", "pyproject.toml"), ("serve", "nowhere")])
def test_a_missing_folder(command: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--sources", str(ROOT / name)]) == 2
    message = f"There is no folder {ROOT / name}. Name the folder of the sources with --sources.\n"
    assert capsys.readouterr() == ("", message)


def test_a_missing_library(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "frictionless.py").write_text("raise ModuleNotFoundError(name='frictionless')\n")
    run = run_python("-m", "cli", "check", "--sources", folder, PYTHONPATH=str(tmp_path))
    install = 'pip install "public-profile-service[pipeline,import]"'
    message = f"frictionless is not installed. Run this command with make, which installs the libraries, or: {install}\n"
    assert (run.code, run.out, run.err) == (2, "", message)
    assert run_python("-m", "cli", "--help", PYTHONPATH=str(tmp_path)).code == 0


def test_a_library_that_cannot_be_used(folder: Path, tmp_path: Path) -> None:
    """It is installed: only the traceback tells what is wrong."""
    (tmp_path / "frictionless.py").write_text("raise ImportError('built for another version')\n")
    run = run_python("-m", "cli", "check", "--sources", folder, PYTHONPATH=str(tmp_path))
    assert (run.code, run.out, run.err.splitlines()[-1]) == (1, "", "ImportError: built for another version")


def test_a_terminal_that_cannot_show_hebrew(folder: Path) -> None:
    """The letters are escaped."""
    edit(folder, "services.csv", ",nerve-ultrasound,", ",אבחון,")
    run = run_python("-m", "cli", "check", "--sources", folder, PYTHONIOENCODING="ascii")
    assert (run.code, run.err) == (1, "")
    assert '"\\u05d0\\u05d1\\u05d7\\u05d5\\u05df" is not allowed.' in run.out


def test_a_closed_pipe_is_not_an_error(folder: Path) -> None:
    """As with | head: the check's exit code stays."""
    edit(folder, "publications.csv", ",2021,", ",19x,")
    command = [sys.executable, "-m", "cli", "check", "--sources", str(folder)]
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, cwd=ROOT, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_a_closed_output_is_not_an_error(folder: Path, closed: str) -> None:
    command = ["sh", "-c", f'exec "$0" "$@" {closed}', sys.executable, "-m", "cli", "check", "--sources", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    out = f"{folder}: 0 errors, 0 warnings.\n" if closed == "2>&-" else ""
    assert (done.returncode, done.stdout, done.stderr) == (0, out, "")


@pytest.mark.slow
def test_an_import_that_is_too_large_for_the_memory(folder: Path, tmp_path: Path) -> None:
    listed, export, size = folder / "publications.csv", tmp_path / "large.ris", 45 << 20
    before = listed.read_bytes()
    export.write_bytes(b"TY  - JOUR\nTI  - " + b"x" * size)
    command = [sys.executable, "-m", "cli", "import", "--sources", str(folder), "--write", str(export)]
    limited = ["sh", "-c", f'ulimit -d {2 * size >> 10} && exec "$0" "$@"', *command]
    done = subprocess.run(limited, capture_output=True, text=True, cwd=ROOT, timeout=120, check=False)
    sentence = "A file is too large for this computer's memory, or nested too deeply.\n"
    assert (done.returncode, done.stdout, done.stderr, listed.read_bytes()) == (2, "", sentence, before)
