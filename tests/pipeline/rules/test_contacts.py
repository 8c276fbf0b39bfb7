"""Web addresses: the time that a long one takes, and the same ones for Frictionless and the settings."""

from __future__ import annotations

import frictionless
import pytest
from hypothesis import given
from hypothesis import strategies as st

from db.identifiers import WEB_ADDRESS, is_base_address
from pipeline.rules.contacts import contact, uri
from pipeline.rules.registry import Check
from pipeline.validation.fields import FieldCheck
from tests.support.checking import example_sources

FIELD = frictionless.Field.from_descriptor({"name": "url", "type": "string", "format": "uri"})


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        (uri, "https://" + "a" * 50_000 + "é"),
        (uri, "https://a/" + "%20a" * 25_000 + "é"),
        (contact, "tel:+" + "1" * 200_000 + "é"),
    ],
    ids=["host", "path", "telephone"],
)
def test_a_long_address_is_refused_in_linear_time(rule: Check, value: str) -> None:
    """With nested repetition in the pattern, this would not end."""
    assert len(list(rule(value))) == 1


@pytest.mark.slow
@given(st.from_regex(WEB_ADDRESS, fullmatch=True))
def test_frictionless_accepts_every_address_that_we_accept(value: str) -> None:
    """So `frictionless validate` finds nothing in sources that pass our check."""
    if "[" not in value:  # it also checks the digits of an IPv6 address
        assert FIELD.read_cell(value) == (value, None)


@pytest.mark.parametrize("end", ["", "/a/", "?a", "#", "/é", "/%4"])
def test_the_setting_obeys_the_same_rule(end: str) -> None:
    """PROFILE_BASE_URL is held to what base_url of site.yaml is held to."""
    value = f"https://example.org{end}"
    field = next(field for field in example_sources()["site"].fields if field.name == "base_url")
    assert is_base_address(value) == (FieldCheck(field).verdict(value)[1] == [])
