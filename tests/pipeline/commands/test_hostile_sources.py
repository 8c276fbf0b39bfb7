"""Sources that nobody wrote by hand: the check ends with a few sentences, within 100 MiB of data."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.support.messages import edit

HEADER = b"title,authors,journal,year,doi,url\n"
MEMORY = 100 << 20


def with_publications(rows: bytes) -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        (folder / "publications.csv").write_bytes(HEADER + rows)

    return write


def with_hours(folder: Path) -> None:
    span = '    - {days: [Sunday], opens: "08:00", closes: "18:00"}\n'
    edit(folder, "clinic.yaml", "  weekly:\n", "  weekly:\n" + span * 500)


# Each with the number of errors.
HOSTILE = {
    "10,000 wrong rows": (with_publications(b"".join(b"T %d,A,J,x%d,d%d,u\n" % (n, n, n) for n in range(10_000))), 30_000),
    "10,000 short rows": (with_publications(b"a,b\n" * 10_000), 10_000),
    "a cell of 5,000,000 line breaks": (with_publications(b'"' + b"a\n" * 5_000_000 + b'",A,J,2020,,\n'), 1),
    "500 spans on a day": (with_hours, 500),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_sources(folder: Path, name: str) -> None:
    """Every error is printed."""
    make, errors = HOSTILE[name]
    make(folder)
    command = [sys.executable, "-m", "pipeline", "check", "--sources", str(folder)]
    limited = ["sh", "-c", f'ulimit -d {MEMORY >> 10} && exec "$0" "$@"', *command]
    done = subprocess.run(limited, capture_output=True, text=True, cwd=ROOT, timeout=120, check=False)
    *_, last = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (1, "")
    assert last.startswith(f"{folder}: {errors:,} error")


@pytest.mark.slow
def test_an_import_that_is_too_large_for_the_memory(folder: Path, tmp_path: Path) -> None:
    """One sentence, and the list stays as it is."""
    listed, export = folder / "publications.csv", tmp_path / "large.ris"
    before = listed.read_bytes()
    export.write_bytes(b"TY  - JOUR\nTI  - " + b"x" * MEMORY)
    command = [sys.executable, "-m", "pipeline", "import", "--sources", str(folder), "--write", str(export)]
    limited = ["sh", "-c", f'ulimit -d {2 * MEMORY >> 10} && exec "$0" "$@"', *command]
    done = subprocess.run(limited, capture_output=True, text=True, cwd=ROOT, timeout=120, check=False)
    sentence = "A file is too large for the memory, or nested too deeply.\n"
    assert (done.returncode, done.stdout, done.stderr, listed.read_bytes()) == (2, "", sentence, before)
