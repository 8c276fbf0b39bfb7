"""Regular expressions take time that grows as the text does, whatever visitors, registries and owners write."""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from itertools import product
from re import _compiler, _parser  # type: ignore[attr-defined]
from re import _constants as op  # type: ignore[attr-defined]
from typing import Any

import pytest

from tests.conftest import modules

SOURCES = {name: path.read_text(encoding="utf-8") for name, path in modules().items() if not name.startswith("bench")}
# The longest text that is tried. Shorter ones come first, because 20,000 characters take a slow pattern minutes.
LENGTHS = (50, 2_000, 20_000)
# Processor time that says nothing about growth.
SECONDS = 0.02
# A call of a pattern by its name.
CALL = r"\b{}\.(match|fullmatch|search|sub|split|findall|finditer)\b"
# Patterns that no module calls by name, and how they are used. Any other is tried with ``finditer``.
USES = {
    "bibliography.csv_editor.CELL_AND_END": "match",
    "bibliography.formats.endnote.ENW_LINES": "match",
    "bibliography.formats.medline.MEDLINE_LINES": "match",
    "bibliography.formats.ris.RIS_LINES": "match",
    "bibliography.formats.web_of_science.WOS_LINES": "match",
    "pipeline.read.document.NOTE_AFTER_NAME": "match",
    "pipeline.read.document.NOTE_AFTER_TEXT": "match",
    "pipeline.check.rules.dates.DATE_FORMS": "fullmatch",
}
REPETITIONS = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)
# A repetition of fewer is no danger.
MANY = 30
# Each class of characters has some of these.
CHARACTERS = "a0 -.,:;([{<\"'=@\\\nA\u05d0"
# The end of the texts, which hardly any pattern matches.
END = "\0"
# Examples of each part of a pattern.
FEW = 4


# Texts on which a pattern is slow, if it is slow on any: each of its repetitions over and over, and then no match.


def worst_texts(pattern: re.Pattern[Any]) -> dict[str, Callable[[int], str]]:
    source = pattern.pattern.decode("latin-1") if isinstance(pattern.pattern, bytes) else pattern.pattern
    pairs = [*repetitions(_parser.parse(source, pattern.flags), [""])]
    units = [*CHARACTERS, *(before + unit + after for before, unit in pairs for after in ("", " "))]
    texts = {unit: repeated("", unit) for unit in filter(None, units)}
    return texts | {f"{before}…{unit}": repeated(before, unit) for before, unit in pairs if before and unit}


def repeated(before: str, unit: str) -> Callable[[int], str]:
    return lambda length: f"{before}{(unit * length)[:length]}{END}"


def repetitions(nodes: Sequence[Any], before: list[str]) -> Iterator[tuple[str, str]]:
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
    code, value = node
    if code in REPETITIONS:
        return [value[2]]
    if code is op.SUBPATTERN:
        return [value[3]]
    if code is op.BRANCH:
        return list(value[1])
    return [value] if code is op.ATOMIC_GROUP else []


def examples(nodes: Sequence[Any]) -> list[str]:
    texts = [""]
    for node in nodes:
        texts = [text + more for text in texts for more in of_node(node)][:FEW]
    return texts


def of_node(node: Any) -> list[str]:
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


def patterns_in(value: Any, depth: int = 2) -> Iterator[re.Pattern[Any]]:
    """Yield the patterns in a value: itself, its items at any depth, or the attributes of a class or object of ours."""
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict | list | tuple):
        for item in (value.values() if isinstance(value, dict) else value) if depth else ():
            yield from patterns_in(item, depth - 1)
    elif (value if isinstance(value, type) else type(value)).__module__ in SOURCES and hasattr(value, "__dict__"):
        yield from (item for item in vars(value).values() if isinstance(item, re.Pattern))


def calls_in(module: str) -> Iterator[tuple[str, Callable[[str], Any]]]:
    """Yield the name of each pattern in a module, and which of its methods the module calls."""
    for name, value in list(vars(import_module(module)).items()):
        if isinstance(getattr(value, "__self__", None), re.Pattern):  # recognizes = re.compile(…).search
            yield name, value
        for pattern in patterns_in(value):
            called = set(re.findall(CALL.format(name), SOURCES[module]))
            if not called and not any(re.search(CALL.format(name), source) for source in SOURCES.values()):
                called = {USES.get(f"{module}.{name}", "finditer")}
            yield from ((name, getattr(pattern, method)) for method in called)


def seconds(call: Callable[[Any], Any], text: str) -> float:
    """Processor time of a call, including the reading of its result."""
    argument = (b"", text.encode()) if isinstance(call.__self__.pattern, bytes) else ("", text)  # type: ignore[attr-defined]
    began = time.thread_time()
    result = call(*argument) if call.__name__ == "sub" else call(argument[1])
    for _ in result if call.__name__ == "finditer" else ():
        pass
    return time.thread_time() - began


def is_linear(call: Callable[[Any], Any], text: Callable[[int], str]) -> bool:
    """Whether twice the text takes less than three times as long, in one of three attempts: a machine may be busy."""
    for length in LENGTHS:
        attempts = (seconds(call, text(length)) for _ in range(3))
        if not any(whole < SECONDS or whole < 3 * seconds(call, text(length // 2)) for whole in attempts):
            return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("module", [name for name, source in SOURCES.items() if re.search(r"\bre\.compile|[A-Z]\.\w+\(", source)])
def test_patterns_are_fast_on_their_worst_texts(module: str) -> None:
    slow = {
        (name, call.__name__): text
        for name, call in calls_in(module)
        for text, make in worst_texts(call.__self__).items()  # type: ignore[attr-defined]
        if not is_linear(call, make)
    }
    assert slow == {}
