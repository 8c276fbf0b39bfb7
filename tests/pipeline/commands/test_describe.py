"""``python -m pipeline describe``: metadata for Datasette."""

from pathlib import Path

import pytest

from pipeline.commands.describe import read_queries
from tests.conftest import Command


def test_queries_are_paragraphs_with_a_title(tmp_path: Path) -> None:
    path = tmp_path / "queries.sql"
    path.write_text("-- Introduction\n\n-- By year\nselect 1;\n\n-- Hours & more\nselect\n  2;\n")
    assert read_queries(path) == [("By year", "select 1"), ("Hours & more", "select\n  2")]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nowhere.db", "missing, or built by another version"),
        ("text", "DatabaseError: file is not a database"),
        ("", "OSError: not a regular file"),
    ],
    ids=["none", "text", "folder"],
)
def test_what_is_not_a_database(tmp_path: Path, command: Command, name: str, reason: str) -> None:
    (tmp_path / "text").write_text("not a database")
    path = tmp_path / name
    run = command("describe", "--database", path)
    assert (run.code, run.out, run.err) == (2, "", f"{path} cannot be read ({reason}). Build it with make build-db.\n")
    assert [path.name for path in tmp_path.iterdir()] == ["text"]
