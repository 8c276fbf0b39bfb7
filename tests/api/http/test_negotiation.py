"""The request headers that choose a response."""

from __future__ import annotations

import pytest

from api.http.negotiation import accepts_gzip, is_not_modified, prefers_html


@pytest.mark.parametrize(
    ("header", "accepted"),
    [
        ("", False),
        ("gzip", True),
        ("GZIP", True),
        ("deflate, gzip;q=0.5", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
        ("gzip;q=0, *", False),
        ("*", True),
        ("*;q=0", False),
        ("identity", False),
        ("gzipped", False),
        ("x-gzip", True),
        ("gzip;q=nonsense", False),
        ("gzip;q=1.5", False),
        ("br;q=1.0, gzip;Q=0.8, *;q=0.1", True),
    ],
)
def test_accept_encoding(header: str, accepted: bool) -> None:
    """RFC 9110, section 12.5.3."""
    assert accepts_gzip(header) is accepted


@pytest.mark.parametrize(
    ("header", "preferred"),
    [
        ("text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8", True),
        ("text/html", True),
        ("text/html;q=0.5, application/json;q=0.4", True),
        ("text/html, application/json", False),
        ("text/html;q=0.4, application/json;q=0.5", False),
        ("text/html;q=0", False),
        ("*/*", False),
        ("text/*", False),
        ("application/json", False),
        ("", False),
    ],
)
def test_browsers_prefer_html(header: str, preferred: bool) -> None:
    """RFC 9110, section 12.5.1; a client that doesn't name HTML gets JSON."""
    assert prefers_html(header) is preferred


@pytest.mark.parametrize(
    ("header", "held"),
    [
        (None, False),
        ("", False),
        ("*", True),
        (' "a" ', True),
        ('W/"a"', True),
        ('"b", W/"a"', True),
        ('"b","c"', False),
        ("a", False),
        ('"a-gzip"', False),
        ('"with, comma", "a"', True),
        ("**", False),
    ],
)
def test_if_none_match(header: str | None, held: bool) -> None:
    """RFC 9110, section 13.1.2: a list, compared weakly."""
    assert is_not_modified('"a"', header) is held
