"""A database that lacks what every build writes."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from api.data.snapshot import Snapshot
from api.data.store import Store
from tests.support.site import serving
from tests.support.wire import EVERY_PATH, PAGES, Answer, refused

# What may be wrong with a table: no rows, no table, values that nobody wrote.
DAMAGES = ("delete from {}", "drop table {}", "update {} set json = '[1,'")
CODES = {500: "internal_error", 503: "service_unavailable"}


def test_a_missing_row_is_an_error(example_database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    shutil.copy(example_database, copy)
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("delete from build")
    with pytest.raises(sqlite3.DatabaseError, match="a row that every build writes is missing"):
        Store(Snapshot(copy)).data_version()


def tables(database: Path) -> list[tuple[str, bool]]:
    """Return the names of the tables that SQL can change, each with whether it has a column ``json``."""
    names = (
        "select t.name, exists (select 1 from pragma_table_info(t.name) as c where c.name = 'json') from pragma_table_list as t"
    )
    with closing(sqlite3.connect(database)) as connection:
        return [(name, bool(json)) for name, json in connection.execute(f"{names} where t.type = 'table'")]


@pytest.mark.slow
@pytest.mark.parametrize("damage", DAMAGES)
def test_every_answer_has_a_known_shape(example_database: Path, tmp_path: Path, damage: str) -> None:
    """Whichever table is damaged: the resource, or an error that shows nothing of it; never an error of the server."""
    failures = 0
    for table, has_json in tables(example_database):
        if table.startswith("sqlite_") or ("json" in damage and not has_json):
            continue
        copy = tmp_path / f"{table}.db"
        shutil.copy(example_database, copy)
        with closing(sqlite3.connect(copy)) as connection:
            connection.execute("pragma ignore_check_constraints = on")
            connection.execute(damage.format(table))
            connection.commit()
        with serving(copy) as site:
            for path in (*EVERY_PATH, *PAGES):
                response = site.get(path)
                if response.status_code >= 500 and path != "/api/status":
                    answer = Answer(response.status_code, tuple(response.headers.items()), response.content)
                    after = {"retry-after": "5"} if answer.status == 503 else {}
                    assert table not in refused(answer, answer.status, CODES[answer.status], **after)
                    failures += 1
    assert failures > 20
