"""Versions of fields in the other languages of a site: ``bioHebrew`` is the Hebrew version of ``bio``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from db.languages import LATIN, SCRIPTS, Language, script_of, scripts_of
from pipeline.check.rules.rows import RowRule
from pipeline.report import Finding, ValuePath
from pipeline.wording import plural, quote

# Degrees and the names of networks are the same in every language, and CLDR knows the names of languages.
SAME_EVERYWHERE = ("credentials", "links", "languages")

# Names of people, organizations and places, and addresses, by file. Languages with the same script write them alike. The names
# of services and research areas are words, and so are short names such as "UNM campus".
PROPER_NAMES = {
    "site": {"name", "attribution"},
    "profile": {"name"},
    "clinic": {"name", "address", "parent"},
    "cv": {"organization", "place"},
}


def in_script(name: str) -> Callable[[str], Iterator[str]]:
    """Make a rule that requires at least one letter of a script."""

    def rule(value: str) -> Iterator[str]:
        if SCRIPTS[name] not in scripts_of(value):
            lost = "Its letters were lost when the file was saved: write them again, and save the file as UTF-8."
            fix = lost if "??" in value else f"Write it in {name.capitalize()} letters, or leave it empty."
            yield f"Expected {name.capitalize()} letters, got {quote(value)}. {fix}"

    return rule


SCRIPT_RULES = {name.lower(): in_script(name) for name in SCRIPTS}


def same_length(values: Mapping[str, Any], suffixes: Sequence[str], path: ValuePath = ()) -> Iterator[Finding]:
    """Require that a list and its versions have the same number of entries, at any depth."""
    for name, value in values.items():
        for original in [name.removesuffix(suffix) for suffix in suffixes if name.endswith(suffix)]:
            entries = values.get(original)
            if isinstance(value, list) and isinstance(entries, list) and len(value) != len(entries):
                expected = plural(len(entries), "entry", "entries")
                fix = "Keep the same order, and put an entry that has a comma in quotes."
                text = f"Expected {expected}, as many as {original} has, got {len(value)}. {fix}"
                yield Finding((*path, name), "same_length", text, value=value)
        for below, item in nested_mappings(name, value):
            yield from same_length(item, suffixes, (*path, *below))


def in_first_language(fields: Mapping[str, bool], languages: Sequence[Language], known: Mapping[str, Collection[str]]) -> RowRule:
    """Make a rule that warns of a text without any letter of the first language, in a field that can have versions.

    ``fields`` says whether each field can have Latin letters anyway. Values that are ``known``, such as categories, have names in
    every language, and abbreviations in capitals, such as EMDR, are the same in most. Another check warns of placeholders.
    """
    first, *others = languages

    def rule(_: int, record: Mapping[str, Any]) -> Iterator[Finding]:
        for name, value in ((name, record[name]) for name in fields if name in record):
            texts = texts_of(value)
            fixed = known.get(name, ())
            texts = [text for text in texts if not (text in fixed or text.isupper() or text.startswith("REPLACE"))]
            found = scripts_of("".join(texts))
            if not found or first.script in found or (fields[name] and LATIN in found):
                continue
            wrong = next(text for text in texts if script_of(text))
            own = next((each for each in others if each.script == script_of(wrong)), None)
            fix = f"Write {own.name} in {name}{own.suffix}." if own else f"Write it in {first.name}."
            yield Finding((name,), "first_language", f"Expected {first.name}, got {quote(wrong)}. {fix}", "warning", value)

    return rule


def texts_of(value: Any) -> list[str]:
    """List the texts in the value of a translatable field: the text itself, the items of a list, or the keys of a mapping."""
    return [str(text) for text in (value if isinstance(value, list | dict) else [value])]


def missing_versions(
    values: Mapping[str, Any], schemas: Mapping[str, Any], suffix: str, script: str, path: ValuePath = ()
) -> Iterator[ValuePath]:
    """Yield the paths of the versions in a language that the schema defines but the values lack.

    A text without a letter of the first language's ``script``, such as ``HER2-low`` in Hebrew, is the same in every language.
    """
    for name, value in values.items():
        version = f"{name}{suffix}"
        is_missing = name not in SAME_EVERYWHERE and version in schemas and version not in values
        if is_missing and script in scripts_of("".join(texts_of(value))):
            yield (*path, version)
        schema = schemas.get(name, {})
        parts = schema.get("items", schema).get("properties", {})
        for below, item in nested_mappings(name, value):
            yield from missing_versions(item, parts, suffix, script, (*path, *below))


def has_version(values: Mapping[str, Any], suffix: str) -> bool:
    """Whether a field at any depth is a version in a language."""
    if any(name.endswith(suffix) and name != suffix for name in values):
        return True
    nested = ((name, value) for name, value in values.items() if isinstance(value, dict | list))
    return any(has_version(item, suffix) for name, value in nested for _, item in nested_mappings(name, value))


def nested_mappings(name: str, value: Any) -> Iterator[tuple[ValuePath, Mapping[str, Any]]]:
    """Yield the mappings inside a value, each with its path."""
    if isinstance(value, dict):
        yield (name,), value
    elif isinstance(value, list):
        yield from (((name, index), item) for index, item in enumerate(value) if isinstance(item, dict))
