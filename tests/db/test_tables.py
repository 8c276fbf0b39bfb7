"""The database for hand-written SQL: strict tables, constraints, documentation, views and example queries."""

import json
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlite_utils

from bench.synthetic import write_csv
from cli.__main__ import main
from cli.describe import INTRODUCTION
from db.example_queries import QUERIES as QUERIES_FILE
from db.example_queries import read_queries
from db.write import check_integrity
from pipeline.build import build
from tests.conftest import ROOT, run_main
from tests.support.messages import write, write_clinic

QUERIES = dict(read_queries())
# The values that the file gives to the parameters, as SQL.
PARAMETERS = dict(re.findall(r'^\.parameter set :(\w+) "?(.*?)"?$', QUERIES_FILE.read_text(encoding="utf-8"), re.MULTILINE))
# Everything that a hand-written query can name.
NAMED = """
select name from sqlite_schema
where type in ('table', 'view') and name not like 'sqlite_%' and name not like 'publications_search_%'
order by name
"""


@pytest.fixture
def read(example_database: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(f"file:{example_database}?mode=ro", uri=True)) as connection:
        yield connection


@pytest.fixture
def edited(example_database: Path, tmp_path: Path) -> Iterator[sqlite3.Connection]:
    copy = tmp_path / "copy.db"
    shutil.copy(example_database, copy)
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("pragma foreign_keys = on")
        yield connection


def column(connection: sqlite3.Connection, sql: str) -> list[Any]:
    return [row[0] for row in connection.execute(sql)]


def test_every_table_is_strict(read: sqlite3.Connection) -> None:
    lax = f"select name from pragma_table_list where type = 'table' and not strict and name in ({NAMED})"  # noqa: S608
    assert column(read, lax) == []


def test_places_of_work(read: sqlite3.Connection) -> None:
    sports = "Example Sports Medicine Center"
    places = [
        ("Example Musculoskeletal Ultrasound Clinic", "yes"),
        (sports, "referral"),
        ("Example Rehabilitation Center", "existing"),
    ]
    assert read.execute("select name, newPatients from locations order by id").fetchall() == places
    assert column(read, "select phone from locations where id = 3") == [None]
    query = "select address, json ->> 'addressHebrew', json ->> 'locations' from locations where id = 2"
    assert read.execute(query).fetchall() == [
        ("Floor 2, 5 Sample Boulevard, Sampleton, Israel", "קומה 2, שדרות דוגמית 5, דוגמיתון, ישראל", None)
    ]
    assert column(read, "select json ->> 'locations' from locations where id = 1") == [None]
    query = f"select service_id, position from service_locations where location = '{sports}' order by service_id"  # noqa: S608
    assert read.execute(query).fetchall() == [(7, 1), (8, 1)]


def test_empty_cells_are_null_and_not_in_the_json(read: sqlite3.Connection) -> None:
    [(volume, pubmed, text)] = read.execute("select volume, pubmed, json from publications where id = 2").fetchall()
    assert (volume, pubmed, json.loads(text).keys() & {"volume", "pubmed"}) == (None, None, set())
    assert text == json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":"))


def test_an_article_has_its_type(read: sqlite3.Connection) -> None:
    """In the column; the JSON leaves it out, and so do the files."""
    assert column(read, "select count(*) from publications where type = 'article'") == [8]
    assert column(read, "select count(*) from publications where json ->> 'type' is null") == [8]
    assert column(read, "select distinct json ->> 'type' from publications where type = 'article'") == [None]


OWN_TYPES = """
resources:
  - name: publications
    schema:
      fields:
        - {name: type, type: string, title: Type, description: What it is., constraints: {enum: [review, letter]}}
"""


def test_an_article_has_its_type_even_if_the_owner_lists_others(sources: Path, tmp_path: Path) -> None:
    write(sources, "datapackage.yaml", OWN_TYPES)
    write_csv(sources / "publications.csv", ["title", "authors", "journal", "year"], [["T", "Levi R", "J", 2020]])
    assert build(sources, tmp_path / "own.db").outcome == "built"
    with closing(sqlite3.connect(tmp_path / "own.db")) as connection:
        assert column(connection, "select type from publications") == ["article"]


def test_opening_hours_are_those_of_open_places(sources: Path, tmp_path: Path) -> None:
    """A place is closed from the first day of a closure without an end."""
    closures = {
        "Open": [],
        "Holiday": [{"from": "2020-01-01", "to": "2999-12-31"}],
        "Closed": [{"from": "2020-01-01"}],
        "Closing": [{"from": "2999-01-01"}],
    }
    weekly = [{"days": ["Monday"], "opens": "08:00", "closes": "12:00"}]
    hours = {name: {"timezone": "Asia/Jerusalem", "weekly": weekly, "closures": each} for name, each in closures.items()}
    clinic = {"name": "Clinic", "address": "1 Road", "phone": "+1 555 0100"}
    places = [{"name": name, "hours": each} for name, each in hours.items()]
    write_clinic(sources, json.dumps({**clinic, "locations": places}))
    assert build(sources, tmp_path / "own.db").outcome == "built"
    with closing(sqlite3.connect(tmp_path / "own.db")) as connection:
        query = QUERIES["Opening hours on Mondays"]
        assert [row[0] for row in connection.execute(query)] == ["Open", "Holiday", "Closing"]


PUBLICATION = """
insert into publications
    (title, authors, journal, year, json, journal_id, has_doi, title_position, announced, key, authorList)
values
"""
BAD_STATEMENTS = {
    "required value missing": "update publications set title = null where id = 1",
    "optional text empty": "update publications set volume = '' where id = 1",
    "text for a number": "update publications set year = 'long ago' where id = 1",
    "year before 1800": "update publications set year = 1799 where id = 1",
    "DOI twice in another case": "update publications set doi = '10.5555/MSK.2025.007' where id = 2",
    "key twice in another case": "update publications set key = 'LEVI2019barbotage-m4f3pz33' where id = 2",
    "invalid JSON": "update publications set json = '{' where id = 1",
    "publication of no journal": "update publications set journal_id = 99 where id = 1",
    "journal twice": "insert into journals (name, normalized) select name, normalized from journals",
    "unknown tag": "insert into service_tags values (1, 1, 'surgery')",
    "tag twice": "insert into service_tags values (13, 3, 'prp-injection')",
    "tag at position 0": "insert into service_tags values (1, 0, 'prp-injection')",
    "service with tags deleted": "delete from services where id = 13",
    "second profile": "update profile set id = 2",
    "mapping that is a list": "update clinic set hours = '[]'",
    "schema that is no JSON": "update schemas set schema = 'text'",
}


@pytest.mark.parametrize("statement", BAD_STATEMENTS.values(), ids=BAD_STATEMENTS)
def test_the_database_refuses_invalid_rows(edited: sqlite3.Connection, statement: str) -> None:
    """Its constraints apply to a copy that is edited by hand."""
    with pytest.raises(sqlite3.IntegrityError):
        edited.execute(statement)


def test_the_database_accepts_valid_rows(edited: sqlite3.Connection) -> None:
    edited.execute(f"{PUBLICATION} ('A title', 'Example N', 'A journal', 1800, '{{}}', 1, 0, 14, '2020-01-01', 'key', '[]')")
    edited.execute("insert into service_tags values (1, 1, 'prp-injection')")
    edited.execute("update services set category = null, nameHebrew = null where id = 1")
    assert edited.execute("select count(*) from publications").fetchone() == (14,)


def test_documentation_covers_every_table_and_column(read: sqlite3.Connection) -> None:
    """A row for each table and view, and one for each of its columns, in their order; nothing else is described."""
    rows = read.execute("select table_name, column_name, title, description from documentation").fetchall()
    described = {name: [row[1] for row in rows if row[0] == name] for name in sorted({row[0] for row in rows})}
    columns = "select name from pragma_table_info(?)"
    assert described == {name: [None, *(row[0] for row in read.execute(columns, (name,)))] for name in column(read, NAMED)}
    assert [row for row in rows if not row[2] or not row[3]] == []


def test_description_for_datasette(example_database: Path, read: sqlite3.Connection) -> None:
    run = run_main(main, "describe", PROFILE_DB=str(example_database))
    assert (run.code, run.err) == (0, "")
    metadata = json.loads(run.out)
    described = metadata["databases"].pop("profile")
    assert metadata == {
        "title": "Dr. Noa Example Public Profile API",
        "description_html": INTRODUCTION.format(database="profile"),
        "license": "CC BY 4.0",
        "license_url": "https://creativecommons.org/licenses/by/4.0/",
        "source": "Dr. Noa Example, https://profile.example.org",
        "databases": {},
    }
    assert described["description_html"] == INTRODUCTION.format(database="profile")
    assert sorted(described["tables"]) == column(read, NAMED)
    assert {query["title"]: query["sql"] for query in described["queries"].values()} == QUERIES
    hidden = [name for name, table in described["tables"].items() if table.get("hidden")]
    assert sorted(hidden) == ["build", "choices", "fonts", "images", "labels", "resources", "schemas"]
    assert described["tables"]["publications"]["columns"]["doi"] == "Digital object identifier, without a prefix."


def test_a_foreign_key_without_its_row_fails_the_build(edited: sqlite3.Connection) -> None:
    """The check at the end of a build finds it."""
    edited.execute("pragma foreign_keys = off")
    edited.execute("insert into service_tags values (99, 1, 'nerve-ultrasound')")
    with pytest.raises(sqlite3.DatabaseError, match="the new database is damaged"):
        check_integrity(sqlite_utils.Database(edited))


VIEW_ROWS: dict[str, list[tuple[Any, ...]]] = {
    "select * from publications_by_year limit 3": [(2025, 2), (2024, 1), (2023, 2)],
    "select * from publications_by_journal limit 3": [
        ("Journal of Example Radiology", 3, 2021, 2025),
        ("Example Archives of Sports Imaging", 2, 2016, 2023),
        ("Levant Journal of Musculoskeletal Ultrasound", 2, 2019, 2025),
    ],
    "select id, journal, year, featured, notice, authorship from publication_list where id = 1 or notice is not null": [
        (1, "Levant Journal of Musculoskeletal Ultrasound", 2025, 1, None, "first"),
        (11, "Annales Fictives d'Imagerie Médicale", 2017, None, "corrected 2018-03-05, doi:10.5555/afim.2018.012", "last"),
    ],
    "select position, name, keywords from research_areas limit 1 offset 2": [
        (3, "Imaging of sports injuries", "hamstring injury, Achilles tendon, return to play")
    ],
}


@pytest.mark.parametrize(("query", "rows"), VIEW_ROWS.items(), ids=VIEW_ROWS)
def test_views(read: sqlite3.Connection, query: str, rows: list[tuple[Any, ...]]) -> None:
    assert read.execute(query).fetchall() == rows


# How many rows each query has, and the values of the first one.
ANSWERS: dict[str, tuple[Any, ...]] = {
    "Publications since a year, by journal": (5, "Journal of Example Radiology", 3, 2021, 2025),
    "Publications of an author": (
        3,
        2025,
        "Platelet-rich plasma or corticosteroid for lateral elbow tendinopathy: one-year results of a randomised trial",
        "Journal of Example Radiology",
    ),
    "The most frequent co-authors": (10, "Example N", 13),
    "Publications with certain words, best match first": (
        2,
        2025,
        "Shear-wave elastography of the tibial nerve in early diabetic polyneuropathy: a prospective cohort study",
    ),
    "Publications without a DOI or a PubMed link": (
        4,
        2025,
        "Platelet-rich plasma or corticosteroid for lateral elbow tendinopathy: one-year results of a randomised trial",
        "10.5555/msk.2025.031",
        None,
    ),
    "Services with a tag, in any category": (
        5,
        "Ultrasound of the median nerve in the carpal tunnel",
        "אולטרסאונד של העצב המדיאני בתעלה הקרפלית",
        "diagnostic-ultrasound",
    ),
    "Number of services in each category, and how many have tags": (5, "diagnostic-ultrasound", 6, 2),
    "Opening hours on Mondays": (2, "Example Musculoskeletal Ultrasound Clinic", "08:30", "13:00", "Asia/Jerusalem"),
    "What is current": (8, "position", "Head of Musculoskeletal Ultrasound", "Example Medical Center", "2018-04"),
    "Grants by funder": (2, "Example Science Foundation", 1, "2024", "Ultrasound of entrapped nerves"),
    "Teaching by year": (2, "2019", 1, "Hands-on course in ultrasound of peripheral nerves"),
}


@pytest.mark.parametrize("title", QUERIES)
def test_queries(read: sqlite3.Connection, title: str) -> None:
    values = {name: column(read, f"select {expression}")[0] for name, expression in PARAMETERS.items()}
    rows = read.execute(QUERIES[title], values).fetchall()
    assert (len(rows), *rows[0]) == ANSWERS[title]


@pytest.mark.parametrize("title", [title for title, query in QUERIES.items() if re.search(r":\w", query)])
def test_a_query_without_values(read: sqlite3.Connection, title: str) -> None:
    """As Datasette opens it: with empty texts."""
    rows = read.execute(QUERIES[title], dict.fromkeys(PARAMETERS, "")).fetchall()
    assert bool(rows) is (title == "Publications since a year, by journal")


def test_the_readme_shows_each_query() -> None:
    text = (ROOT / "db" / "README.md").read_text(encoding="utf-8")
    assert [title for title, query in QUERIES.items() if f"### {title}\n\n```sql\n{query};\n```" not in text] == []


@pytest.mark.skipif(not (SHELL := shutil.which("sqlite3")), reason="sqlite3 is not installed")
def test_the_file_of_queries_runs_in_the_shell(example_database: Path) -> None:
    """Each query finds something; the shell writes a row per line."""
    program = [str(SHELL), "-readonly", "-bail", str(example_database)]
    done = subprocess.run(program, input=QUERIES_FILE.read_text(encoding="utf-8"), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == sum(rows for rows, *_ in ANSWERS.values())
