"""Every test of the contract quotes the promise that it keeps.

The docstring of a module names the document and the section, the docstring of a test begins with words of that section.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.conftest import ROOT

MODULES = sorted(path for path in Path(__file__).parent.glob("test_*.py") if path != Path(__file__))


def words(text: str) -> str:
    """Return a text on one line; a docstring begins with a capital even inside a sentence."""
    return " ".join(text.lower().split())


def section(document: str, heading: str) -> str:
    """Return the text of a document between a heading and the next one of its level."""
    parts = re.split(r"^## ", (ROOT / document).read_text(encoding="utf-8"), flags=re.MULTILINE)
    [text] = [part for part in parts if part.startswith(f"{heading}\n")]
    return words(text)


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_every_test_quotes_its_document(module: Path) -> None:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    source = re.match(r'(\S+\.md), "(.+?)"', ast.get_docstring(tree) or "")
    assert source, f'{module.name} begins with no docstring such as """api/README.md, "Errors"."""'
    text = section(*source.groups())
    tests = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
    quotes = {test.name: words((ast.get_docstring(test) or "").partition("\n\n")[0]) for test in tests}
    assert {name: quote for name, quote in quotes.items() if not quote or quote not in text} == {}
