"""The owner's sentence for each way in which a value can fail its schema.

Frictionless reports a failed cell by the name of the constraint (Table Schema), jsonschema by the keyword
(JSON Schema); both vocabularies are the same words, and this is the one table for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pipeline.problems import quote

TYPE_NAMES = {
    "array": "a list",
    "boolean": "true or false",
    "date": "a date",
    "email": "an e-mail address",
    "integer": "a whole number",
    "list": "a list",
    "number": "a number",
    "object": "a group of lines “name: value”",
    "string": "a text",
    "uri": "a web address",
}


def not_of_type(value: Any, wanted: Any) -> str:
    kind = TYPE_NAMES.get(str(wanted), f"of the type {wanted}")
    if value is None:
        return "The value is missing."
    if isinstance(value, dict | list):
        return f"Here stands {TYPE_NAMES['object' if isinstance(value, dict) else 'array']} instead of {kind}."
    return f"{quote(value)} is not {kind}."


def not_in(value: Any, allowed: Iterable[Any]) -> str:
    fault = "" if isinstance(value, dict | list) else f"{quote(value)} is not allowed here. "
    return f"{fault}Write one of: {', '.join(map(str, allowed))}."


def too_short(value: Any, least: Any) -> str:
    if not value:
        return "The value is missing."
    if isinstance(value, list):
        return f"The list needs {least} or more entries."
    return f"{quote(value)} is shorter than {least} characters."


def too_long(value: Any, most: Any) -> str:
    if isinstance(value, list):
        return f"The list may have {most} entries at most."
    return f"{quote(value)} is longer than {most} characters."


SENTENCES: dict[str, Callable[[Any, Any], str]] = {
    "type": not_of_type,
    "required": lambda value, _: "The value is missing.",
    "enum": not_in,
    "minimum": lambda value, least: f"{quote(value)} is less than {least}.",
    "maximum": lambda value, most: f"{quote(value)} is more than {most}.",
    "minLength": too_short,
    "maxLength": too_long,
    "minItems": too_short,
    "maxItems": too_long,
    "uniqueItems": lambda value, _: f"An entry stands twice in {quote(', '.join(map(str, value)))}. Keep one.",
    "unique": lambda value, _: f"{quote(value)} stands in another row already.",
    "pattern": lambda value, _: f"{quote(value)} does not have the right form.",
}


# What says all there is to say; a hint or an example would add nothing.
COMPLETE = ("enum", "unique", "uniqueItems")


def sentence(keyword: str, value: Any, limit: Any, described: Mapping[str, Any]) -> str:
    """What is wrong with ``value`` and what to do.

    Args:
        keyword: the constraint or JSON Schema keyword that failed.
        value: the value as the owner wrote it.
        limit: what the keyword asks for.
        described: the field or schema that may carry a ``hint`` or an ``example``.
    """
    make = SENTENCES.get(keyword)
    fault = make(value, limit) if make else f"{quote(value)} does not fit the rule {keyword} ({limit})."
    return fault if keyword in COMPLETE else with_hint(fault, described)


def with_hint(fault: str, described: Mapping[str, Any]) -> str:
    """The fault with the remedy that the schema gives for it."""
    if hint := described.get("hint"):
        return f"{fault} {hint}"
    example = described.get("example")
    return f"{fault} An example: {example}." if isinstance(example, str | int | float) else fault
