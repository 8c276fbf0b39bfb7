"""Values inside values: JSON Schema with our own rules, its faults in the owner's words and with their place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

from pipeline.messages import sentence, with_hint
from pipeline.problems import Severity
from pipeline.reading.yaml import Place, unknown_key
from pipeline.rules import FORMAT_RULES, VALUE_RULES

# The keyword for rules whose faults are warnings.
ADVICE = "advice"


def by_rules(validator: Any, names: list[str], value: Any, schema: Mapping[str, Any]) -> Iterator[ValidationError]:
    """The JSON Schema keywords ``rules`` and ``advice``: our own rules inside a nested value."""
    for name in names:
        if isinstance(value, VALUE_RULES[name].takes):
            yield from map(ValidationError, VALUE_RULES[name].check(value))


def by_format(validator: Any, name: str, value: Any, schema: Mapping[str, Any]) -> Iterator[ValidationError]:
    """The JSON Schema keyword ``format``, which asserts here."""
    if name in FORMAT_RULES and isinstance(value, str):
        yield from map(ValidationError, FORMAT_RULES[name](value))


NestedValidator: Any = extend(Draft202012Validator, {"rules": by_rules, ADVICE: by_rules, "format": by_format})  # type: ignore[no-untyped-call]


def nested_faults(validator: Any, value: Any) -> Iterator[tuple[Place, str, Severity, Any]]:
    """Each fault in a value: the place inside it, the sentence, how bad it is, and what stands there."""
    for error in validator.iter_errors(value):
        for place, message in placed(error):
            yield place, message, "warning" if error.validator == ADVICE else "error", error.instance


def placed(error: ValidationError) -> Iterator[tuple[Place, str]]:
    """The place and the sentence of what JSON Schema found; a missing or unknown name has a place of its own."""
    place: Place = tuple(error.absolute_path)
    keyword, limit, value = str(error.validator), cast("Any", error.validator_value), cast("Any", error.instance)
    schema = cast("Mapping[str, Any]", error.schema)
    if keyword in ("rules", ADVICE, "format"):
        yield place, with_hint(error.message, schema)
    elif keyword == "required":
        # jsonschema gives one error for each missing name, and names it only in its message.
        name = next(name for name in limit if error.message.startswith(f"{name!r} "))
        yield (*place, name), sentence("required", None, True, schema.get("properties", {}).get(name, {}))
    elif keyword == "additionalProperties":
        known = tuple(schema.get("properties", ()))
        yield from (((*place, name), unknown_key(name, known)) for name in value if name not in known)
    else:
        yield place, sentence(keyword, value, limit, schema)
