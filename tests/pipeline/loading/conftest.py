"""The example's database for queries."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest


@pytest.fixture
def read(example_database: Path) -> Iterator[sqlite3.Connection]:
    """The example's database, read-only."""
    with closing(sqlite3.connect(f"file:{example_database}?mode=ro", uri=True)) as connection:
        yield connection
