"""Hebrew versions: a field called ``<name>Hebrew`` holds the Hebrew version of the field ``<name>``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from db.text import HEBREW
from pipeline.messages import quote
from pipeline.problems import Finding, ValuePath
from pipeline.rules.rows import RowRule

SUFFIX = "Hebrew"
# Degrees and the names of networks are the same in Hebrew, so nobody is asked for their Hebrew version.
SAME_IN_HEBREW = ("credentials", "links")


def hebrew(value: str) -> Iterator[str]:
    """Require at least one Hebrew letter."""
    if not HEBREW.search(value):
        lost = "Its letters were lost when the file was saved: write them again, and save the file as UTF-8."
        yield f"Expected Hebrew text, got {quote(value)}. {lost if '??' in value else 'Write it in Hebrew, or leave it empty.'}"


def same_length(values: Mapping[str, Any], path: ValuePath = ()) -> Iterator[Finding]:
    """Require that a list and its Hebrew version have the same number of entries, at any depth."""
    for name, value in values.items():
        entries = values.get(original := name.removesuffix(SUFFIX))
        if original != name and isinstance(value, list) and isinstance(entries, list) and len(value) != len(entries):
            text = f"Expected {len(entries)} entries, as many as {original} has, got {len(value)}. Keep the same order."
            yield Finding((*path, name), "same_length", text, value=value)
        for below, item in nested_mappings(name, value):
            yield from same_length(item, (*path, *below))


def in_english(fields: Sequence[str]) -> RowRule:
    """Return a rule that warns of Hebrew alone in a field that has a Hebrew version."""
    versions = {name: version for name in fields if (version := f"{name}{SUFFIX}") in fields}

    def rule(_: int, record: Mapping[str, Any]) -> Iterator[Finding]:
        for name, version in versions.items():
            text = str(value := record.get(name))
            if HEBREW.search(text) and not any(letter.isalpha() for letter in text if letter.isascii()):
                first = next(filter(HEBREW.search, value if isinstance(value, list) else [value]))
                yield Finding(
                    (name,), "english", f"Expected English, got {quote(first)}. Write Hebrew in {version}.", "warning", value
                )

    return rule


def missing_versions(values: Mapping[str, Any], schemas: Mapping[str, Any], path: ValuePath = ()) -> Iterator[ValuePath]:
    """Yield the paths of the Hebrew versions that the schema defines and the values lack."""
    for name, value in values.items():
        if name not in SAME_IN_HEBREW and (version := f"{name}{SUFFIX}") in schemas and version not in values:
            yield (*path, version)
        schema = schemas.get(name, {})
        parts = schema.get("items", schema).get("properties", {})
        for below, item in nested_mappings(name, value):
            yield from missing_versions(item, parts, (*path, *below))


def has_hebrew(values: Mapping[str, Any]) -> bool:
    """Whether a field at any depth is a Hebrew version."""
    return any(
        (name.endswith(SUFFIX) and name != SUFFIX) or any(has_hebrew(item) for _, item in nested_mappings(name, value))
        for name, value in values.items()
    )


def nested_mappings(name: str, value: Any) -> Iterator[tuple[ValuePath, Mapping[str, Any]]]:
    """Yield the mappings inside a value, each with its path."""
    if isinstance(value, dict):
        yield (name,), value
    elif isinstance(value, list):
        yield from (((name, index), item) for index, item in enumerate(value) if isinstance(item, dict))
