"""Web addresses, e-mail addresses and contacts."""

from __future__ import annotations

import frictionless
import pytest
from hypothesis import given
from hypothesis import strategies as st

from db.identifiers import WEB_ADDRESS, is_base_address
from pipeline.rules.contacts import booking_link, contact, email, secure_uri, telephone, uri
from pipeline.rules.registry import Check
from pipeline.validation.fields import FieldCheck
from tests.support.checking import example_sources

FORMS = (
    "Expected mailto: and an e-mail address, tel: and a number such as +44-20-7946-0000, "
    "or an address that begins with https://, got"
)
FIELD = frictionless.Field.from_descriptor({"name": "url", "type": "string", "format": "uri"})


@pytest.mark.parametrize(
    "value",
    [
        "http://example.org",
        "https://example.org?q=1",
        "HTTPS://EXAMPLE.ORG/a?b=c&d=%20#e/f?g",
        "https://user:word@example.org:8443/~a/(b);c=1,d@e:f",
        "http://[::1]/",
    ],
)
def test_web_addresses(value: str) -> None:
    assert list(uri(value)) == []


@pytest.mark.parametrize(
    "value",
    [
        *("", "example.org", "//example.org", "ftp://a.org", "javascript:alert(1)", "https:///a", "https://a.org/a b"),
        *("https://é.org", 'https://a.org/<">', "http://a.org/%zz", "http://[::1", "http://a.org:x/", "http://a.org/a[1]"),
    ],
)
def test_an_address_has_a_scheme_a_host_and_only_the_characters_of_rfc_3986(value: str) -> None:
    assert list(uri(value)) == [f'Expected a web address, got "{value}". Copy it from the browser, with https://.']


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


def test_secure_addresses() -> None:
    assert list(secure_uri("https://example.org")) == []
    assert list(secure_uri("http://example.org")) == ['Expected an address that begins with https://, got "http://example.org".']
    assert list(secure_uri("example.org")) == list(uri("example.org"))


@pytest.mark.parametrize("end", ["", "/a/", "?a", "#", "/é", "/%4"])
def test_the_setting_obeys_the_same_rule(end: str) -> None:
    """PROFILE_BASE_URL is held to what base_url of site.yaml is held to."""
    value = f"https://example.org{end}"
    field = next(field for field in example_sources()["site"].fields if field.name == "base_url")
    assert is_base_address(value) == (FieldCheck(field).verdict(value)[1] == [])


@pytest.mark.parametrize(
    "value",
    ["https://wa.me/972501234567", "http://book.example.org", "tel:+972-2-555-0100", "mailto:a@example.org?subject=Appointment"],
)
def test_booking_links(value: str) -> None:
    assert list(booking_link(value)) == []


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("a@example.org", '"a@example.org" needs mailto: before it. Write mailto:a@example.org.'),
        ("+972 2 555 0100", '"+972 2 555 0100" needs tel: before it. Write tel:+97225550100.'),
        ("tel:050", f'{FORMS} "tel:050".'),
        ("whatsapp", 'Expected a web address, got "whatsapp". Copy it from the browser, with https://.'),
    ],
)
def test_other_booking_links(value: str, message: str) -> None:
    assert list(booking_link(value)) == [message]


def test_email_addresses() -> None:
    assert list(email("noa.b+c@mail.example.org")) == []


@pytest.mark.parametrize("value", ["noa", "noa@example", "mailto:noa@example.org", "נועה@example.org", "a@b@example.org"])
def test_not_an_email_address(value: str) -> None:
    assert list(email(value)) == [f'Expected an e-mail address, got "{value}".']


def test_telephone_numbers_have_a_country_code() -> None:
    """Or are short ones, which work in one country only."""
    assert [*telephone("+972 (0)3 555 0100"), *telephone("(+972) 2 555 0100"), *telephone("*1234")] == []
    message = '"03-555-0100" has no country code. Write + and the code in place of the first 0.'
    assert list(telephone("03-555-0100")) == [message]
    message = '"(00972) 2 555 0100" begins with 00, which some countries do not use. Write + in its place.'
    assert list(telephone("(00972) 2 555 0100")) == [message]


@pytest.mark.parametrize(
    "value",
    ["tel:+972-0-555-0100", "tel:+1(0)555.0100", "https://example.org/a?b#c", "mailto:a.b@example.org?subject=Hello%20you"],
)
def test_contacts(value: str) -> None:
    """RFC 9116, section 2.5.3."""
    assert list(contact(value)) == []


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("a@example.org", '"a@example.org" needs mailto: before it. Write mailto:a@example.org.'),
        ("mailto:a", f'{FORMS} "mailto:a".'),
        ("tel:050", f'{FORMS} "tel:050".'),
        ("tel:+", f'{FORMS} "tel:+".'),
        ("http://example.org", 'Expected an address that begins with https://, got "http://example.org".'),
        ("+972", f'{FORMS} "+972".'),
    ],
)
def test_other_contacts(value: str, message: str) -> None:
    assert list(contact(value)) == [message]
