"""A service with other data: a copy of the example's sources, edited, built and served."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from pipeline.loading.publish import build
from tests.conftest import SOURCES, Server, start


def build_own(folder: Path, edit: Callable[[Path], None]) -> Path:
    """Build the example after ``edit`` has changed a copy of its sources; return the database."""
    sources, database = folder / "sources", folder / "own.db"
    shutil.copytree(SOURCES, sources)
    edit(sources)
    result = build(sources, database)
    assert result.outcome == "built", [str(problem) for problem in result.report]
    return database


def serving_own(folder: Path, edit: Callable[[Path], None]) -> Server:
    """Serve the example after ``edit`` has changed a copy of its sources."""
    return start(build_own(folder, edit), folder / "log")


def serving_publications(folder: Path, header: list[str], rows: Iterable[list[Any]]) -> Server:
    """Serve the example with other publications."""
    return serving_own(folder, lambda sources: write_csv(sources / "publications.csv", header, rows))


def write_csv(path: Path, header: list[str], rows: Iterable[list[Any]]) -> None:
    """Write a CSV file as a spreadsheet program does."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(header)
        writer.writerows(rows)


def write_large(sources: Path) -> None:
    """Write 500 publications: long and short titles, one in Hebrew, one with 50 authors, some without a DOI."""
    topics = ("ultrasound of the median nerve", "barbotage", "return to play after hamstring injury, a cohort of 240 athletes")

    def row(number: int) -> list[Any]:
        title = f"Title{number}: {topics[number % 3]}" if number != 3 else "Title3: דימות של עצבים היקפיים בשיטת ultrasound"
        others = [f"Sample {chr(65 + index % 26)}{chr(65 + index // 26)}" for index in range(49 if number == 2 else number % 6)]
        authors = ", ".join([*others[:25], "Example N", *others[25:]])
        return [title, authors, f"Journal {number % 9}", 2025 - number // 20, f"10.5555/large.{number}" if number % 5 else ""]

    write_csv(sources / "publications.csv", ["title", "authors", "journal", "year", "doi"], map(row, range(500)))
