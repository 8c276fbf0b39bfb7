"""Break the code in random places, and list which breaks the fast tests notice.

``python -m tests.support.mutate --seed 1 --count 60`` chooses 60 places in api, db and pipeline, and breaks them one by one in a
clone of the last commit: an operator or condition is reversed, a constant changed, a returned value dropped, a statement removed.
The tests of the module's own folder run first, then those of its part, then all others, until one fails or the time is up.
"""

from __future__ import annotations

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
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

ROOT = Path(__file__).parents[2]
PARTS = ("api", "db", "pipeline")
KINDS = ("operator", "condition", "constant", "return", "statement")
OPPOSITES: dict[type[ast.AST], str] = {
    ast.Eq: "!=", ast.NotEq: "==", ast.Lt: ">=", ast.GtE: "<", ast.Gt: "<=", ast.LtE: ">", ast.And: "or", ast.Or: "and",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is", ast.Add: "-", ast.Sub: "+",
}  # fmt: skip
PYTEST = (*("-x", "-q", "--no-header", "--tb=no", "-m", "not slow"), *("-p", "no:cacheprovider", "-o", "timeout=60"))


@dataclass(frozen=True)
class Mutation:
    """One place in a module, and the text that replaces it."""

    module: Path
    line: int
    start: int
    end: int
    kind: str
    text: str


class Mutations(ast.NodeVisitor):
    """The mutations of one module."""

    def __init__(self, module: Path, source: bytes) -> None:
        self.module, self.found = module, list[Mutation]()
        self.lines = [0]
        for line in source.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))
        self.visit(ast.parse(source))

    def add(self, node: ast.expr | ast.stmt, kind: str, text: str) -> None:
        start = self.lines[node.lineno - 1] + node.col_offset
        end = self.lines[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        self.found.append(Mutation(self.module, node.lineno, start, end, kind, text))

    def generic_visit(self, node: ast.AST) -> None:
        match node:
            case ast.Compare(ops=[operator]) | ast.BinOp(op=(ast.Add() | ast.Sub()) as operator):
                left, right = (node.left, node.comparators[0]) if isinstance(node, ast.Compare) else (node.left, node.right)
                self.add(node, "operator", f"({ast.unparse(left)} {OPPOSITES[type(operator)]} {ast.unparse(right)})")
            case ast.BoolOp(op=operator, values=values):
                self.add(
                    node, "operator", f"({f' {OPPOSITES[type(operator)]} '.join(f'({ast.unparse(one)})' for one in values)})"
                )
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                self.add(test, "condition", f"(not ({ast.unparse(test)}))")
            case ast.Constant(value=int() as value):
                self.add(node, "constant", str(not value if isinstance(value, bool) else value + 1))
            case ast.Constant(value=str() as value):
                self.add(node, "constant", repr(f"{value}X"))
            case ast.Return(value=ast.expr()):
                self.add(node, "return", "return None")
            case ast.Expr() | ast.Assign() | ast.AugAssign() | ast.Raise():
                self.add(node, "statement", "pass")
        for child in children(node):
            self.visit(child)


def children(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes inside a node, except docstrings, annotations, imports, and f-strings, whose pieces have no position."""
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            is_docstring = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            is_left_out = is_docstring or isinstance(child, ast.Import | ast.ImportFrom | ast.JoinedStr)
            if isinstance(child, ast.AST) and name not in ("annotation", "returns") and not is_left_out:
                yield child


def choose(copy: Path, seed: int, count: int) -> list[Mutation]:
    """Return random mutations of the modules in a folder, each kind in turn."""
    modules = sorted(path for part in PARTS for path in (copy / part).rglob("*.py"))
    every = [mutation for path in modules for mutation in Mutations(path.relative_to(copy), path.read_bytes()).found]
    random.Random(seed).shuffle(every)  # noqa: S311
    rounds = zip(*([mutation for mutation in every if mutation.kind == kind] for kind in KINDS), strict=False)
    return list(islice(chain.from_iterable(rounds), count))


def steps(module: Path) -> list[list[str]]:
    """Return the arguments of pytest for the nearest tests, for those of the part, and for all others."""
    nearest = next(folder for folder in (Path("tests") / module).parents if (ROOT / folder).is_dir())
    part = Path("tests") / module.parts[0]
    return [[str(nearest)], [str(part), f"--ignore={nearest}"], ["tests", f"--ignore={part}"]]


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


def noticed_by(copy: Path, mutation: Mutation, seconds: float) -> str | None:
    """Return the first test that notices a mutation."""
    path = copy / mutation.module
    source, end = path.read_bytes(), time.monotonic() + seconds
    path.write_bytes(source[: mutation.start] + mutation.text.encode() + source[mutation.end :])
    tests = (failure(copy, step, end - time.monotonic()) for step in steps(mutation.module))
    test = next(filter(None, tests), None)
    path.write_bytes(source)
    return test


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60, help="number of places (default: 60)")
    parser.add_argument("--seconds", type=float, default=300, help="time for the tests of each place (default: 300)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        subprocess.run(["git", "clone", "--quiet", ROOT, copy], check=True)
        (copy / ".venv").symlink_to(ROOT / ".venv")
        chosen = choose(copy, options.seed, options.count)
        noticed = 0
        for mutation in chosen:
            test = noticed_by(copy, mutation, options.seconds)
            if test and test.startswith("tests") and failure(copy, [test.partition("::")[0]], options.seconds):
                sys.exit(f"{test} fails without any change.")
            noticed += test is not None
            print(
                f"{mutation.module}:{mutation.line}: {mutation.kind}: {mutation.text[:60]}: {test or 'NOT NOTICED'}", flush=True
            )
    print(f"Noticed: {noticed} of {len(chosen)}.")


if __name__ == "__main__":
    main()
