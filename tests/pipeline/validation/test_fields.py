"""The checks of one field: types, constraints, formats, rules and nested schemas."""

from __future__ import annotations

from typing import Any

import frictionless
import pytest

from pipeline.validation.fields import FieldCheck


def check(**descriptor: Any) -> FieldCheck:
    return FieldCheck(frictionless.Field.from_descriptor({"name": "field", **descriptor}))


def messages(field: FieldCheck, value: Any) -> list[str]:
    return [finding.message for finding in field.verdict(value)[1]]


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
    extra = {"delimiter": ";"} if type_ == "list" else {}
    found, findings = check(type=type_, **extra).verdict(written)
    assert (repr(found), findings) == (repr(value), [])


def test_an_empty_cell_is_absent() -> None:
    """An error if the field is required."""
    assert check(type="string").verdict("") == (None, [])
    assert messages(check(type="string", constraints={"required": True}, hint="Write it."), "") == [
        "The value is missing. Write it."
    ]


def test_advice_is_a_rule_that_gives_a_warning() -> None:
    [finding] = check(type="string", advice=["telephone"], example="+1").verdict("03-555")[1]
    message = '"03-555" has no country code. Write + and the code in place of the first 0. Example: +1.'
    assert (finding.message, finding.severity, finding.value) == (message, "warning", "03-555")


@pytest.mark.parametrize("written", ["2020.0", "2e3", "1_000", "+2020", "２０２０", "1" * 19])
def test_integers_are_ascii_digits(written: str) -> None:
    """Python and Frictionless read more; SQLite and JSON hold 64 bits."""
    [finding] = check(type="integer", hint="Write a year.").verdict(written)[1]
    assert (finding.message, finding.value) == (f'Expected a whole number, got "{written}". Write a year.', written)


@pytest.mark.parametrize("written", ["3,5", "1e9"])
def test_numbers_are_decimal(written: str) -> None:
    assert messages(check(type="number"), written) == [f'Expected a number, got "{written}".']


@pytest.mark.parametrize(
    ("descriptor", "written", "message"),
    [
        ({"type": "integer", "constraints": {"minimum": 1800}}, "1799", 'Expected at least 1800, got "1799".'),
        ({"type": "integer", "constraints": {"maximum": 9}}, "10", 'Expected at most 9, got "10".'),
        ({"type": "string", "constraints": {"minLength": 2}}, "a", 'Expected at least 2 characters, got "a".'),
        ({"type": "string", "constraints": {"maxLength": 2}}, "abc", 'Expected at most 2 characters, got "abc".'),
        ({"type": "string", "constraints": {"pattern": "[A-Z]+"}}, "a", '"a" is not in the expected form.'),
        ({"type": "string", "constraints": {"enum": ["ab"]}}, "AB", '"AB" is not allowed. Did you mean "ab"?'),
        ({"type": "boolean"}, "perhaps", 'Expected true or false, got "perhaps".'),
        ({"type": "date"}, "31.1.2021", 'Expected a date, got "31.1.2021".'),
        ({"type": "object"}, '{"a": 1}', 'Expected lines of the form “name: value”, got "{"a": 1}".'),
        ({"type": "array"}, "a, b", 'Expected a list, got "a, b".'),
        ({"type": "string"}, ["a"], "Expected text, got a list."),
        ({"type": "list", "delimiter": ";"}, "a;b;a", 'The list has "a" more than once. Remove the repetition.'),
        ({"type": "string", "format": "uri"}, "a", 'Expected a web address, got "a". Copy it from the browser, with https://.'),
        ({"type": "string", "format": "email"}, "a", 'Expected an e-mail address, got "a".'),
    ],
)  # fmt: skip
def test_a_value_that_breaks_its_field(descriptor: dict[str, Any], written: Any, message: str) -> None:
    assert messages(check(**descriptor), written) == [message]


def test_a_rule_follows_the_type() -> None:
    assert messages(check(type="string", rules=["doi"], hint="Write the DOI."), "10.5555") == [
        'Expected a DOI, got "10.5555". A DOI begins with "10.", a number and a slash. Write the DOI.'
    ]
