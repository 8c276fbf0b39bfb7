"""Break the code in random places, and list which breaks the fast tests notice.

``python -m tests.commands.mutate --seed 1 --count 60`` chooses 60 places in api, db and pipeline, and breaks them one by one in a
clone of the last commit: an operator or condition is reversed, a constant changed, a returned value dropped, a statement removed.
The tests of the module's own folder run first, then those of its part, the contract and all others, until one fails or the time
is up.
"""

import argparse
import ast
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PARTS = ("api", "db", "pipeline")
KINDS = ("operator", "condition", "constant", "return", "statement")
OPPOSITES: dict[type[ast.AST], Any] = {
    ast.Eq: ast.NotEq, ast.Lt: ast.GtE, ast.Gt: ast.LtE, ast.And: ast.Or, ast.In: ast.NotIn, ast.Is: ast.IsNot, ast.Add: ast.Sub,
}  # fmt: skip
OPPOSITES |= {opposite: operator for operator, opposite in OPPOSITES.items()}
PYTEST = (*("-x", "-q", "--no-header", "--tb=no", "-m", "not slow"), *("-p", "no:cacheprovider", "-o", "timeout=60"))


def nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a tree, except docstrings, annotations and imports."""
    yield tree
    for name, value in ast.iter_fields(tree):
        for child in value if isinstance(value, list) else [value]:
            is_docstring = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            is_left_out = is_docstring or isinstance(child, ast.Import | ast.ImportFrom) or name in ("annotation", "returns")
            if isinstance(child, ast.AST) and not is_left_out:
                yield from nodes(child)


def break_node(node: ast.AST) -> str:
    """Break one node, and return the kind of the break; empty if it cannot be broken."""
    place: Any = node
    match node:
        case ast.Compare(ops=[operator]):
            place.ops = [OPPOSITES[type(operator)]()]
            return "operator"
        case ast.BoolOp(op=operator) | ast.BinOp(op=(ast.Add() | ast.Sub()) as operator):
            place.op = OPPOSITES[type(operator)]()
            return "operator"
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            place.test = ast.UnaryOp(ast.Not(), test)
            return "condition"
        case ast.Constant(value=bool() as value):
            place.value = not value
            return "constant"
        case ast.Constant(value=(int() | str()) as value):
            place.value = value + 1 if isinstance(value, int) else f"{value}X"
            return "constant"
        case ast.Return(value=ast.expr()):
            place.value = None
            return "return"
        case ast.Expr() | ast.Assign() | ast.AugAssign() | ast.Raise():
            place.__class__ = ast.Pass
            return "statement"
    return ""


def broken(module: Path, number: int) -> tuple[str, int, str, str]:
    """Break one node of a module; return the kind of the break, its line, the new code there, and the new module."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    node: Any = next(islice(nodes(tree), number, None))
    kind = break_node(node)
    return (kind, node.lineno, ast.unparse(node).partition("\n")[0], ast.unparse(tree)) if kind else ("", 0, "", "")


def places(copy: Path, seed: int) -> Iterator[tuple[Path, int]]:
    """Yield modules with the numbers of their nodes, in random order, each kind of break in turn."""
    modules = sorted(path for part in PARTS for path in (copy / part).rglob("*.py"))
    every = [(path, number) for path in modules for number, _ in enumerate(nodes(ast.parse(path.read_text(encoding="utf-8"))))]
    random.Random(seed).shuffle(every)  # noqa: S311
    wanted = cycle(KINDS)
    kind = next(wanted)
    for path, number in every:
        if broken(path, number)[0] == kind:
            yield path, number
            kind = next(wanted)


def steps(copy: Path, module: Path) -> list[list[str]]:
    """Return the arguments of pytest for the nearest tests, for those of the part, for the contract and for all others."""
    tests = Path("tests")
    nearest = next(folder for folder in (tests / module).parents if (copy / folder).is_dir())
    folders = dict.fromkeys((nearest, tests / module.parts[0], tests / "contract", tests))
    return [[str(folder), *(f"--ignore={done}" for done in [*folders][:number])] for number, folder in enumerate(folders)]


def failure(copy: Path, arguments: list[str], seconds: float) -> str | None:
    """Return the first test that fails; None if all pass or the time is up. (Code 5: no test was collected.)"""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", *PYTEST, *arguments]
    try:
        run = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return None
    failed = re.search(r"^(?:FAILED|ERROR|SUBFAILED.*?) (tests.*?)(?: - |$)", run.stdout, re.MULTILINE)
    return failed[1] if failed else f"pytest ends with {run.returncode}" if run.returncode not in (0, 5) else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60, help="number of places (default: 60)")
    parser.add_argument("--seconds", type=float, default=300, help="time for the tests of each place (default: 300)")
    options = parser.parse_args()
    noticed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        subprocess.run(["git", "clone", "--quiet", ROOT, copy], check=True)
        (copy / ".venv").symlink_to(ROOT / ".venv")
        for path, number in islice(places(copy, options.seed), options.count):
            module, source, end = path.relative_to(copy), path.read_text(encoding="utf-8"), time.monotonic() + options.seconds
            kind, line, code, changed = broken(path, number)
            path.write_text(changed, encoding="utf-8")
            failures = (failure(copy, step, end - time.monotonic()) for step in steps(copy, module))
            test = next(filter(None, failures), None)
            path.write_text(source, encoding="utf-8")
            if test and test.startswith("tests") and failure(copy, [test.partition("::")[0]], options.seconds):
                sys.exit(f"{test} fails without any change.")
            noticed += test is not None
            print(f"{module}:{line}: {kind}: {code[:60]}: {test or 'NOT NOTICED'}", flush=True)
    print(f"Noticed: {noticed} of {options.count}.")


if __name__ == "__main__":
    main()
