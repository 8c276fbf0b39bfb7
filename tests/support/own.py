"""A service with other data: a copy of the example's sources, edited, built and served; and three other profiles.

The profiles are made up and differ from the example: a neurologist, a resident with almost no data, and a professor. Their
sources are in ``tests/profiles``, except the professor's 500 publications.
"""

import shutil
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bench.synthetic import HEADER, rows, write_csv
from pipeline.build import build
from tests.conftest import ROOT, SOURCES, Server, start
from tests.support.messages import editing
from tests.support.once import make_once

PROFILES = ("neurologist", "resident", "professor")
HEBREW_TITLE = "אולטרסאונד של העצב המדיאני"


def build_own(folder: Path, edit: Callable[[Path], None], original: Path = SOURCES) -> Path:
    """Build the example after ``edit`` has changed a copy of its sources; return the database."""
    sources, database = folder / "sources", folder / "own.db"
    shutil.copytree(original, sources)
    edit(sources)
    result = build(sources, database)
    assert result.outcome == "built", [str(problem) for problem in result.report]
    return database


def serving_own(folder: Path, edit: Callable[[Path], None]) -> Server:
    return start(build_own(folder, edit), folder / "log")


def serving_publications(folder: Path, header: list[str], rows: Iterable[list[Any]]) -> Server:
    return serving_own(folder, lambda sources: write_csv(sources / "publications.csv", header, rows))


def announce(*announcements: dict[str, Any]) -> Callable[[Path], None]:
    def edit(folder: Path) -> None:
        with editing(folder, "profile.yaml") as profile:
            profile["announcements"] = [*announcements]

    return edit


def build_profile(name: str, folder: Path) -> Path:
    original = SOURCES if name == "example" else ROOT / "tests" / "profiles" / name
    return build_own(folder, write_many if name == "professor" else lambda _: None, original)


def profile_database(name: str, factory: pytest.TempPathFactory) -> Path:
    return make_once(factory, name, partial(build_profile, name)) / "own.db"


def serving_profile(name: str, folder: Path) -> Server:
    return start(build_profile(name, folder), folder / "log")


def write_many(sources: Path) -> None:
    """Write the professor's publications, the second with a Hebrew title."""
    listed = [[title, f"{authors}, W-P A", *rest] for title, authors, *rest in rows(500)]
    listed[1][0] = HEBREW_TITLE
    write_csv(sources / "publications.csv", list(HEADER), listed)
