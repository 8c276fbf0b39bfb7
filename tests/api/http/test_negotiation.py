"""The request headers that choose a response."""

from __future__ import annotations

import pytest

from api.http.negotiation import prefers_html


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
