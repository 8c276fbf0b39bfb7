"""The example's database for queries, and the files that a build leaves."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest


def names(folder: Path) -> list[str]:
    """Return the names of the files in a folder."""
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def read(example_database: Path) -> Iterator[sqlite3.Connection]:
    """The example's database, read-only."""
    with closing(sqlite3.connect(f"file:{example_database}?mode=ro", uri=True)) as connection:
        yield connection
