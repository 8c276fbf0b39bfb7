"""The architecture as tests: imports point downwards, without cycles."""

import ast
import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.conftest import ROOT, modules

# Layers from the bottom to the top. A module imports from its own layer and from lower ones.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("look",),
    ("db",),
    ("api.errors", "api.formats.markdown", "pipeline.messages"),
    ("api.settings", "pipeline.problems"),
    ("pipeline.rules",),
    ("api.http", "pipeline.reading"),
    ("api.formats", "api.page_language", "pipeline.images", "pipeline.references", "pipeline.schema"),
    ("api.http.parameters", "pipeline.readers", "pipeline.validation"),
    ("api.context", "pipeline.registries"),
    ("api.pages", "pipeline.list"),
    ("api.handlers", "pipeline"),
    ("api.endpoints", "pipeline.commands"),
    ("api.application", "api.http.resource", "pipeline.__main__"),
    ("api", "api.__main__"),
    ("bench",),
)


def imports(path: Path, known: dict[str, Path]) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (name if name in known else str(node.module) for name in names if node.module in known)


@pytest.fixture(scope="module")
def graph() -> dict[str, set[str]]:
    known = modules()
    return {name: set(imports(path, known)) for name, path in known.items()}


def layer(module: str) -> int:
    numbers = {name: number for number, names in enumerate(LAYERS) for name in names}
    return numbers[max((name for name in numbers if f"{module}.".startswith(f"{name}.")), key=len)]


def test_imports_point_downwards(graph: dict[str, set[str]]) -> None:
    upwards = [f"{name} -> {used}" for name, all_used in graph.items() for used in all_used if layer(used) > layer(name)]
    assert sorted(upwards) == []


@pytest.mark.parametrize("apart", [{"api", "pipeline"}, {"db", "look"}], ids=" and ".join)
def test_packages_that_do_not_know_each_other(graph: dict[str, set[str]], apart: set[str]) -> None:
    """What api and pipeline both need belongs to db, or to look if it draws."""
    pairs = [(name, used) for name, all_used in graph.items() for used in all_used]
    assert [pair for pair in pairs if {name.partition(".")[0] for name in pair} == apart] == []


def test_only_db_has_sqlite() -> None:
    """Nobody else has SQL, a cursor or SQLite's errors; the bench compares with other programs."""
    others = [
        (name, path.read_text(encoding="utf-8")) for name, path in modules().items() if name.split(".")[0] in ("api", "pipeline")
    ]
    assert [name for name, text in others if "import sqlite3" in text or "sqlite_utils" in text] == []


def test_no_module_imports_itself_through_others(graph: dict[str, set[str]]) -> None:
    try:
        list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_no_test_imports_a_test() -> None:
    """What two tests share is in tests/support or a conftest."""
    texts = {path.relative_to(ROOT): path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py")}
    assert [path for path, text in texts.items() if re.search(r"^(?:from|import) tests\S*\.test_", text, re.MULTILINE)] == []
