"""Regular expressions take time that grows as the text does, whatever visitors, registries and owners write."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import pytest

from tests.conftest import modules
from tests.support.worst_texts import worst_texts

SOURCES = {name: path.read_text(encoding="utf-8") for name, path in modules().items() if not name.startswith("bench")}
# The longest text that is tried. Shorter ones come first, because 50,000 characters take a slow pattern minutes.
LENGTHS = (50, 2_000, 10_000, 50_000)
# Processor time that says nothing about growth.
SECONDS = 0.02
# A call of a pattern by its name.
CALL = r"\b{}\.(match|fullmatch|search|sub|split|findall|finditer)\b"
# Patterns that no module calls by name, and how they are used. Any other is tried with ``finditer``.
USES = {
    "pipeline.list.csv_editor.CELL": "match",
    "pipeline.readers.endnote.LINES": "match",
    "pipeline.readers.medline.LINES": "match",
    "pipeline.readers.ris.LINES": "match",
    "pipeline.reading.yaml.NOTE_AFTER_NAME": "match",
    "pipeline.reading.yaml.NOTE_AFTER_TEXT": "match",
    "pipeline.rules.times.DATE_FORMS": "fullmatch",
}


def patterns_in(value: Any, depth: int = 2) -> Iterator[re.Pattern[Any]]:
    """Yield the patterns in a value: itself, its items and theirs, or the attributes of a class or object of ours."""
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict | list | tuple):
        for item in (value.values() if isinstance(value, dict) else value) if depth else ():
            yield from patterns_in(item, depth - 1)
    elif (value if isinstance(value, type) else type(value)).__module__ in SOURCES and hasattr(value, "__dict__"):
        yield from (item for item in vars(value).values() if isinstance(item, re.Pattern))


def calls_in(module: str) -> Iterator[tuple[str, Callable[[str], Any]]]:
    """Yield the name of each pattern in a module, and the methods that are called."""
    for name, value in list(vars(import_module(module)).items()):
        if isinstance(getattr(value, "__self__", None), re.Pattern):  # recognizes = re.compile(…).search
            yield name, value
        for pattern in patterns_in(value):
            called = set(re.findall(CALL.format(name), SOURCES[module]))
            if not called and not any(re.search(CALL.format(name), source) for source in SOURCES.values()):
                called = {USES.get(f"{module}.{name}", "finditer")}
            yield from ((name, getattr(pattern, method)) for method in called)


def seconds(call: Callable[[Any], Any], text: str) -> float:
    """Return the processor time of a call until its result is read."""
    argument = (b"", text.encode()) if isinstance(call.__self__.pattern, bytes) else ("", text)  # type: ignore[attr-defined]
    began = time.thread_time()
    result = call(*argument) if call.__name__ == "sub" else call(argument[1])
    for _ in result if call.__name__ == "finditer" else ():
        pass
    return time.thread_time() - began


def is_linear(call: Callable[[Any], Any], text: Callable[[int], str]) -> bool:
    """Whether twice the text takes less than three times as long, in one of three attempts: a machine may be busy."""
    for length in LENGTHS:
        attempts = ((seconds(call, text(length)), seconds(call, text(length // 2))) for _ in range(3))
        if not any(whole < SECONDS or whole < 3 * half for whole, half in attempts):
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
