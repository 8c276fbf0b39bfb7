"""``python -m pipeline describe``: metadata for Datasette."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.commands.describe import read_queries
from tests.conftest import Command


def test_queries_are_paragraphs_with_a_title(tmp_path: Path) -> None:
    path = tmp_path / "queries.sql"
    path.write_text("-- Introduction\n\n-- By year\nselect 1;\n\n-- Hours & more\nselect\n  2;\n")
    assert read_queries(path) == [("By year", "select 1"), ("Hours & more", "select\n  2")]


@pytest.mark.parametrize("name", ["nowhere.db", "text", ""], ids=["none", "text", "folder"])
def test_what_is_not_a_database(tmp_path: Path, command: Command, name: str) -> None:
    """Exit code 2 and one sentence; nothing is created."""
    (tmp_path / "text").write_text("not a database")
    path = tmp_path / name
    run = command("describe", "--database", path)
    assert (run.code, run.out, len(run.err.splitlines())) == (2, "", 1)
    assert run.err.startswith(f"{path} cannot be read (")
    assert run.err.endswith("). Build it with make build-db.\n")
    assert [path.name for path in tmp_path.iterdir()] == ["text"]
