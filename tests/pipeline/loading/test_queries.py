"""The views and the example queries, with their rows on the example data."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest

from pipeline.commands.describe import read_queries
from tests.conftest import ROOT

QUERIES = dict(read_queries(ROOT / "db" / "queries.sql"))


VIEW_ROWS: dict[str, list[tuple[Any, ...]]] = {
    "select * from publications_by_year limit 3": [(2025, 2), (2024, 1), (2023, 2)],
    "select * from publications_by_journal limit 3": [
        ("Journal of Example Radiology", 3, 2021, 2025),
        ("Example Archives of Sports Imaging", 2, 2016, 2023),
        ("Levant Journal of Musculoskeletal Ultrasound", 2, 2019, 2025),
    ],
    "select id, journal, year, featured, notice from publication_list where id = 1 or notice is not null": [
        (1, "Levant Journal of Musculoskeletal Ultrasound", 2025, 1, None),
        (11, "Annales Fictives d'Imagerie Médicale", 2017, None, "corrected 2018-03-05, doi:10.5555/afim.2018.012"),
    ],
    "select position, name, keywords from research_areas limit 1 offset 1": [
        (
            2,
            "Ultrasound-guided treatment of tendons and nerves",
            "platelet-rich plasma, tendinopathy, barbotage, hydrodissection",
        ),
    ],
}


@pytest.mark.parametrize(("query", "rows"), VIEW_ROWS.items(), ids=VIEW_ROWS)
def test_views(read: sqlite3.Connection, query: str, rows: list[tuple[Any, ...]]) -> None:
    assert read.execute(query).fetchall() == rows


# How many rows each query has, and the first one.
ANSWERS: dict[str, tuple[int, tuple[Any, ...]]] = {
    "Publications of the last five years, by journal": (5, ("Journal of Example Radiology", 3, 2021, 2025)),
    "The most frequent co-authors": (10, ("Example N", 13)),
    "Publications with certain words, best match first": (
        2,
        (2025, "Shear-wave elastography of the tibial nerve in early diabetic polyneuropathy: a prospective cohort study"),
    ),
    "Publications without a DOI or a PubMed link": (
        4,
        (
            2025,
            "Platelet-rich plasma or corticosteroid for lateral elbow tendinopathy: one-year results of a randomised trial",
            "10.5555/msk.2025.031",
            None,
        ),
    ),
    "Services with a tag, in any category": (
        5,
        (
            "Ultrasound of the median nerve in the carpal tunnel",
            "אולטרסאונד של העצב המדיאני בתעלה הקרפלית",
            "diagnostic-ultrasound",
        ),
    ),
    "Number of services in each category, and how many have tags": (5, ("diagnostic-ultrasound", 6, 2)),
    "Opening hours on Mondays": (2, ("Example Musculoskeletal Ultrasound Clinic", "08:30", "13:00", "Asia/Jerusalem")),
    "What is current": (8, ("position", "Head of Musculoskeletal Ultrasound", "Example Medical Center", "2018-04")),
    "Grants by funder": (2, ("Example Science Foundation", 1, "2024", "Ultrasound of entrapped nerves")),
    "Teaching by year": (2, ("2019", 1, "Hands-on course in ultrasound of peripheral nerves")),
}


@pytest.mark.parametrize("title", QUERIES)
def test_queries(read: sqlite3.Connection, title: str) -> None:
    rows = read.execute(QUERIES[title]).fetchall()
    assert (len(rows), rows[0]) == ANSWERS[title]


def test_the_readme_shows_each_query() -> None:
    text = (ROOT / "db" / "README.md").read_text(encoding="utf-8")
    assert [title for title, query in QUERIES.items() if f"{title}:\n\n```sql\n{query};\n```" not in text] == []


def test_the_file_of_queries_runs_as_a_whole(read: sqlite3.Connection) -> None:
    """As in ``sqlite3 db/profile.db < db/queries.sql``."""
    read.executescript((ROOT / "db" / "queries.sql").read_text(encoding="utf-8"))
