"""Three made-up profiles that differ from the example: a neurologist, a resident with almost no data, and a professor.

Their sources are in ``tests/profiles``; the professor's 500 publications are written here.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from pipeline.loading.publish import build
from tests.conftest import ROOT, Server, start
from tests.support.own import write_csv

FOLDER = ROOT / "tests" / "profiles"
PROFILES = ("neurologist", "resident", "professor")
PROFESSOR = "W-P A"
TITLES = (
    "Sodium intake and readmission in chronic heart failure",
    "EXAMPLE-HF: a randomised trial of sample inhibitors in heart failure with preserved ejection fraction",
    "Thirty-day mortality after decompensation: a cohort study of 12,408 patients in nine hospitals",
    "Reply",
)
CO_AUTHORS = ("Chen DT", "Virtanen S", "Okafor N", "García-Sample M", "van der Example J")


def build_profile(name: str, folder: Path) -> Path:
    """Build a profile of ``PROFILES``; return the database."""
    sources, database = folder / "sources", folder / "profile.db"
    shutil.copytree(FOLDER / name, sources)
    if name == "professor":
        write_csv(
            sources / "publications.csv", ["title", "authors", "journal", "year", "volume", "pages", "doi"], map(row, range(500))
        )
    result = build(sources, database)
    assert result.outcome == "built", [str(problem) for problem in result.report]
    return database


def row(number: int) -> list[Any]:
    """Return a publication of the professor, who is the last author of the long lists."""
    others = [*(CO_AUTHORS * 3)[: number % 14]]
    authors = ", ".join([*others, PROFESSOR] if number % 2 else [PROFESSOR, *others])
    journal = f"{'Sample' if number % 3 else 'Example'} Journal of Cardiology {number % 7}"
    doi = f"10.5555/heart.{number}" if number % 5 else ""
    title, volume, pages = f"{TITLES[number % 4]} ({number})", 40 + number % 9, f"{number}-{number + 9}"
    return [title, authors, journal, 2026 - number // 20, volume, pages, doi]


def serving_profile(name: str, folder: Path) -> Server:
    """Serve a profile of ``PROFILES``."""
    return start(build_profile(name, folder), folder / "log")
