"""Every promise of a document has an id, in a comment that readers don't see: ``<!-- etag -->``.

The docstring of a test begins with the ids of the promises that it keeps: ``[etag]``. Every test of the contract keeps one.
"""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.conftest import ROOT

DOCUMENTS = ("api/README.md", "deploy/README.md", "sources/README.md", "sources/publications.md")
PROMISES = [
    promise for name in DOCUMENTS for promise in re.findall(r"<!-- ([a-z-]+) -->", (ROOT / name).read_text(encoding="utf-8"))
]


def each_test() -> Iterator[tuple[str, list[str]]]:
    for path in (ROOT / "tests").rglob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        if path.parent.name != "contract" and '"""[' not in text:  # parsing takes longer
            continue
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                ids = re.match(r"(?:\[[a-z-]+\]\s*)*", ast.get_docstring(node) or "")
                yield f"{path.relative_to(ROOT)}::{node.name}", re.findall(r"[a-z-]+", ids[0] if ids else "")


@pytest.fixture(scope="module")
def named() -> dict[str, list[str]]:
    return dict(each_test())


def test_no_two_promises_have_the_same_id() -> None:
    assert sorted(PROMISES) == sorted(set(PROMISES))


def test_every_promise_is_tested(named: dict[str, list[str]]) -> None:
    assert set(PROMISES) - {promise for promises in named.values() for promise in promises} == set()


def test_every_test_names_promises_that_exist(named: dict[str, list[str]]) -> None:
    assert {test: promises for test, promises in named.items() if not set(promises) <= set(PROMISES)} == {}


def test_every_test_of_the_contract_names_a_promise(named: dict[str, list[str]]) -> None:
    contract = {test: ids for test, ids in named.items() if test.startswith("tests/contract/") and "test_quotes" not in test}
    assert [test for test, ids in contract.items() if not ids] == []
