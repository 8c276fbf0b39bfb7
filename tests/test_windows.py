"""What Windows lacks, taken away: the software builds and serves without it. Nothing else here shows how it is there."""

import sys
from pathlib import Path

import pytest

from cli.__main__ import COMMANDS
from tests.conftest import SOURCES, Run, run_python, start

pytestmark = pytest.mark.slow

MISSING = """
import os, select, signal, sys
sys.modules |= dict.fromkeys(("fcntl", "resource", "termios", "pwd", "grp"))
for module, names in ((signal, "SIGHUP SIGALRM setitimer ITIMER_REAL"), (select, "poll"), (os, "geteuid fork")):
    for name in names.split():
        delattr(module, name)
"""


def test_every_command_can_be_imported() -> None:
    program = f"{MISSING}import importlib; [importlib.import_module(name) for name in sys.argv[1:]]"
    modules = (*(path for path, _ in COMMANDS.values()), "api.site.written_site", "cli.department.commands")
    assert run_python("-c", program, *modules) == Run(0, "", "")


def test_it_builds_and_serves(tmp_path: Path) -> None:
    program = f"{MISSING}from cli.__main__ import run; sys.exit(run())"
    database = tmp_path / "profile.db"
    build = run_python("-c", program, "build", "--sources", SOURCES, "--database", database)
    assert (build.code, build.err) == (0, "")
    serve = (sys.executable, "-c", f"{MISSING}from api.__main__ import main; sys.exit(main())", "--port", "{port}")
    with start(database, tmp_path / "log", serve) as server:
        assert server.get("/cv.pdf").content.startswith(b"%PDF")
