"""Convert and validate nested values by JSON Schema, with keywords for the pipeline's rules and messages for the owner."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, cast

import frictionless
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

from db.text import is_plain_number
from pipeline.check.rules.rule_tables import FORMAT_RULES, VALUE_RULES
from pipeline.report import Finding, Severity, ValuePath
from pipeline.schema.patterns import compile_pattern
from pipeline.wording import message, unknown_name, with_hint

# The types that JSON has.
TYPES_OF_JSON = (str, bool, int, float, list, dict)
# The keyword for rules that give warnings.
ADVICE = "advice"


def by_rules(validator: Any, names: list[str], value: Any, schema: Mapping[str, Any]) -> Iterator[ValidationError]:
    """Validate the keywords ``rules`` and ``advice``, which can rely on the pattern next to them."""
    if isinstance(value, str) and not compile_pattern(schema.get("pattern", "")).search(value):
        return
    for name in names:
        if VALUE_RULES[name].applies_to(value):
            yield from (ValidationError(text, validator=name) for text in VALUE_RULES[name].check(value))


def by_pattern(validator: Any, pattern: str, value: Any, schema: Mapping[str, Any]) -> Iterator[ValidationError]:
    """Validate the keyword ``pattern``. An owner's pattern takes linear time."""
    if isinstance(value, str) and not compile_pattern(pattern).search(value):
        yield ValidationError("The value has another form.")


def by_format(validator: Any, name: str, value: Any, schema: Mapping[str, Any]) -> Iterator[ValidationError]:
    """Validate the keyword ``format``, only an annotation in JSON Schema. Rules next to it are stricter, and replace it."""
    if name in FORMAT_RULES and isinstance(value, str) and "rules" not in schema:
        yield from (ValidationError(text, validator=name) for text in FORMAT_RULES[name](value))


NestedValidator: Any = extend(  # type: ignore[no-untyped-call]
    Draft202012Validator, {"rules": by_rules, ADVICE: by_rules, "format": by_format, "pattern": by_pattern}
)


def nested_findings(validator: Any, value: Any) -> Iterator[Finding]:
    for error in validator.iter_errors(value):
        severity: Severity = "warning" if error.schema_path[-1] == ADVICE else "error"
        for path, code, text in explain_error(error):
            yield Finding(path, code, text, severity, error.instance)


def explain_error(error: ValidationError) -> Iterator[tuple[ValuePath, str, str]]:
    """Yield the path, code and message of a JSON Schema error; a missing or unknown name is part of the path."""
    path: ValuePath = tuple(error.absolute_path)
    keyword, limit, value = str(error.validator), cast("Any", error.validator_value), cast("Any", error.instance)
    schema = cast("Mapping[str, Any]", error.schema)
    if error.schema_path[-1] in ("rules", ADVICE, "format"):
        yield path, keyword, with_hint(error.message, schema)
    elif keyword == "required":
        # jsonschema gives one error for each missing name, and has the name only in its message.
        name = next(name for name in limit if error.message.startswith(f"{name!r} "))
        yield (*path, name), keyword, message("required", None, True, schema.get("properties", {}).get(name, {}))
    elif keyword == "additionalProperties":
        known = schema.get("properties", {})
        yield from (((*path, name), "unknown_name", unknown_name("name", name, known)) for name in value if name not in known)
    else:
        yield path, keyword, message(keyword, value, limit, schema)


def apply_types(value: Any, schema: Mapping[str, Any]) -> Any:
    """Give a YAML value the scalar types, defaults and order of names of a JSON Schema. Other values are unchanged."""
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        others = schema.get("additionalProperties")
        others = others if isinstance(others, dict) else {}
        # A name without a value counts as absent.
        value = {name: item for name, item in value.items() if item is not None}
        value = {name: item["default"] for name, item in properties.items() if "default" in item} | value
        names = [*(name for name in properties if name in value), *(name for name in value if name not in properties)]
        return {name: apply_types(value[name], properties.get(name, others)) for name in names}
    if isinstance(value, list):
        return [apply_types(item, schema.get("items", {})) for item in value]
    kind = schema.get("type")
    if "boolean" in (kind or ()) and value in ("true", "True", "TRUE", "false", "False", "FALSE"):
        return value.lower() == "true"
    if kind in ("integer", "number") and isinstance(value, str) and is_plain_number(value, kind):
        return json_number(Decimal(value))
    return value


def json_number(value: Decimal) -> int | float:
    """The number with the shortest JSON: 31, not 31.0."""
    return int(value) if value == value.to_integral_value() else float(value)


def json_value(field: frictionless.Field, value: Any) -> Any:
    """Convert a value that Frictionless has read for JSON. Dates and the like become text."""
    if isinstance(value, Decimal):
        return json_number(value)
    if value is None or isinstance(value, TYPES_OF_JSON):
        return value
    return field.write_cell(value)[0]
