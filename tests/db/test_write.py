"""The tables derived from publications, and the file: read into memory, and again when it is replaced."""

import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bench.synthetic import write_csv
from db.publication.key import make_key
from db.snapshot import Database, Snapshot
from pipeline.build import build
from tests.support.own import build_own

ROWS = [
    ["Old", "Levi R, Example N, Levi R", "B Journal", "1999", "10.5555/old"],
    ["new: the first", "Example N, et al", "a journal", "2020", ""],
    ["New, the second", "Study Group", "A journal", "2020", "10.5555/new"],
    ["Élan", "Levi R", "B Journal", "2010", ""],
]


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    header = ["title", "authors", "journal", "year", "doi"]
    database = build_own(tmp_path_factory.mktemp("own"), lambda sources: write_csv(sources / "publications.csv", header, ROWS))
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        yield connection


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        # Latest year first, then the order of the file. `select *` shows the list as the API does.
        (
            "select id, title, year, has_doi, title_position from publications",
            [
                (1, "new: the first", 2020, 0, 2),
                (2, "New, the second", 2020, 1, 3),
                (3, "Élan", 2010, 0, 1),
                (4, "Old", 1999, 1, 4),
            ],
        ),
        ("select * from journals", [(1, "A journal", "a journal"), (2, "a journal", "a journal"), (3, "B Journal", "b journal")]),
        ("select id, journal_id from publications order by id", [(1, 2), (2, 1), (3, 3), (4, 3)]),
        # Numbered as they appear in the list; a name that is repeated in a publication counts once.
        ("select * from authors", [(1, "Example N"), (2, "Study Group"), (3, "Levi R")]),
        (
            "select * from publication_authors order by publication_id, position",
            [(1, 1, 1), (2, 2, 1), (3, 3, 1), (4, 3, 1), (4, 1, 2)],
        ),
    ],
    ids=["the default order", "journals by name", "their journals", "authors", "their authors"],
)
def test_ids_are_positions(read: sqlite3.Connection, query: str, rows: list[tuple[Any, ...]]) -> None:
    assert read.execute(query).fetchall() == rows


def test_keys(sources: Path, tmp_path: Path) -> None:
    """The owner's, also one that another row would have; without it, the computed one, with a number where it is taken.

    Case makes no difference, because keys are names of folders.
    """
    header = ["title", "authors", "journal", "year", "volume", "doi", "type", "key"]
    twice = ["New", "Levi R", "J", "2020", "1", "", "", ""]
    computed = make_key(dict(zip(header, twice, strict=True)))
    listed = [twice, ["Old", "Levi R", "J", "2019", "", "10.5555/old", "article", computed.upper()], twice]
    write_csv(sources / "publications.csv", header, listed)
    assert build(sources, tmp_path / "keys.db").outcome == "built"
    with closing(sqlite3.connect(tmp_path / "keys.db")) as connection:
        found = connection.execute("select key, type, json ->> 'key', json ->> 'type' from publications order by id").fetchall()
    assert found == [(key, "article", key, None) for key in (f"{computed}-2", f"{computed}-3", computed.upper())]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("elan", [3]),
        ("title : new", [1, 2]),
        ("journal", [1, 2, 3, 4]),
        ("authors : levi", [3, 4]),
        ('authors : "n study"', []),
        ('authors : "example n"', [1, 4]),
    ],
)
def test_the_full_text_index(read: sqlite3.Connection, query: str, found: list[int]) -> None:
    """Its rowid is the id of the publication. No phrase reaches from one author to the next."""
    matches = read.execute("select rowid from publications_search where publications_search match ?", (query,))
    assert [row for (row,) in matches] == found


def test_the_build_keeps_the_languages_and_the_newest_dates(sources: Path, tmp_path: Path) -> None:
    """So that no page reads all rows for them."""
    rows = [
        ["One", "Levi R", "J", "2020", "2024-01-02", "retracted 2026-03"],
        ["Two", "Levi R", "J", "2021", "2025-11-18", ""],
        ["3", "Levi R", "J", "2022", "", "corrected doi:10.5555/n"],
    ]
    write_csv(sources / "publications.csv", ["title", "authors", "journal", "year", "added", "notice"], rows)
    assert build(sources, tmp_path / "profile.db").outcome == "built"
    with closing(sqlite3.connect(tmp_path / "profile.db")) as connection:
        query = "select languages ->> '$[0].locale', languages ->> '$[1].suffix', last_added, last_changed from build"
        assert connection.execute(query).fetchall() == [("en_IL", "Hebrew", "2025-11-18", "2026-03")]


def test_a_file_is_checked_once_in_a_while(folder: Path, target: Path) -> None:
    build(folder, target)
    database = Database(target)
    first = database.snapshot()
    target.unlink()
    assert database.snapshot() is first
    time.sleep(0.11)
    assert database.snapshot().problem == "The database does not exist yet. Build it with make build-db or public-profile build."


def test_an_unreadable_file_is_logged_once(
    folder: Path, target: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """And read once in a while, because the reason may pass."""
    target.mkdir(parents=True)
    database = Database(target)
    first = database.read_if_changed()
    assert database.read_if_changed() is first
    monkeypatch.setattr("db.snapshot.RETRY_SECONDS", 0)
    assert database.read_if_changed() is not first
    assert [record.getMessage() for record in caplog.records] == [
        f"Cannot read the database {target}: OSError: not a regular file"
    ]
    target.rmdir()
    build(folder, target)
    assert database.read_if_changed().problem == ""
    target.write_bytes(b"no database at all")
    database.read_if_changed()
    assert len(caplog.records) == 2


def test_a_thread_reads_each_document_once(example_database: Path) -> None:
    snapshot = Snapshot(example_database)
    profile = snapshot.store.document("profile")
    assert snapshot.store.document("profile") is profile
    with ThreadPoolExecutor() as pool:  # SQLite's connections belong to one thread
        assert pool.submit(lambda: snapshot.store.document("profile")).result() is not profile


def test_connections_end_with_their_snapshot(example_database: Path) -> None:
    """Not when the garbage collector runs: each holds a copy of the file."""
    snapshot = Snapshot(example_database)
    connection = snapshot.store.connection
    del snapshot
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.execute("select 1")


def test_no_file_stays_open(example_database: Path, tmp_path: Path) -> None:
    """Neither a good one nor one that cannot be served."""
    garbage = tmp_path / "garbage.db"
    garbage.write_bytes(b"no database at all" * 500)
    snapshots = [Snapshot(path) for path in (example_database, garbage)]
    assert [snapshot.problem for snapshot in snapshots] == ["", "The database cannot be read: file is not a database."]
    opened = {link.resolve() for link in Path("/proc/self/fd").iterdir()}
    assert opened.isdisjoint((example_database, garbage))
