"""A service with other data: a copy of the example's sources, edited, built and served."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pipeline.loading.publish import build
from tests.conftest import SOURCES, Server, start


@contextmanager
def serving_own(folder: Path, edit: Callable[[Path], None]) -> Iterator[Server]:
    """Serve the example after ``edit`` has changed a copy of its sources."""
    sources, database = folder / "sources", folder / "own.db"
    shutil.copytree(SOURCES, sources)
    edit(sources)
    assert build(sources, database).outcome == "built"
    running = start(database, folder / "log")
    try:
        yield running
    finally:
        running.close()


def write_csv(path: Path, header: list[str], rows: Iterable[list[Any]]) -> None:
    """Write a CSV file as a spreadsheet program does."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(header)
        writer.writerows(rows)
