"""Texts on which a regular expression is slow, if it is slow on any: each of its repetitions over and over, and then no match."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from re import _compiler, _parser  # type: ignore[attr-defined]
from re import _constants as op  # type: ignore[attr-defined]
from typing import Any

REPETITIONS = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)
# A repetition of fewer is no danger.
MANY = 30
# Each class of characters has some of these.
CHARACTERS = "a0 -.,:;([{<\"'=@\\\nA\u05d0"
# The end of the texts, which hardly any pattern matches.
END = "\0"
# Examples of each part of a pattern.
FEW = 4


def worst_texts(pattern: re.Pattern[Any]) -> dict[str, Callable[[int], str]]:
    """Return functions that make a text of a length, by a name that tells the text."""
    source = pattern.pattern.decode("latin-1") if isinstance(pattern.pattern, bytes) else pattern.pattern
    pairs = [*repetitions(_parser.parse(source, pattern.flags), [""])]
    units = [*CHARACTERS, *(before + unit + after for before, unit in pairs for after in ("", " "))]
    texts = {unit: repeated("", unit) for unit in filter(None, units)}
    return texts | {f"{before}…{unit}": repeated(before, unit) for before, unit in pairs if before and unit}


def repeated(before: str, unit: str) -> Callable[[int], str]:
    return lambda length: f"{before}{(unit * length)[:length]}{END}"


def repetitions(nodes: Sequence[Any], before: list[str]) -> Iterator[tuple[str, str]]:
    """Yield texts that may precede each repetition, and texts that it repeats."""
    for node in nodes:
        code, value = node
        is_repetition = code in REPETITIONS
        if is_repetition and value[1] >= MANY:
            yield from product(before, examples(value[2]))
        for part in parts(node):
            yield from repetitions(part, before)
        following = ["", *of_node(node)] if is_repetition and value[0] == 0 else of_node(node)
        before = [text + more for more in following for text in before][:FEW]


def parts(node: Any) -> Sequence[Any]:
    """Return the sequences of nodes in a node."""
    code, value = node
    if code in REPETITIONS:
        return [value[2]]
    if code is op.SUBPATTERN:
        return [value[3]]
    if code is op.BRANCH:
        return list(value[1])
    return [value] if code is op.ATOMIC_GROUP else []


def examples(nodes: Sequence[Any]) -> list[str]:
    """Return a few texts that a sequence of nodes matches."""
    texts = [""]
    for node in nodes:
        texts = [text + more for text in texts for more in of_node(node)][:FEW]
    return texts


def of_node(node: Any) -> list[str]:
    """Return a few texts that a node matches; only the empty one, if it is an assertion."""
    code, value = node
    if inner := parts(node):
        texts = [text for part in inner for text in examples(part)][:FEW]
        return [text * max(value[0], 1) for text in texts] if code in REPETITIONS else texts
    if code is op.LITERAL:
        return [chr(value)]
    if code not in (op.IN, op.NOT_LITERAL, op.ANY):
        return [""]
    members = [chr(item) for kind, item in value if kind is op.LITERAL] if code is op.IN else []
    matches = _compiler.compile(_parser.SubPattern(_parser.State(), [node])).match
    return list(dict.fromkeys(filter(matches, [*CHARACTERS[:4], *members, *CHARACTERS])))[:FEW]
