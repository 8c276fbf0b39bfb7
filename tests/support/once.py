"""What takes long to make: one of the test processes makes it for all of them."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from db.atomic import lock


def make_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder that ``make`` has filled in this process or in another one. Tests only read from it."""
    base = factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = shared / f"shared-{name}"
    folder.mkdir(exist_ok=True)
    with lock(folder):
        if not (folder / "made").exists():
            making = factory.mktemp(name)
            make(making)
            making.rename(folder / "made")  # complete, or not there
    return folder / "made"
