"""Conversions of values: from YAML text to the types of a JSON Schema, and from Frictionless to JSON."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import frictionless

from db.text import PLAIN_NUMBERS


def typed(value: Any, schema: Mapping[str, Any]) -> Any:
    """Return a YAML value with the scalar types and the order of names of a JSON Schema; other values are unchanged."""
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        others = schema.get("additionalProperties")
        others = others if isinstance(others, dict) else {}
        names = [*(name for name in properties if name in value), *(name for name in value if name not in properties)]
        # A name without a value counts as absent.
        return {name: typed(value[name], properties.get(name, others)) for name in names if value[name] is not None}
    if isinstance(value, list):
        return [typed(item, schema.get("items", {})) for item in value]
    kind = schema.get("type")
    if "boolean" in (kind or ()) and value in ("true", "True", "false", "False"):
        return value in ("true", "True")
    if kind in ("integer", "number") and isinstance(value, str) and PLAIN_NUMBERS[kind].fullmatch(value):
        return float(value) if "." in value else int(value)
    return value


def as_json(field: frictionless.Field, value: Any) -> Any:
    """Return a value that Frictionless read as JSON has it; dates and the like become text."""
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if value is None or isinstance(value, str | bool | int | float | list | dict):
        return value
    return field.write_cell(value)[0]
