"""The views and the example queries, with their rows on the example data."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pipeline.commands.describe import read_queries
from tests.conftest import ROOT

QUERIES = dict(read_queries(ROOT / "db" / "queries.sql"))


@pytest.fixture
def read(example_database: Path) -> Iterator[sqlite3.Connection]:
    """The example's database, read-only."""
    with closing(sqlite3.connect(f"file:{example_database}?mode=ro", uri=True)) as connection:
        yield connection


CLINIC = "Example Musculoskeletal Ultrasound Clinic"
VIEW_ROWS: dict[str, list[tuple[Any, ...]]] = {
    "publications_by_year": [
        (2025, 2), (2024, 1), (2023, 2), (2022, 1), (2021, 2), (2020, 1), (2019, 1), (2017, 1), (2016, 1), (2014, 1),
    ],
    "publications_by_journal": [
        ("Journal of Example Radiology", 3, 2021, 2025),
        ("Example Archives of Sports Imaging", 2, 2016, 2023),
        ("Levant Journal of Musculoskeletal Ultrasound", 2, 2019, 2025),
        ("Revista Ejemplar de Radiología", 2, 2022, 2024),
        ("Annales Fictives d'Imagerie Médicale", 1, 2017, 2017),
        ("Sample Reports in Interventional Ultrasound", 1, 2021, 2021),
        ("Ultrasound of the Hip and Groin", 1, 2014, 2014),
        ("Zeitschrift für Beispielhafte Sonographie", 1, 2020, 2020),
    ],
    "select id, journal, year, featured, notice from publication_list where id = 1 or notice is not null": [
        (1, "Levant Journal of Musculoskeletal Ultrasound", 2025, 1, None),
        (11, "Annales Fictives d'Imagerie Médicale", 2017, None, "corrected 2018-03-05, doi:10.5555/afim.2018.012"),
    ],
    "select position, name, keywords from research_areas": [
        (1, "Ultrasound of peripheral nerves",
         "carpal tunnel syndrome, cubital tunnel syndrome, median nerve, ulnar nerve, cross-sectional area"),
        (2, "Ultrasound-guided treatment of tendons and nerves",
         "platelet-rich plasma, tendinopathy, barbotage, hydrodissection"),
        (3, "Imaging of sports injuries", "hamstring injury, Achilles tendon, return to play"),
        (4, "Elastography and quantitative ultrasound", "shear-wave elastography, power Doppler, synovitis"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(("view", "rows"), VIEW_ROWS.items(), ids=VIEW_ROWS)
def test_views(read: sqlite3.Connection, view: str, rows: list[tuple[Any, ...]]) -> None:
    assert read.execute(view if view.startswith("select") else f"select * from {view}").fetchall() == rows  # noqa: S608


ANSWERS: dict[str, list[tuple[Any, ...]]] = {
    "Publications of the last five years, by journal": [
        ("Journal of Example Radiology", 3, 2021, 2025),
        ("Revista Ejemplar de Radiología", 2, 2022, 2024),
        ("Example Archives of Sports Imaging", 1, 2023, 2023),
        ("Levant Journal of Musculoskeletal Ultrasound", 1, 2025, 2025),
        ("Sample Reports in Interventional Ultrasound", 1, 2021, 2021),
    ],
    "The most frequent co-authors": [
        ("Example N", 13),
        ("Dugma YT", 3),
        ("Levi R", 3),
        ("Ejemplo-Ruiz V", 2),
        ("Lévy X", 2),
        ("Sample TB", 2),
        ("Sørensen Q", 2),
        ("Voorbeeld J", 2),
        ("Żółw K", 2),
        ("Müller-Weiß O", 1),
    ],
    "Publications with certain words, best match first": [
        (2025, "Shear-wave elastography of the tibial nerve in early diabetic polyneuropathy: a prospective cohort study"),
        (2021, "Ultrasound-guided hydrodissection of the ulnar nerve at the elbow: technique and early results in 24 patients"),
    ],
    "Publications without a DOI or a PubMed link": [
        (2025, "Platelet-rich plasma or corticosteroid for lateral elbow tendinopathy: one-year results of a randomised trial",
         "10.5555/msk.2025.031", None),
        (2020, "Querschnittsfläche des Nervus medianus beim Karpaltunnelsyndrom: Referenzwerte aus zwei Zentren",
         "10.5555/ZBS-2020-6520", None),
        (2017, "Échographie dynamique du nerf ulnaire au coude chez 60 volontaires sains", "10.5555/afim.2017.377", None),
        (2016, "Thickness of the plantar fascia in recreational runners: a comparison of ultrasound and MRI",
         None, "https://pubmed.example.org/98000563"),
    ],
    "Services with a tag, in any category": [
        ("Ultrasound of the median nerve in the carpal tunnel",
         "אולטרסאונד של העצב המדיאני בתעלה הקרפלית", "diagnostic-ultrasound"),
        ("Ultrasound of the ulnar nerve at the elbow", "אולטרסאונד של העצב האולנרי במרפק", "diagnostic-ultrasound"),
        ("Ultrasound-guided corticosteroid injection into the carpal tunnel",
         "הזרקת סטרואידים לתעלה הקרפלית בהנחיית אולטרסאונד", "injection"),
        ("Ultrasound-guided hydrodissection of the median nerve", "הידרודיסקציה של העצב המדיאני בהנחיית אולטרסאונד", "procedure"),
        ("Consultation on nerve entrapment", "ייעוץ בנושא לכידת עצבים היקפיים", "consultation"),
    ],
    "Number of services in each category, and how many have tags": [
        ("diagnostic-ultrasound", 6, 2),
        ("injection", 4, 4),
        ("procedure", 3, 1),
        ("sports-imaging", 3, 0),
        ("consultation", 2, 1),
    ],
    "Opening hours on Mondays": [(CLINIC, "08:30", "13:00", "Asia/Jerusalem"), (CLINIC, "15:00", "19:00", "Asia/Jerusalem")],
    "What is current": [
        ("position", "Head of Musculoskeletal Ultrasound", "Example Medical Center", "2018-04"),
        ("position", "Senior Lecturer in Radiology", "Example University", "2017-10"),
        ("membership", "Board member", "Sample Society of Musculoskeletal Imaging", "2022"),
        ("membership", "Member", "Example Society of Radiology", "2010"),
        ("editorial", "Reviewer", "Journal of Example Radiology", "2016"),
        ("teaching", "Hands-on course in ultrasound of peripheral nerves", "Example University", "2019"),
        ("teaching", "Teaching rounds for residents", "Example Medical Center", "2016"),
        ("service", "Committee on imaging guidelines", "Example Ministry of Health", "2023"),
    ],
    "Grants by funder": [
        ("Example Science Foundation", 1, "2024", "Ultrasound of entrapped nerves"),
        ("Sample Diabetes Fund", 1, "2020", "Elastography of the tibial nerve"),
    ],
    "Teaching by year": [
        ("2019", 1, "Hands-on course in ultrasound of peripheral nerves"),
        ("2016", 1, "Teaching rounds for residents"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("title", QUERIES)
def test_queries(read: sqlite3.Connection, title: str) -> None:
    assert read.execute(QUERIES[title]).fetchall() == ANSWERS[title]


def test_the_readme_shows_each_query() -> None:
    text = (ROOT / "db" / "README.md").read_text(encoding="utf-8")
    assert [title for title, query in QUERIES.items() if f"{title}:\n\n```sql\n{query};\n```" not in text] == []


def test_the_file_of_queries_runs_as_a_whole(read: sqlite3.Connection) -> None:
    """As in ``sqlite3 db/profile.db < db/queries.sql``."""
    read.executescript((ROOT / "db" / "queries.sql").read_text(encoding="utf-8"))
