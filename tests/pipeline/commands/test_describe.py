"""``python -m pipeline describe``: metadata for Datasette."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.__main__ import main
from pipeline.commands.describe import read_queries


def test_queries_are_paragraphs_with_a_title(tmp_path: Path) -> None:
    path = tmp_path / "queries.sql"
    path.write_text("-- Introduction\n\n-- By year\nselect 1;\n\n-- Hours & more\nselect\n  2;\n")
    assert read_queries(path) == [("By year", "select 1"), ("Hours & more", "select\n  2")]


def test_what_is_not_a_database(tmp_path: Path, capsys: pytest.CaptureFixture[str], subtests: pytest.Subtests) -> None:
    """Exit code 2 and one sentence; nothing is created."""
    (tmp_path / "text").write_text("not a database")
    for path in (tmp_path / "nowhere.db", tmp_path / "text", tmp_path):
        with subtests.test(path=path):
            assert main(["describe", "--database", str(path)]) == 2
            out, err = capsys.readouterr()
            assert (out, len(err.splitlines())) == ("", 1)
            assert err.startswith(f"{path} cannot be read (")
            assert err.endswith("). Build it with make build-db.\n")
    assert [path.name for path in tmp_path.iterdir()] == ["text"]
