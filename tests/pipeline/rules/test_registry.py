"""The tables of rules."""

from __future__ import annotations

import pytest

from pipeline.rules.registry import regular_expression


def test_regular_expressions(subtests: pytest.Subtests) -> None:
    assert list(regular_expression("^[a-z]+$")) == []
    for value in ("([01", "a{99999999999}", "(" * 5000):
        with subtests.test(value=value):
            [message] = regular_expression(value)
            assert message.endswith(" is not a valid regular expression.")
