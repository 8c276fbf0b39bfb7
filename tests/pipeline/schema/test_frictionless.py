"""The sources are a Data Package for the public Frictionless tool too."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.conftest import SOURCES
from tests.support.messages import edit


def validate(folder: Path) -> tuple[int, str]:
    """Return the exit code and output of ``frictionless validate``."""
    tool = Path(sys.executable).with_name("frictionless")
    command = [str(tool), "validate", "datapackage.yaml"]
    run = subprocess.run(command, capture_output=True, text=True, cwd=folder, env={"COLUMNS": "200"}, check=False)
    return run.returncode, run.stdout + run.stderr


def test_the_example_is_valid() -> None:
    code, output = validate(SOURCES)
    assert (code, output.count("INVALID")) == (0, 0), output


def test_a_wrong_cell_is_an_error(folder: Path) -> None:
    edit(folder, "publications.csv", ",2025,23,", ",last year,23,")
    code, output = validate(folder)
    assert (code, output.count("INVALID")) == (1, 1), output
