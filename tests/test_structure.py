"""The architecture as tests. What may import what is in pyproject.toml, and `make lint` checks it with import-linter."""

import re

from tests.conftest import ROOT, modules


def test_only_db_has_sqlite() -> None:
    """Nobody else has SQL, a cursor or SQLite's errors; the bench compares with other programs."""
    others = [
        (name, path.read_text(encoding="utf-8")) for name, path in modules().items() if name.split(".")[0] not in ("bench", "db")
    ]
    assert [name for name, text in others if "import sqlite3" in text or "sqlite_utils" in text] == []


def test_no_test_imports_a_test() -> None:
    """What two tests share is in tests/support or a conftest."""
    texts = {path.relative_to(ROOT): path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py")}
    assert [path for path, text in texts.items() if re.search(r"^(?:from|import) tests\S*\.test_", text, re.MULTILINE)] == []
