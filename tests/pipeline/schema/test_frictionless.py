"""The sources are a Data Package for the public Frictionless tool too."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import frictionless
import pytest

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


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("publications.csv", ",2025,23,", ",last year,23,"),
        ("datapackage.yaml", "          type: integer\n          title: Year", "          type: intiger\n          title: Year"),
    ],
    ids=["cell", "schema"],
)
def test_errors_are_found(folder: Path, name: str, old: str, new: str) -> None:
    edit(folder, name, old, new)
    assert validate(folder)[0] == 1


def test_a_missing_file_is_found(folder: Path) -> None:
    (folder / "clinic.yaml").unlink()
    code, output = validate(folder)
    assert (code, "clinic.yaml" in output) == (1, True)


def test_the_package_opens_with_every_resource() -> None:
    package = frictionless.Package(str(SOURCES / "datapackage.yaml"))
    assert package.resource_names == ["site", "profile", "clinic", "research", "publications", "services", "cv"]
