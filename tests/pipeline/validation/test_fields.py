"""The checks of one field: types, constraints, formats, rules and nested schemas."""

from typing import Any

import frictionless
import pytest

from pipeline.validation.fields import FieldCheck


def check(**descriptor: Any) -> FieldCheck:
    return FieldCheck(frictionless.Field.from_descriptor({"name": "field", **descriptor}))


@pytest.mark.parametrize(
    ("type_", "written", "value"),
    [
        ("string", "a", "a"),
        ("integer", "-07", -7),
        ("number", "3.50", 3.5),
        ("number", "4", 4),
        ("boolean", "true", True),
        ("date", "2021-01-31", "2021-01-31"),
        ("list", "a; b;;", ["a", "b"]),
    ],
)
def test_values_have_the_types_of_json(type_: str, written: str, value: Any) -> None:
    found, findings = check(type=type_, **{"delimiter": ";"} if type_ == "list" else {}).validate(written)
    assert (repr(found), findings) == (repr(value), [])


@pytest.mark.parametrize("written", ["2020.0", "2e3", "1_000", "+2020", "２０２０", "1" * 19])
def test_integers_are_ascii_digits(written: str) -> None:
    """Python and Frictionless read more; SQLite and JSON hold 64 bits."""
    [finding] = check(type="integer", hint="Write a year.").validate(written)[1]
    assert (finding.message, finding.value) == (f'Expected a whole number, got "{written}". Write a year.', written)


@pytest.mark.parametrize(
    ("descriptor", "written", "message"),
    [
        ({"type": "integer", "constraints": {"minimum": 1800}}, "1799", 'Expected at least 1800, got "1799".'),
        ({"type": "integer", "constraints": {"maximum": 9}}, "10", 'Expected at most 9, got "10".'),
        ({"type": "string", "constraints": {"minLength": 2}}, "a", 'Expected at least 2 characters, got "a".'),
        ({"type": "string", "constraints": {"maxLength": 2}}, "abc", "Expected at most 2 characters, got 3. Shorten it."),
        ({"type": "string", "constraints": {"pattern": "[A-Z]+"}}, "a", '"a" is not in the expected form.'),
        ({"type": "string", "constraints": {"enum": ["ab"]}}, "AB", '"AB" is not allowed. Did you mean "ab"?'),
        ({"type": "boolean"}, "perhaps", 'Expected true or false, got "perhaps".'),
        ({"type": "date"}, "31.1.2021", 'Expected a date, got "31.1.2021".'),
        ({"type": "number"}, "1e9", 'Expected a number, got "1e9".'),
        ({"type": "object"}, '{"a": 1}', 'Expected lines of the form “name: value”, got "{"a": 1}".'),
        ({"type": "list", "delimiter": ";"}, "a;b;a", 'The list has "a" more than once. Remove the repetition.'),
        ({"type": "list", "delimiter": ";", "constraints": {"required": True}}, ";", "The value is missing."),
        ({"type": "string", "format": "uri"}, "a", 'Expected a web address, got "a". Copy it from the browser, with https://.'),
        ({"type": "string", "format": "email"}, "a", 'Expected an e-mail address, got "a".'),
    ],
)  # fmt: skip
def test_a_value_that_breaks_its_field(descriptor: dict[str, Any], written: Any, message: str) -> None:
    assert [finding.message for finding in check(**descriptor).validate(written)[1]] == [message]
