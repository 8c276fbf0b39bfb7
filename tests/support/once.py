"""What takes long to make: one of the test processes makes it for all of them."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock


def make_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder that ``make`` has filled in this process or in another one. Tests only read from it."""
    base = factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = shared / f"shared-{name}"
    with FileLock(f"{folder}.lock"):
        if not folder.exists():
            made = factory.mktemp(name)
            make(made)
            made.rename(folder)  # complete, or not there
    return folder
