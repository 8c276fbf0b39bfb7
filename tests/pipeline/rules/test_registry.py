"""The tables of rules."""

from __future__ import annotations

import pytest

from pipeline.rules.registry import FORMAT_RULES, VALUE_RULES, regular_expression

CHECKS = {**FORMAT_RULES, **{name: rule.check for name, rule in VALUE_RULES.items() if rule.type == "string"}}


@pytest.mark.parametrize("name", CHECKS)
def test_a_text_that_is_too_long_is_not_examined(name: str) -> None:
    """Whatever the rule and however slow its regular expression: there is one message, about the length."""
    value = "tel:+" + "1" * 20_000
    assert list(CHECKS[name](value)) == [f'Expected at most 20,000 characters, got "{value[:60]}…".']
    assert "20,000" not in "".join(CHECKS[name](value[:20_000]))


def test_regular_expressions(subtests: pytest.Subtests) -> None:
    assert list(regular_expression("^[a-z]+$")) == []
    for value in ("([01", "a{99999999999}", "(" * 5000):
        with subtests.test(value=value):
            [message] = regular_expression(value)
            assert message.endswith(" is not a valid regular expression.")
